#ifndef KERNEL_PATHS_H
#define KERNEL_PATHS_H

#include <math.h>
#include <string.h>

#include "Kernels.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/// One instruction set's kernels; what each does is said in Kernels.h.
typedef struct {
  void (*quantise)(const float *, int64_t, int64_t, int8_t *, float *, int32_t *, float *);
  void (*matmul)(const kernel_layout *, const void *, int64_t, const kernel_activations *, int64_t,
                 int64_t, int64_t, float *, int64_t);
  void (*store)(const float *, const float *, int64_t, int64_t, uint16_t *, uint16_t *);
  void (*attend)(const float *, int64_t, int64_t, const int64_t *, const uint16_t *const *,
                 const uint16_t *const *, int64_t, float *, float *);
  void (*rms_norm)(const float *, const float *, int64_t, int64_t, float, float *);
  void (*rotate)(float *, int64_t, int64_t, int64_t, bool, const float *, const float *);
  void (*silu_multiply)(float *, const float *, int64_t);
  void (*add)(float *, const float *, int64_t);
  void (*scale)(float *, float, int64_t);
  float (*exponentials)(float *, int64_t);
} kernel_table;

extern const kernel_table kernel_table_scalar;
extern const kernel_table kernel_table_avx2;
extern const kernel_table kernel_table_avx512;
extern const kernel_table kernel_table_neon;

ALWAYS_INLINE uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

ALWAYS_INLINE float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

ALWAYS_INLINE float half_to_float(uint16_t half) {
  uint32_t sign = (uint32_t)(half & 0x8000) << 16;
  uint32_t magnitude = half & 0x7FFF;
  if (magnitude >= 0x7C00) {
    // Infinity, or not a number, which hardware makes quiet.
    uint32_t fraction = (magnitude & 0x3FF) << 13;
    return float_of(sign | 0x7F800000 | fraction | (fraction ? 0x400000 : 0));
  }
  if (magnitude < 0x400) return float_of(sign | bits_of((float)magnitude * 0x1p-24f));
  return float_of(sign | ((magnitude << 13) + 0x38000000));
}

ALWAYS_INLINE uint16_t float_to_half(float value) {
  uint32_t bits = bits_of(value);
  uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
  uint32_t magnitude = bits & 0x7FFFFFFF;
  if (magnitude > 0x7F800000) return (uint16_t)(sign | 0x7E00 | (magnitude >> 13 & 0x3FF));
  if (magnitude >= 0x477FF000) return (uint16_t)(sign | 0x7C00);
  if (magnitude < 0x38800000) {
    // Added to a number whose last place is a half's smallest step, it is rounded to such steps.
    float rounded = float_of(magnitude) + 0.5f;
    return (uint16_t)(sign | (bits_of(rounded) - 0x3F000000));
  }
  magnitude += 0xFFF + (magnitude >> 13 & 1);
  return (uint16_t)(sign | ((magnitude - 0x38000000) >> 13));
}

#endif
