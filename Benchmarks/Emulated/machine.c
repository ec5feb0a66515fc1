// What a C library and an operating system do elsewhere: memory, the functions the kernels call where
// the compiler has no instruction for them, and text over the first serial port.

#include "machine.h"

#include <stddef.h>
#include <stdint.h>

void *memcpy(void *to, const void *from, size_t count) {
  void *place = to;
  __asm__ volatile("rep movsb" : "+D"(place), "+S"(from), "+c"(count) : : "memory");
  return to;
}

void *memset(void *to, int byte, size_t count) {
  void *place = to;
  __asm__ volatile("rep stosb" : "+D"(place), "+c"(count) : "a"(byte) : "memory");
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  uint8_t *a = to;
  const uint8_t *b = from;
  if (a <= b) return memcpy(to, from, count);
  while (count-- > 0) a[count] = b[count];
  return to;
}

int memcmp(const void *first, const void *second, size_t count) {
  const uint8_t *a = first, *b = second;
  for (size_t i = 0; i < count; i++) {
    if (a[i] != b[i]) return a[i] - b[i];
  }
  return 0;
}

float fmaf(float a, float b, float c) {
  __asm__("vfmadd213ss %2, %1, %0" : "+x"(a) : "x"(b), "x"(c));
  return a;
}

double fma(double a, double b, double c) {
  __asm__("vfmadd213sd %2, %1, %0" : "+x"(a) : "x"(b), "x"(c));
  return a;
}

float sqrtf(float x) {
  __asm__("sqrtss %0, %0" : "+x"(x));
  return x;
}

enum { COM1 = 0x3F8 };

static void out_byte(uint16_t port, uint8_t byte) {
  __asm__ volatile("outb %0, %1" : : "a"(byte), "Nd"(port));
}

static uint8_t in_byte(uint16_t port) {
  uint8_t byte;
  __asm__ volatile("inb %1, %0" : "=a"(byte) : "Nd"(port));
  return byte;
}

void put(const char *text) {
  for (; *text; text++) {
    while (!(in_byte(COM1 + 5) & 0x20)) {}
    out_byte(COM1, (uint8_t)*text);
  }
}

static void cpuid(uint32_t leaf, uint32_t *b, uint32_t *c) {
  uint32_t a = leaf, d;
  *c = 0;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(*b), "+c"(*c), "=d"(d));
}

bool machine_start(void) {
  out_byte(COM1 + 1, 0);     // no interrupts
  out_byte(COM1 + 3, 0x80);  // the speed: the highest
  out_byte(COM1, 1);
  out_byte(COM1 + 1, 0);
  out_byte(COM1 + 3, 3);  // 8 bits, no parity, one stop bit

  uint32_t b, c, first, seventh, more, state, rest;
  cpuid(1, &b, &first);
  cpuid(7, &seventh, &more);
  __asm__ volatile("xgetbv" : "=a"(state), "=d"(rest) : "c"(0));
  const struct {
    const char *name;
    bool has;
  } features[] = {
      {"fma", first >> 12 & 1},           {"f16c", first >> 29 & 1},
      {"avx2", seventh >> 5 & 1},         {"avx512f", seventh >> 16 & 1},
      {"avx512bw", seventh >> 30 & 1},    {"avx512vl", seventh >> 31 & 1},
      {"avx512vnni", more >> 11 & 1},     {"state", (state & 0xE7) == 0xE7},
  };
  bool all = true;
  put("cpu");
  for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
    put(features[i].has ? " " : " no-");
    put(features[i].name);
    all = all && features[i].has;
  }
  put("\n");
  return all;
}

void machine_stop(void) {
  while (!(in_byte(COM1 + 5) & 0x40)) {}  // the last letter is on its way
  // Bochs ends at this word.
  for (const char *c = "Shutdown"; *c; c++) out_byte(0x8900, (uint8_t)*c);
}
