#ifndef KERNELS_H
#define KERNELS_H

// The arithmetic of a transformer, the same bits on every instruction set.
//
// One rule makes it so: work is spread across outputs (rows, positions, head dimensions), never
// across a reduction. Every output has one accumulator, its terms come in index order, and every
// product that is added is a fused multiply-add. How wide the machine is then changes only how many
// outputs are computed at once.
//
// Nothing here allocates, keeps state or checks bounds: shapes are the caller's word.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An instruction set. Its paths differ in speed alone.
typedef enum {
  KERNEL_SCALAR = 0,
  KERNEL_AVX2 = 1,
  KERNEL_AVX512 = 2,  // with VNNI
  KERNEL_NEON = 3,
} kernel_path;

/// Whether this machine has it.
bool kernel_path_available(int32_t path);
/// The widest this machine has.
int32_t kernel_path_best(void);

// ---------------------------------------------------------------- weights

/// Rows a packed matrix is made of: this many at a time.
#define KERNEL_ROWS 16
/// Columns of a quantised block.
#define KERNEL_BLOCK 32

/// How a tensor type of GGUF is packed.
typedef struct {
  int32_t type;          // GGUF's number
  int32_t bits;          // 4, 8: quantised integers; 16, 32: floats
  int32_t offset;        // subtracted from every stored integer
  int32_t scales;        // scales a row and block: 1, or 2 (16 columns each)
  bool minimum;          // whether a value is added to every column of a block
  bool half;             // whether scales and minima are stored as half floats
  bool brain;            // of 16-bit floats: bfloat16
  int32_t file_columns;  // columns of a block in the file
  int32_t file_bytes;    // bytes of such a block
  int64_t block_bytes;   // bytes packed, of 16 rows x 32 columns (floats: 16 rows x 1 column)
} kernel_layout;

/// The layout of a tensor type; false where the type is none of those that are supported:
/// F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q4_K, Q5_K, Q6_K.
bool kernel_layout_of(int32_t type, kernel_layout *layout);
/// Bytes of a packed matrix; columns are a multiple of the file's block.
size_t kernel_packed_size(const kernel_layout *layout, int64_t rows, int64_t columns);
/// Packs groups [first, first + count) of 16 rows, `source` being the whole tensor as the file has
/// it, `packed` the whole packed matrix. Rows past the last are zero.
void kernel_pack(const kernel_layout *layout, const void *source, int64_t rows, int64_t columns,
                 int64_t first, int64_t count, void *packed);
/// The numbers of `columns` columns of one row as the file has it.
void kernel_decode_row(const kernel_layout *layout, const void *row, int64_t columns, float *values);

// ---------------------------------------------------------------- activations

/// Quantises `tokens` rows of `columns` numbers (a multiple of 32) to integers of -127...127.
///
/// quants [tokens][columns]; scales, sums and scaled [tokens][columns / 32]: a block's scale, the
/// sum of its integers, and their product.
void kernel_quantise(int32_t path, const float *values, int64_t tokens, int64_t columns,
                     int8_t *quants, float *scales, int32_t *sums, float *scaled);

/// Activations in both forms; of the quantised ones only weights of 4 and 8 bits take note.
typedef struct {
  const float *values;  // [tokens][columns]
  const int8_t *quants;
  const float *scales;
  const int32_t *sums;
  const float *scaled;
} kernel_activations;

/// out[token][row] = weights[row] . activations[token], for groups [first, first + count) of 16
/// rows. `stride` is the distance of tokens in `out`, at least the rows rounded up to 16.
void kernel_matmul(int32_t path, const kernel_layout *layout, const void *packed, int64_t columns,
                   const kernel_activations *activations, int64_t tokens, int64_t first,
                   int64_t count, float *out, int64_t stride);

// ---------------------------------------------------------------- attention

/// Positions a page of keys and values holds.
#define KERNEL_PAGE 256

/// Puts a position's key and value of one head into a page, as half floats.
///
/// Keys are [position / 16][dimension][16], values [dimension / 16][position][16].
void kernel_store(int32_t path, const float *key, const float *value, int64_t dimensions,
                  int64_t position, uint16_t *keys, uint16_t *values);

/// out[query] = softmax(queries[query] . keys) . values, of one head of keys and values.
///
/// keys, values: pages, in order. queries, out: [count][stride], `dimensions` (a multiple of 16)
/// numbers each, the scale already in the queries. Query i sees positions [0, seen[i]).
/// scratch: count * (the most seen, rounded up to 16) numbers; at most 4 queries.
void kernel_attend(int32_t path, const float *queries, int64_t stride, int64_t count,
                   const int64_t *seen, const uint16_t *const *keys, const uint16_t *const *values,
                   int64_t dimensions, float *scratch, float *out);

// ---------------------------------------------------------------- the rest

/// out = x / sqrt(mean(x^2) + epsilon) * weight, for `tokens` rows; in place is allowed.
void kernel_rms_norm(int32_t path, const float *x, const float *weight, int64_t tokens,
                     int64_t columns, float epsilon, float *out);
/// Rotates `heads` heads of one token: pairs (i, i + half) or, where `adjacent`, (2i, 2i + 1), of
/// the first 2 * half dimensions.
void kernel_rotate(int32_t path, float *x, int64_t heads, int64_t dimensions, int64_t half,
                   bool adjacent, const float *cosines, const float *sines);
/// gate = silu(gate) * up.
void kernel_silu_multiply(int32_t path, float *gate, const float *up, int64_t count);
/// x += y.
void kernel_add(int32_t path, float *x, const float *y, int64_t count);
/// x *= factor.
void kernel_scale(int32_t path, float *x, float factor, int64_t count);
/// x = exp(x - maximum), the largest of x being subtracted; what it was is returned.
float kernel_exponentials(int32_t path, float *x, int64_t count);

/// e^x, ln x, cos x and sin x to within 1e-14, the same bits everywhere: the C library's differ.
double kernel_exp(double x);
double kernel_log(double x);
void kernel_cos_sin(double x, double *cosine, double *sine);

/// A half float's number, and the nearest half float of a number (ties to even).
float kernel_half_to_float(uint16_t half);
uint16_t kernel_float_to_half(float value);

#ifdef __cplusplus
}
#endif

#endif
