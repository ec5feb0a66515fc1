// What GGUF's tensor types hold, and how it is packed: sixteen rows side by side, so that one load
// serves sixteen outputs.
//
// Of 4-bit integers a byte holds column c in its low half and column c + 16 in its high one, of a
// block of 32; four columns of a row are neighbours, then come the next rows' four. 8-bit integers
// are stored likewise, all without sign: what `offset` takes away makes them signed.

#include <assert.h>

#include "paths.h"

#pragma STDC FP_CONTRACT OFF

enum {
  F32 = 0,
  F16 = 1,
  Q4_0 = 2,
  Q4_1 = 3,
  Q5_0 = 6,
  Q5_1 = 7,
  Q8_0 = 8,
  Q4_K = 12,
  Q5_K = 13,
  Q6_K = 14,
  BF16 = 30,
};

bool kernel_layout_of(int32_t type, kernel_layout *layout) {
  kernel_layout made = {.type = type, .bits = 8, .scales = 1, .half = true};
  made.file_columns = KERNEL_BLOCK;
  switch (type) {
    case F32:
      made = (kernel_layout){.type = type, .bits = 32, .file_columns = 1, .file_bytes = 4};
      break;
    case F16:
    case BF16:
      made = (kernel_layout){.type = type, .bits = 16, .file_columns = 1, .file_bytes = 2};
      made.brain = type == BF16;
      break;
    case Q4_0:
      made.bits = 4, made.offset = 8, made.file_bytes = 18;
      break;
    case Q4_1:
      made.bits = 4, made.minimum = true, made.file_bytes = 20;
      break;
    case Q5_0:
      made.offset = 16, made.file_bytes = 22;
      break;
    case Q5_1:
      made.minimum = true, made.file_bytes = 24;
      break;
    case Q8_0:
      made.offset = 128, made.file_bytes = 34;
      break;
    case Q4_K:
      made.bits = 4, made.minimum = true, made.half = false;
      made.file_columns = 256, made.file_bytes = 144;
      break;
    case Q5_K:
      made.minimum = true, made.half = false;
      made.file_columns = 256, made.file_bytes = 176;
      break;
    case Q6_K:
      made.offset = 32, made.scales = 2, made.half = false;
      made.file_columns = 256, made.file_bytes = 210;
      break;
    default:
      return false;
  }
  if (made.bits > 8) {
    made.block_bytes = KERNEL_ROWS * made.bits / 8;
  } else {
    int32_t numbers = made.scales + (made.minimum ? 1 : 0);
    made.block_bytes =
        KERNEL_ROWS * (KERNEL_BLOCK * made.bits / 8 + numbers * (made.half ? 2 : 4));
  }
  *layout = made;
  return true;
}

size_t kernel_packed_size(const kernel_layout *layout, int64_t rows, int64_t columns) {
  int64_t groups = (rows + KERNEL_ROWS - 1) / KERNEL_ROWS;
  int64_t blocks = layout->bits > 8 ? columns : columns / KERNEL_BLOCK;
  return (size_t)(groups * blocks * layout->block_bytes);
}

/// A block of 32 columns, its numbers as halves where the layout keeps them so.
typedef struct {
  uint8_t integers[KERNEL_BLOCK];
  uint16_t halves[2];
  float numbers[3];
} block_values;

static uint16_t half_at(const uint8_t *place) {
  uint16_t half;
  memcpy(&half, place, sizeof half);
  return half;
}

/// The scale and the minimum of one of the eight blocks of Q4_K and Q5_K, six bits each.
static void six_bits(const uint8_t *scales, int64_t block, int *scale, int *minimum) {
  if (block < 4) {
    *scale = scales[block] & 63;
    *minimum = scales[block + 4] & 63;
  } else {
    *scale = (scales[block + 4] & 15) | (scales[block - 4] >> 6 << 4);
    *minimum = (scales[block + 4] >> 4) | (scales[block] >> 6 << 4);
  }
}

