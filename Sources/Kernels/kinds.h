#ifndef KERNEL_KINDS_H
#define KERNEL_KINDS_H

/// How integers are packed, where a constant picks the loop.
enum { NIBBLES, BYTES, BYTES_SIGNED, BYTES_HALVED };

#endif
