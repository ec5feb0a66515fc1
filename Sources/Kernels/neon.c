#if defined(__aarch64__)

#include <arm_neon.h>

#include "kinds.h"
#include "paths.h"

#pragma STDC FP_CONTRACT OFF

#define NAME(name) name##_neon
#define TARGET
#define TABLE kernel_table_neon
#define TILE 4
#include "elementwise.inc"

typedef float f32x16_neon __attribute__((vector_size(64)));
typedef int32_t i32x16_neon __attribute__((vector_size(64)));

ALWAYS_INLINE void load_half_neon(const uint16_t *source, f32x16_neon *out) {
  float32x4_t *quarters = (float32x4_t *)out;
  for (int i = 0; i < 4; i++) {
    quarters[i] = vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(source + 4 * i)));
  }
}

ALWAYS_INLINE void store_half_neon(const float *source, uint16_t *out) {
  for (int i = 0; i < 4; i++) {
    vst1_u16(out + 4 * i, vreinterpret_u16_f16(vcvt_f16_f32(vld1q_f32(source + 4 * i))));
  }
}

/// Adds four products to each of four sums.
ALWAYS_INLINE int32x4_t add_products_neon(int32x4_t sum, int8x16_t weights, int8x16_t a) {
#if defined(__ARM_FEATURE_DOTPROD)
  return vdotq_s32(sum, weights, a);
#else
  int16x8_t low = vmull_s8(vget_low_s8(weights), vget_low_s8(a));
  int16x8_t high = vmull_s8(vget_high_s8(weights), vget_high_s8(a));
  return vaddq_s32(sum, vpaddq_s32(vpaddlq_s16(low), vpaddlq_s16(high)));
#endif
}

ALWAYS_INLINE int8x16_t activations_neon(const int8_t *quants) {
  int32_t four;
  memcpy(&four, quants, sizeof four);
  return vreinterpretq_s8_s32(vdupq_n_s32(four));
}

ALWAYS_INLINE void dot_nibbles_neon(const uint8_t *block, const int8_t *const *quants,
                                    int64_t place, i32x16_neon *out, const int tokens) {
  int32x4_t sum[TILE][4];
  for (int t = 0; t < tokens; t++) {
    for (int i = 0; i < 4; i++) sum[t][i] = vdupq_n_s32(0);
  }
  for (int chunk = 0; chunk < 4; chunk++) {
    for (int i = 0; i < 4; i++) {
      uint8x16_t pairs = vld1q_u8(block + 64 * chunk + 16 * i);
      int8x16_t low = vreinterpretq_s8_u8(vandq_u8(pairs, vdupq_n_u8(15)));
      int8x16_t high = vreinterpretq_s8_u8(vshrq_n_u8(pairs, 4));
      for (int t = 0; t < tokens; t++) {
        const int8_t *a = quants[t] + place + 4 * chunk;
        sum[t][i] = add_products_neon(sum[t][i], low, activations_neon(a));
        sum[t][i] = add_products_neon(sum[t][i], high, activations_neon(a + 16));
      }
    }
  }
  for (int t = 0; t < tokens; t++) memcpy(&out[t], sum[t], sizeof out[t]);
}

ALWAYS_INLINE void dot_biased_neon(const uint8_t *block, const int chunks, uint8_t flip,
                                   int8_t less, const int8_t *const *quants, int64_t place,
                                   i32x16_neon *out, const int tokens) {
  int32x4_t sum[TILE][4];
  for (int t = 0; t < tokens; t++) {
    for (int i = 0; i < 4; i++) sum[t][i] = vdupq_n_s32(0);
  }
  for (int chunk = 0; chunk < chunks; chunk++) {
    for (int i = 0; i < 4; i++) {
      uint8x16_t bytes = veorq_u8(vld1q_u8(block + 64 * chunk + 16 * i), vdupq_n_u8(flip));
      int8x16_t weights = vsubq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(less));
      for (int t = 0; t < tokens; t++) {
        int8x16_t a = activations_neon(quants[t] + place + 4 * chunk);
        sum[t][i] = add_products_neon(sum[t][i], weights, a);
      }
    }
  }
  for (int t = 0; t < tokens; t++) memcpy(&out[t], sum[t], sizeof out[t]);
}

ALWAYS_INLINE void dot_bytes_neon(const uint8_t *block, const int chunks, int32_t offset,
                                  const int8_t *const *quants, int64_t place, i32x16_neon *out,
                                  const int tokens) {
  dot_biased_neon(block, chunks, 0, (int8_t)offset, quants, place, out, tokens);
}

ALWAYS_INLINE void dot_signed_neon(const uint8_t *block, const int8_t *const *quants,
                                   int64_t place, const int32_t *sums, int64_t blocks,
                                   i32x16_neon *out, const int tokens) {
  (void)sums;
  (void)blocks;
  dot_biased_neon(block, 8, 0x80, 0, quants, place, out, tokens);
}

#include "wide.inc"

#endif
