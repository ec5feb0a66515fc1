// The plain twin of every kernel: what the wide ones are compared with, bit for bit, and what runs
// where there is no wide one.

#include "paths.h"

#pragma STDC FP_CONTRACT OFF

#define NAME(name) name##_scalar
#define TARGET
#include "elementwise.inc"

static float stored(const uint8_t *data, int64_t index, bool half) {
  if (half) {
    uint16_t bits;
    memcpy(&bits, data + 2 * index, sizeof bits);
    return half_to_float(bits);
  }
  float value;
  memcpy(&value, data + 4 * index, sizeof value);
  return value;
}

/// The integers of a packed block, row by row, what is to be taken from them taken.
static void unpack_block(const kernel_layout *layout, const uint8_t *block,
                         int16_t integers[KERNEL_ROWS][KERNEL_BLOCK]) {
  for (int row = 0; row < KERNEL_ROWS; row++) {
    for (int column = 0; column < KERNEL_BLOCK; column++) {
      int integer;
      if (layout->bits == 8) {
        integer = block[(column / 4 * KERNEL_ROWS + row) * 4 + column % 4];
      } else {
        uint8_t pair = block[(column % 16 / 4 * KERNEL_ROWS + row) * 4 + column % 4];
        integer = column < 16 ? pair & 15 : pair >> 4;
      }
      integers[row][column] = (int16_t)(integer - layout->offset);
    }
  }
}

/// Adds one block's part to the outputs of sixteen rows.
static void add_block(const kernel_layout *layout, const uint8_t *block,
                      const int16_t integers[KERNEL_ROWS][KERNEL_BLOCK],
                      const kernel_activations *a, int64_t index, float *out) {
  const uint8_t *numbers = block + KERNEL_ROWS * KERNEL_BLOCK * layout->bits / 8;
  const int8_t *quants = a->quants + index * KERNEL_BLOCK;
  int width = KERNEL_BLOCK / layout->scales;
  for (int row = 0; row < KERNEL_ROWS; row++) {
    for (int part = 0; part < layout->scales; part++) {
      int32_t whole = 0;
      for (int column = part * width; column < (part + 1) * width; column++) {
        whole += integers[row][column] * quants[column];
      }
      float term = (float)whole * a->scales[index];
      float scale = stored(numbers, part * KERNEL_ROWS + row, layout->half);
      out[row] = __builtin_fmaf(scale, term, out[row]);
    }
    if (layout->minimum) {
      float minimum = stored(numbers, layout->scales * KERNEL_ROWS + row, layout->half);
      out[row] = __builtin_fmaf(minimum, a->scaled[index], out[row]);
    }
  }
}

static float dot_floats(const kernel_layout *layout, const uint8_t *packed, int row,
                        const float *values, int64_t columns) {
  float sum = 0;
  for (int64_t column = 0; column < columns; column++) {
    const uint8_t *place = packed + column * layout->block_bytes;
    float weight;
    if (layout->brain) {
      uint16_t bits;
      memcpy(&bits, place + 2 * row, sizeof bits);
      weight = float_of((uint32_t)bits << 16);
    } else {
      weight = stored(place, row, layout->bits == 16);
    }
    sum = __builtin_fmaf(weight, values[column], sum);
  }
  return sum;
}

static void matmul_scalar(const kernel_layout *layout, const void *packed, int64_t columns,
                          const kernel_activations *a, int64_t tokens, int64_t first,
                          int64_t count, float *out, int64_t stride) {
  bool floats = layout->bits > 8;
  int64_t blocks = floats ? columns : columns / KERNEL_BLOCK;
  for (int64_t group = first; group < first + count; group++) {
    const uint8_t *data = (const uint8_t *)packed + group * blocks * layout->block_bytes;
    float *rows = out + group * KERNEL_ROWS;
    if (floats) {
      for (int64_t token = 0; token < tokens; token++) {
        const float *values = a->values + token * columns;
        for (int i = 0; i < KERNEL_ROWS; i++) {
          rows[token * stride + i] = dot_floats(layout, data, i, values, columns);
        }
      }
      continue;
    }
    for (int64_t token = 0; token < tokens; token++) {
      memset(rows + token * stride, 0, KERNEL_ROWS * sizeof(float));
    }
    for (int64_t b = 0; b < blocks; b++) {
      int16_t integers[KERNEL_ROWS][KERNEL_BLOCK];
      unpack_block(layout, data + b * layout->block_bytes, integers);
      for (int64_t token = 0; token < tokens; token++) {
        add_block(layout, data + b * layout->block_bytes, integers, a, token * blocks + b,
                  rows + token * stride);
      }
    }
  }
}

static void store_scalar(const float *key, const float *value, int64_t dimensions,
                         int64_t position, uint16_t *keys, uint16_t *values) {
  for (int64_t d = 0; d < dimensions; d++) {
    keys[(position / 16 * dimensions + d) * 16 + position % 16] = float_to_half(key[d]);
    values[(d / 16 * KERNEL_PAGE + position) * 16 + d % 16] = float_to_half(value[d]);
  }
}

static void attend_scalar(const float *queries, int64_t stride, int64_t count, const int64_t *seen,
                          const uint16_t *const *keys, const uint16_t *const *values,
                          int64_t dimensions, float *scratch, float *out) {
  for (int64_t i = 0; i < count; i++) {
    const float *query = queries + i * stride;
    for (int64_t p = 0; p < seen[i]; p++) {
      const uint16_t *page = keys[p / KERNEL_PAGE];
      int64_t place = p % KERNEL_PAGE;
      float score = 0;
      for (int64_t d = 0; d < dimensions; d++) {
        float key = half_to_float(page[(place / 16 * dimensions + d) * 16 + place % 16]);
        score = __builtin_fmaf(query[d], key, score);
      }
      scratch[p] = score;
    }
    exponentials_scalar(scratch, seen[i]);
    float total = 0;
    for (int64_t p = 0; p < seen[i]; p++) total += scratch[p];
    for (int64_t d = 0; d < dimensions; d++) {
      float sum = 0;
      for (int64_t p = 0; p < seen[i]; p++) {
        const uint16_t *page = values[p / KERNEL_PAGE];
        float value = half_to_float(page[(d / 16 * KERNEL_PAGE + p % KERNEL_PAGE) * 16 + d % 16]);
        sum = __builtin_fmaf(scratch[p], value, sum);
      }
      out[i * stride + d] = sum / total;
    }
  }
}

const kernel_table kernel_table_scalar = {
    quantise_scalar,      matmul_scalar, store_scalar, attend_scalar, rms_norm_scalar,
    rotate_scalar, silu_multiply_scalar, add_scalar,   scale_scalar,  exponentials_scalar,
};