static void unpack_fives(const uint8_t *high, const uint8_t *low, block_values *out) {
  uint32_t fifth;
  memcpy(&fifth, high, sizeof fifth);
  for (int i = 0; i < 16; i++) {
    out->integers[i] = (uint8_t)((low[i] & 15) | (fifth >> i & 1) << 4);
    out->integers[i + 16] = (uint8_t)(low[i] >> 4 | (fifth >> (i + 16) & 1) << 4);
  }
}

/// The block of 32 columns with this index in a row.
static void unpack(const kernel_layout *layout, const uint8_t *row, int64_t index,
                   block_values *out) {
  int64_t part = index % (layout->file_columns / KERNEL_BLOCK);
  const uint8_t *at = row + index / (layout->file_columns / KERNEL_BLOCK) * layout->file_bytes;
  switch (layout->type) {
    case Q4_0:
    case Q4_1: {
      int numbers = layout->type == Q4_0 ? 1 : 2;
      for (int i = 0; i < numbers; i++) out->halves[i] = half_at(at + 2 * i);
      for (int i = 0; i < 16; i++) {
        out->integers[i] = at[2 * numbers + i] & 15;
        out->integers[i + 16] = at[2 * numbers + i] >> 4;
      }
      break;
    }
    case Q5_0:
      out->halves[0] = half_at(at);
      unpack_fives(at + 2, at + 6, out);
      break;
    case Q5_1:
      out->halves[0] = half_at(at);
      out->halves[1] = half_at(at + 2);
      unpack_fives(at + 4, at + 8, out);
      break;
    case Q8_0:
      out->halves[0] = half_at(at);
      for (int i = 0; i < 32; i++) out->integers[i] = at[2 + i] ^ 0x80;
      break;
    case Q4_K:
    case Q5_K: {
      int scale, minimum;
      six_bits(at + 4, part, &scale, &minimum);
      out->numbers[0] = half_to_float(half_at(at)) * (float)scale;
      out->numbers[1] = -(half_to_float(half_at(at + 2)) * (float)minimum);
      const uint8_t *low = at + (layout->type == Q4_K ? 16 : 48) + part / 2 * 32;
      for (int i = 0; i < 32; i++) {
        out->integers[i] = part % 2 ? low[i] >> 4 : low[i] & 15;
        if (layout->type == Q5_K) {
          out->integers[i] |= (uint8_t)((at[16 + i] >> part & 1) << 4);
        }
      }
      break;
    }
    default: {
      assert(layout->type == Q6_K);
      int64_t half = part / 4, quarter = part % 4;
      const uint8_t *low = at + half * 64 + quarter % 2 * 32, *high = at + 128 + half * 32;
      float scale = half_to_float(half_at(at + 208));
      for (int i = 0; i < 2; i++) {
        int8_t factor = (int8_t)at[192 + half * 8 + quarter * 2 + i];
        out->numbers[i] = scale * (float)factor;
      }
      for (int i = 0; i < 32; i++) {
        int four = quarter < 2 ? low[i] & 15 : low[i] >> 4;
        out->integers[i] = (uint8_t)(four | (high[i] >> 2 * quarter & 3) << 4);
      }
    }
  }
  if (layout->half) {
    for (int i = 0; i < 2; i++) out->numbers[i] = half_to_float(out->halves[i]);
  }
}

static void pack_block(const kernel_layout *layout, const block_values *values, int row,
                       uint8_t *block) {
  int chunks = layout->bits == 4 ? 4 : 8;
  for (int chunk = 0; chunk < chunks; chunk++) {
    uint8_t *four = block + (chunk * KERNEL_ROWS + row) * 4;
    for (int i = 0; i < 4; i++) {
      uint8_t integer = values->integers[4 * chunk + i];
      if (layout->bits == 4) integer |= (uint8_t)(values->integers[4 * chunk + 16 + i] << 4);
      four[i] = integer;
    }
  }
  uint8_t *numbers = block + chunks * KERNEL_ROWS * 4;
  int count = layout->scales + (layout->minimum ? 1 : 0);
  for (int i = 0; i < count; i++) {
    if (layout->half) {
      memcpy(numbers + (i * KERNEL_ROWS + row) * 2, &values->halves[i], 2);
    } else {
      memcpy(numbers + (i * KERNEL_ROWS + row) * 4, &values->numbers[i], 4);
    }
  }
}

