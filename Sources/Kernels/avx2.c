#if defined(__x86_64__)

#include <immintrin.h>

#include "kinds.h"
#include "paths.h"

#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpsabi"

#define NAME(name) name##_avx2
#define TARGET __attribute__((target("avx2,fma,f16c")))
#define TABLE kernel_table_avx2
#define TILE 4
#include "elementwise.inc"

/// Four activations, to every row.
ALWAYS_INLINE TARGET __m256i activations_avx2(const int8_t *quants) {
  int32_t four;
  memcpy(&four, quants, sizeof four);
  return _mm256_set1_epi32(four);
}

typedef float f32x16_avx2 __attribute__((vector_size(64)));
typedef int32_t i32x16_avx2 __attribute__((vector_size(64)));

ALWAYS_INLINE TARGET void load_half_avx2(const uint16_t *source, f32x16_avx2 *out) {
  __m256 *pair = (__m256 *)out;
  pair[0] = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)source));
  pair[1] = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)source + 1));
}

ALWAYS_INLINE TARGET void store_half_avx2(const float *source, uint16_t *out) {
  for (int i = 0; i < 2; i++) {
    __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(source + 8 * i), _MM_FROUND_TO_NEAREST_INT);
    _mm_storeu_si128((__m128i *)out + i, halves);
  }
}

/// Eight sums of two products of at most 15 * 127 fit into 16 bits.
ALWAYS_INLINE TARGET void dot_nibbles_avx2(const uint8_t *block, const int8_t *const *quants,
                                           int64_t place, i32x16_avx2 *out, const int tokens) {
  const __m256i mask = _mm256_set1_epi8(15), ones = _mm256_set1_epi16(1);
  const __m256i *pairs = (const __m256i *)block;
  __m256i sum[TILE][2];
  for (int t = 0; t < tokens; t++) sum[t][0] = sum[t][1] = _mm256_setzero_si256();
#pragma clang loop unroll(full)
  for (int chunk = 0; chunk < 4; chunk++) {
    __m256i first = _mm256_loadu_si256(pairs + 2 * chunk);
    __m256i second = _mm256_loadu_si256(pairs + 2 * chunk + 1);
    __m256i low[2] = {_mm256_and_si256(first, mask), _mm256_and_si256(second, mask)};
    __m256i high[2] = {_mm256_and_si256(_mm256_srli_epi16(first, 4), mask),
                       _mm256_and_si256(_mm256_srli_epi16(second, 4), mask)};
    for (int t = 0; t < tokens; t++) {
      __m256i a = activations_avx2(quants[t] + place + 4 * chunk);
      __m256i b = activations_avx2(quants[t] + place + 4 * chunk + 16);
      for (int i = 0; i < 2; i++) {
        sum[t][i] = _mm256_add_epi16(sum[t][i], _mm256_maddubs_epi16(low[i], a));
        sum[t][i] = _mm256_add_epi16(sum[t][i], _mm256_maddubs_epi16(high[i], b));
      }
    }
  }
  for (int t = 0; t < tokens; t++) {
    __m256i *pair = (__m256i *)&out[t];
    for (int i = 0; i < 2; i++) pair[i] = _mm256_madd_epi16(sum[t][i], ones);
  }
}

/// Integers up to 63: two sums of two products of at most 63 * 127 fit into 16 bits.
ALWAYS_INLINE TARGET void dot_bytes_avx2(const uint8_t *block, const int chunks, int32_t offset,
                                         const int8_t *const *quants, int64_t place,
                                         i32x16_avx2 *out, const int tokens) {
  const __m256i ones = _mm256_set1_epi16(1), bias = _mm256_set1_epi8((char)offset);
  const __m256i *bytes = (const __m256i *)block;
  __m256i sum[TILE][2];
  for (int t = 0; t < tokens; t++) sum[t][0] = sum[t][1] = _mm256_setzero_si256();
  for (int chunk = 0; chunk < chunks; chunk += 2) {
    __m256i w[2][2];
    for (int i = 0; i < 4; i++) w[i / 2][i % 2] = _mm256_loadu_si256(bytes + 2 * chunk + i);
    for (int t = 0; t < tokens; t++) {
      __m256i a = activations_avx2(quants[t] + place + 4 * chunk);
      __m256i b = activations_avx2(quants[t] + place + 4 * chunk + 4);
      // What the offset takes away is the same of all rows.
      __m256i less = _mm256_setzero_si256();
      if (offset) {
        less = _mm256_add_epi16(_mm256_maddubs_epi16(bias, a), _mm256_maddubs_epi16(bias, b));
      }
      for (int i = 0; i < 2; i++) {
        __m256i two = _mm256_add_epi16(_mm256_maddubs_epi16(w[0][i], a),
                                       _mm256_maddubs_epi16(w[1][i], b));
        __m256i four = _mm256_madd_epi16(_mm256_sub_epi16(two, less), ones);
        sum[t][i] = _mm256_add_epi32(sum[t][i], four);
      }
    }
  }
  for (int t = 0; t < tokens; t++) memcpy(&out[t], sum[t], sizeof out[t]);
}

/// Integers of all eight bits: the sign goes over to the activation.
ALWAYS_INLINE TARGET void dot_signed_avx2(const uint8_t *block, const int8_t *const *quants,
                                          int64_t place, const int32_t *sums, int64_t blocks,
                                          i32x16_avx2 *out, const int tokens) {
  (void)sums;
  (void)blocks;
  const __m256i ones = _mm256_set1_epi16(1), flip = _mm256_set1_epi8((char)0x80);
  const __m256i *bytes = (const __m256i *)block;
  __m256i sum[TILE][2];
  for (int t = 0; t < tokens; t++) sum[t][0] = sum[t][1] = _mm256_setzero_si256();
  for (int chunk = 0; chunk < 8; chunk++) {
    __m256i w[2], size[2];
    for (int i = 0; i < 2; i++) {
      w[i] = _mm256_xor_si256(_mm256_loadu_si256(bytes + 2 * chunk + i), flip);
      size[i] = _mm256_abs_epi8(w[i]);
    }
    for (int t = 0; t < tokens; t++) {
      __m256i a = activations_avx2(quants[t] + place + 4 * chunk);
      for (int i = 0; i < 2; i++) {
        __m256i two = _mm256_maddubs_epi16(size[i], _mm256_sign_epi8(a, w[i]));
        sum[t][i] = _mm256_add_epi32(sum[t][i], _mm256_madd_epi16(two, ones));
      }
    }
  }
  for (int t = 0; t < tokens; t++) memcpy(&out[t], sum[t], sizeof out[t]);
}

#include "wide.inc"

#endif
