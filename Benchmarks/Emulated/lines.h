// Lines of digests, and numbers that are the same on every run.

#ifndef EMULATED_LINES_H
#define EMULATED_LINES_H

#include <stdarg.h>

#include "machine.h"
#include "paths.h"

static const char *table_name;

static uint64_t digest(const void *data, size_t count, uint64_t hash) {
  const uint8_t *bytes = data;
  for (size_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * 0x100000001B3;
  return hash;
}

static char *number(char *end, int64_t value) {
  char digits[20];
  int count = 0;
  do digits[count++] = (char)('0' + value % 10);
  while (value /= 10);
  while (count > 0) *end++ = digits[--count];
  return end;
}

/// Prints a line of the digest of what `data` holds; the format knows %s and %d, of an int.
static void line(const void *data, size_t count, const char *format, ...) {
  char text[160], *end = text;
  va_list values;
  va_start(values, format);
  for (; *format; format++) {
    if (*format != '%') {
      *end++ = *format;
    } else if (*++format == 's') {
      for (const char *s = va_arg(values, const char *); *s; s++) *end++ = *s;
    } else {
      end = number(end, va_arg(values, int));
    }
  }
  va_end(values);
  *end++ = ' ';
  uint64_t hash = digest(data, count, 0xCBF29CE484222325);
  for (int i = 60; i >= 0; i -= 4) *end++ = "0123456789abcdef"[hash >> i & 15];
  *end++ = '\n';
  *end = 0;
  put(table_name);
  put(" ");
  put(text);
}

// ---------------------------------------------------------------- numbers

static uint64_t generator;

static uint32_t some_bits(void) {
  generator = generator * 6364136223846793005 + 1442695040888963407;
  uint32_t high = (uint32_t)(generator >> 32);
  return high ^ high >> 15;
}

/// From -size to size; of a size that is a power of two it is exact.
static float some_float(float size) {
  return (float)((int32_t)(some_bits() >> 8) - (1 << 23)) * 0x1p-23f * size;
}

/// A number of either sign, zero or subnormal now and then, under 1.
static uint16_t some_half(void) {
  uint32_t bits = some_bits();
  uint16_t sign = (uint16_t)(bits & 0x8000);
  if (bits % 16 == 0) return sign;
  if (bits % 16 == 1) return sign | (uint16_t)(bits >> 16 & 0x3FF);
  return sign | (uint16_t)((5 + (bits >> 4) % 10) << 10) | (uint16_t)(bits >> 16 & 0x3FF);
}

/// A number halfway between two half floats.
static float tie(void) {
  uint32_t bits = some_bits();
  uint16_t low = (uint16_t)(bits % 0x7BFF);
  float middle = 0.5f * half_to_float(low) + 0.5f * half_to_float((uint16_t)(low + 1));
  return bits >> 31 ? -middle : middle;
}

static bool is_tie(float x) {
  float size = float_of(bits_of(x) & 0x7FFFFFFF);
  if (!(size < 65520)) return false;
  float near = half_to_float(float_to_half(size)), other = size + (size - near);
  return near != size && half_to_float(float_to_half(other)) == other;
}

static void fill(float *values, int64_t count, float size) {
  for (int64_t i = 0; i < count; i++) values[i] = some_float(size);
}

/// What stands in an output before it is written, so that what is written beside it is seen.
static void clear(void *data, size_t count) { memset(data, 0x55, count); }

#endif