/// Q4_0 and Q4_1 pair columns in the file as they are paired here: four bytes move as one.
static void pack_nibbles(const kernel_layout *layout, const uint8_t *at, int row, uint8_t *block) {
  int count = layout->type == Q4_0 ? 1 : 2;
  for (int chunk = 0; chunk < 4; chunk++) {
    memcpy(block + (chunk * KERNEL_ROWS + row) * 4, at + 2 * count + 4 * chunk, 4);
  }
  for (int i = 0; i < count; i++) memcpy(block + 256 + (i * KERNEL_ROWS + row) * 2, at + 2 * i, 2);
}

static void pack_bytes(const uint8_t *at, int row, uint8_t *block) {
  for (int chunk = 0; chunk < 8; chunk++) {
    uint32_t four;
    memcpy(&four, at + 2 + 4 * chunk, 4);
    four ^= 0x80808080;
    memcpy(block + (chunk * KERNEL_ROWS + row) * 4, &four, 4);
  }
  memcpy(block + 512 + row * 2, at, 2);
}

void kernel_pack(const kernel_layout *layout, const void *source, int64_t rows, int64_t columns,
                 int64_t first, int64_t count, void *packed) {
  bool floats = layout->bits > 8;
  int64_t blocks = floats ? columns : columns / KERNEL_BLOCK;
  int64_t row_bytes = columns / layout->file_columns * layout->file_bytes;
  for (int64_t group = first; group < first + count; group++) {
    uint8_t *out = (uint8_t *)packed + group * blocks * layout->block_bytes;
    memset(out, 0, (size_t)(blocks * layout->block_bytes));
    for (int row = 0; row < KERNEL_ROWS && group * KERNEL_ROWS + row < rows; row++) {
      const uint8_t *in = (const uint8_t *)source + (group * KERNEL_ROWS + row) * row_bytes;
      for (int64_t b = 0; b < blocks; b++) {
        uint8_t *block = out + b * layout->block_bytes;
        if (floats) {
          size_t width = (size_t)layout->file_bytes;
          memcpy(block + (size_t)row * width, in + (size_t)b * width, width);
        } else if (layout->type == Q4_0 || layout->type == Q4_1) {
          pack_nibbles(layout, in + b * layout->file_bytes, row, block);
        } else if (layout->type == Q8_0) {
          pack_bytes(in + b * layout->file_bytes, row, block);
        } else {
          block_values values;
          unpack(layout, in, b, &values);
          pack_block(layout, &values, row, block);
        }
      }
    }
  }
}

void kernel_decode_row(const kernel_layout *layout, const void *row, int64_t columns,
                       float *values) {
  const uint8_t *at = row;
  if (layout->bits > 8) {
    for (int64_t i = 0; i < columns; i++) {
      if (layout->bits == 32) {
        memcpy(&values[i], at + 4 * i, 4);
      } else if (layout->brain) {
        values[i] = float_of((uint32_t)half_at(at + 2 * i) << 16);
      } else {
        values[i] = half_to_float(half_at(at + 2 * i));
      }
    }
    return;
  }
  int width = KERNEL_BLOCK / layout->scales;
  for (int64_t b = 0; b < columns / KERNEL_BLOCK; b++) {
    block_values block;
    unpack(layout, at, b, &block);
    float minimum = layout->minimum ? block.numbers[layout->scales] : 0;
    for (int i = 0; i < KERNEL_BLOCK; i++) {
      int integer = block.integers[i] - layout->offset;
      values[b * KERNEL_BLOCK + i] =
          __builtin_fmaf(block.numbers[i / width], (float)integer, minimum);
    }
  }
}
