#if defined(__x86_64__)

#include <immintrin.h>

#include "kinds.h"
#include "paths.h"

#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wpsabi"

#define NAME(name) name##_avx512
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni,avx2,fma,f16c")))
#define TABLE kernel_table_avx512
#define TILE 8
#include "elementwise.inc"

/// Four activations, to every row.
ALWAYS_INLINE TARGET __m512i activations_avx512(const int8_t *quants) {
  int32_t four;
  memcpy(&four, quants, sizeof four);
  return _mm512_set1_epi32(four);
}

typedef float f32x16_avx512 __attribute__((vector_size(64)));
typedef int32_t i32x16_avx512 __attribute__((vector_size(64)));

ALWAYS_INLINE TARGET void load_half_avx512(const uint16_t *source, f32x16_avx512 *out) {
  *out = (f32x16_avx512)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)source));
}

ALWAYS_INLINE TARGET void store_half_avx512(const float *source, uint16_t *out) {
  __m256i halves = _mm512_cvtps_ph(_mm512_loadu_ps(source), _MM_FROUND_TO_NEAREST_INT);
  _mm256_storeu_si256((__m256i *)out, halves);
}

ALWAYS_INLINE TARGET void dot_nibbles_avx512(const uint8_t *block, const int8_t *const *quants,
                                             int64_t place, i32x16_avx512 *out, const int tokens) {
  const __m512i mask = _mm512_set1_epi8(15);
  __m512i low[4], high[4];
#pragma clang loop unroll(full)
  for (int chunk = 0; chunk < 4; chunk++) {
    __m512i pairs = _mm512_loadu_si512(block + 64 * chunk);
    low[chunk] = _mm512_and_si512(pairs, mask);
    high[chunk] = _mm512_and_si512(_mm512_srli_epi16(pairs, 4), mask);
  }
#pragma clang loop unroll(full)
  for (int t = 0; t < tokens; t++) {
    __m512i sum = _mm512_setzero_si512();
#pragma clang loop unroll(full)
    for (int chunk = 0; chunk < 4; chunk++) {
      sum = _mm512_dpbusd_epi32(sum, low[chunk], activations_avx512(quants[t] + place + 4 * chunk));
      sum = _mm512_dpbusd_epi32(sum, high[chunk], activations_avx512(quants[t] + place + 4 * chunk + 16));
    }
    out[t] = (i32x16_avx512)sum;
  }
}

ALWAYS_INLINE TARGET void dot_bytes_avx512(const uint8_t *block, const int chunks, int32_t offset,
                                           const int8_t *const *quants, int64_t place,
                                           i32x16_avx512 *out, const int tokens) {
  const __m512i bias = _mm512_set1_epi8((char)offset);
  for (int t = 0; t < tokens; t++) {
    __m512i sum = _mm512_setzero_si512(), less = _mm512_setzero_si512();
    for (int chunk = 0; chunk < chunks; chunk++) {
      __m512i a = activations_avx512(quants[t] + place + 4 * chunk);
      sum = _mm512_dpbusd_epi32(sum, _mm512_loadu_si512(block + 64 * chunk), a);
      // What the offset takes away is the same of all rows.
      if (offset) less = _mm512_dpbusd_epi32(less, bias, a);
    }
    out[t] = (i32x16_avx512)_mm512_sub_epi32(sum, less);
  }
}

ALWAYS_INLINE TARGET void dot_signed_avx512(const uint8_t *block, const int8_t *const *quants,
                                            int64_t place, const int32_t *sums, int64_t blocks,
                                            i32x16_avx512 *out, const int tokens) {
  dot_bytes_avx512(block, 8, 0, quants, place, out, tokens);
  for (int t = 0; t < tokens; t++) out[t] -= 128 * sums[t * blocks];
}

#include "wide.inc"

#endif
