#include "paths.h"

bool kernel_path_available(int32_t path) {
  switch (path) {
    case KERNEL_SCALAR:
      return true;
#if defined(__x86_64__)
    case KERNEL_AVX2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
             __builtin_cpu_supports("f16c");
    case KERNEL_AVX512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni") &&
             kernel_path_available(KERNEL_AVX2);
#elif defined(__aarch64__)
    case KERNEL_NEON:
      return true;
#endif
    default:
      return false;
  }
}

int32_t kernel_path_best(void) {
  static const int32_t widest_first[] = {KERNEL_AVX512, KERNEL_AVX2, KERNEL_NEON};
  for (int i = 0; i < 3; i++) {
    if (kernel_path_available(widest_first[i])) return widest_first[i];
  }
  return KERNEL_SCALAR;
}

static const kernel_table *table(int32_t path) {
  switch (path) {
#if defined(__x86_64__)
    case KERNEL_AVX2:
      return &kernel_table_avx2;
    case KERNEL_AVX512:
      return &kernel_table_avx512;
#elif defined(__aarch64__)
    case KERNEL_NEON:
      return &kernel_table_neon;
#endif
    default:
      return &kernel_table_scalar;
  }
}

void kernel_quantise(int32_t path, const float *values, int64_t tokens, int64_t columns,
                     int8_t *quants, float *scales, int32_t *sums, float *scaled) {
  table(path)->quantise(values, tokens, columns, quants, scales, sums, scaled);
}

void kernel_matmul(int32_t path, const kernel_layout *layout, const void *packed, int64_t columns,
                   const kernel_activations *activations, int64_t tokens, int64_t first,
                   int64_t count, float *out, int64_t stride) {
  table(path)->matmul(layout, packed, columns, activations, tokens, first, count, out, stride);
}

void kernel_store(int32_t path, const float *key, const float *value, int64_t dimensions,
                  int64_t position, uint16_t *keys, uint16_t *values) {
  table(path)->store(key, value, dimensions, position, keys, values);
}

void kernel_attend(int32_t path, const float *queries, int64_t stride, int64_t count,
                   const int64_t *seen, const uint16_t *const *keys, const uint16_t *const *values,
                   int64_t dimensions, float *scratch, float *out) {
  table(path)->attend(queries, stride, count, seen, keys, values, dimensions, scratch, out);
}

void kernel_rms_norm(int32_t path, const float *x, const float *weight, int64_t tokens,
                     int64_t columns, float epsilon, float *out) {
  table(path)->rms_norm(x, weight, tokens, columns, epsilon, out);
}

void kernel_rotate(int32_t path, float *x, int64_t heads, int64_t dimensions, int64_t half,
                   bool adjacent, const float *cosines, const float *sines) {
  table(path)->rotate(x, heads, dimensions, half, adjacent, cosines, sines);
}

void kernel_silu_multiply(int32_t path, float *gate, const float *up, int64_t count) {
  table(path)->silu_multiply(gate, up, count);
}

void kernel_add(int32_t path, float *x, const float *y, int64_t count) {
  table(path)->add(x, y, count);
}

void kernel_scale(int32_t path, float *x, float factor, int64_t count) {
  table(path)->scale(x, factor, count);
}

float kernel_exponentials(int32_t path, float *x, int64_t count) {
  return table(path)->exponentials(x, count);
}

float kernel_half_to_float(uint16_t half) { return half_to_float(half); }

uint16_t kernel_float_to_half(float value) { return float_to_half(value); }
