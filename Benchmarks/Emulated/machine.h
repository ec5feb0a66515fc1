#ifndef EMULATED_MACHINE_H
#define EMULATED_MACHINE_H

#include <stdbool.h>

/// Writes text: to the serial port, or to standard output in a program of the host.
void put(const char *text);

/// Prints which of the instruction sets' parts this processor has, and whether it has all of them.
bool machine_start(void);
/// Ends the emulation.
void machine_stop(void);

#endif
