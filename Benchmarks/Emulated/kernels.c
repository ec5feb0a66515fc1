// Every kernel of a table on inputs of a small generator, and a digest of each output: a line each,
// `TABLE WHAT DIGEST`. Built with -DHOSTED it is a program that takes the names of tables; without,
// it is what the emulator boots, and runs all of them.

#include "lines.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

// ---------------------------------------------------------------- matrix products

typedef struct {
  int32_t type;
  const char *name;
  int halves;    // half floats of a file's block that are scales or minima
  int first;     // where they stand
} weights;

static const weights types[] = {
    {0, "F32", 0, 0},   {1, "F16", 0, 0},   {2, "Q4_0", 1, 0},   {3, "Q4_1", 2, 0},
    {6, "Q5_0", 1, 0},  {7, "Q5_1", 2, 0},  {8, "Q8_0", 1, 0},   {12, "Q4_K", 2, 0},
    {13, "Q5_K", 2, 0}, {14, "Q6_K", 1, 208}, {30, "BF16", 0, 0},
};
static const int counts[] = {1, 3, 4, 7, 8, 9, 13};

enum { ROWS = 64, COLUMNS = 512, TOKENS = 13, GAP = 16 };

static uint8_t source[ROWS * COLUMNS * 4], packed[ROWS * COLUMNS * 4] __attribute__((aligned(64)));
static float values[TOKENS * COLUMNS], scales[TOKENS * COLUMNS], scaled[TOKENS * COLUMNS];
static int8_t quants[TOKENS * COLUMNS];
static int32_t sums[TOKENS * COLUMNS];
static float out[TOKENS * (ROWS + GAP)];

/// A block as a file has it. Three rows have the largest integers, the smallest, and the sign alone.
static void fill_block(const weights *type, const kernel_layout *layout, int64_t row, uint8_t *block) {
  if (type->type == 0) {
    float value = some_float(1);
    memcpy(block, &value, sizeof value);
    return;
  }
  if (layout->bits == 16) {
    uint16_t half = some_half();
    if (layout->brain) half = (uint16_t)((half & 0x807F) | (100 + some_bits() % 28) << 7);
    memcpy(block, &half, sizeof half);
    return;
  }
  for (int i = 0; i < layout->file_bytes; i++) {
    block[i] = row == 0 ? 0xFF : row == 1 ? 0 : row == 2 ? 0x80 : (uint8_t)some_bits();
  }
  for (int i = 0; i < type->halves; i++) {
    uint16_t half = some_half();
    memcpy(block + type->first + 2 * i, &half, sizeof half);
  }
}

/// Tokens of all kinds: the largest integers, their opposites, zeros, sizes far apart, and any.
static void fill_token(float *token, int64_t columns, int kind) {
  for (int64_t i = 0; i < columns; i++) {
    float any = some_float(4);
    switch (kind % 8) {
      case 1: any = 3; break;
      case 2: any = i % 2 ? 3 : -3; break;
      case 3: any = i % 3 ? -0.0f : 0; break;
      case 5: any = any * float_of((uint32_t)(1 + some_bits() % 160) << 23); break;
      case 6: any = i / KERNEL_BLOCK % 2 ? any : 0; break;
    }
    token[i] = any;
  }
}

static void products(const kernel_table *table, const weights *type, int64_t rows, int64_t columns) {
  kernel_layout layout;
  if (!kernel_layout_of(type->type, &layout)) return;
  int64_t blocks = columns / layout.file_columns, groups = (rows + KERNEL_ROWS - 1) / KERNEL_ROWS;
  for (int64_t i = 0; i < rows * blocks; i++) {
    fill_block(type, &layout, i / blocks, source + i * layout.file_bytes);
  }
  kernel_pack(&layout, source, rows, columns, 0, groups, packed);
  line(packed, kernel_packed_size(&layout, rows, columns), "pack %s %dx%d", type->name, (int)rows,
       (int)columns);
  int64_t last = (rows - 1) * blocks * layout.file_bytes;
  kernel_decode_row(&layout, source + last, columns, values);
  line(values, (size_t)columns * sizeof *values, "decode %s %dx%d", type->name, (int)rows,
       (int)columns);
  for (int i = 0; i < COUNT(counts); i++) {
    int64_t tokens = counts[i], stride = groups * KERNEL_ROWS + GAP;
    for (int64_t t = 0; t < tokens; t++) {
      fill_token(values + t * columns, columns, tokens == 1 ? (int)rows : (int)t);
    }
    // Integers of the plain kernel, so that a mistake in quantising is not one of every product.
    kernel_table_scalar.quantise(values, tokens, columns, quants, scales, sums, scaled);
    kernel_activations activations = {values, quants, scales, sums, scaled};
    clear(out, sizeof out);
    table->matmul(&layout, packed, columns, &activations, tokens, 0, 1, out, stride);
    if (groups > 1) {
      table->matmul(&layout, packed, columns, &activations, tokens, 1, groups - 1, out, stride);
    }
    line(out, sizeof out, "matmul %s %dx%d, %d tokens", type->name, (int)rows, (int)columns,
         (int)tokens);
  }
}

static void all_products(const kernel_table *table) {
  for (int i = 0; i < COUNT(types); i++) {
    kernel_layout layout;
    kernel_layout_of(types[i].type, &layout);
    bool large = layout.file_columns == 256, floats = layout.bits > 8;
    products(table, &types[i], 5, large ? 256 : floats ? 19 : 32);
    products(table, &types[i], 16, large ? 256 : floats ? 64 : 96);
    products(table, &types[i], 37, large ? 512 : floats ? 130 : 160);
    products(table, &types[i], 64, large ? 256 : 288);
  }
}

static void quantising(const kernel_table *table) {
  for (int kind = 0; kind < 8; kind++) {
    for (int columns = 32; columns <= 512; columns *= 4) {
      int tokens = columns > 32 ? 3 : 1;
      for (int t = 0; t < tokens; t++) fill_token(values + t * columns, columns, kind);
      clear(quants, sizeof quants);
      clear(scales, sizeof scales);
      clear(sums, sizeof sums);
      clear(scaled, sizeof scaled);
      table->quantise(values, tokens, columns, quants, scales, sums, scaled);
      line(quants, sizeof quants, "quantise kind %d, %dx%d, integers", kind, tokens, columns);
      line(scales, sizeof scales, "quantise kind %d, %dx%d, scales", kind, tokens, columns);
      line(sums, sizeof sums, "quantise kind %d, %dx%d, sums", kind, tokens, columns);
      line(scaled, sizeof scaled, "quantise kind %d, %dx%d, products", kind, tokens, columns);
    }
  }
}

// ---------------------------------------------------------------- attention

enum { PAGES = 3, DIMENSIONS = 128, POSITIONS = 600, BETWEEN = 32 };

static uint16_t keys[PAGES][KERNEL_PAGE * DIMENSIONS], contents[PAGES][KERNEL_PAGE * DIMENSIONS];
static float queries[4 * (DIMENSIONS + BETWEEN)], mixed[4 * (DIMENSIONS + BETWEEN)];
static float scratch[4 * 608] __attribute__((aligned(64)));

enum { NUMBERS, ANY_BITS, TIES };
static const char *const kinds[] = {"numbers", "any bits", "ties"};

/// Ties stand alone, for the emulator rounds those wrongly: among the others is none.
static float stored(int kind) {
  float x = some_float(2);
  // Near ties, numbers too small or too large for a half float, infinities, and what is no number.
  if (kind == ANY_BITS) {
    uint32_t bits = some_bits();
    if (bits % 2) bits = (bits & 0x807FFFFF) | (100 + some_bits() % 45) << 23;
    x = float_of(bits);
    if (bits % 8 == 0) x = float_of(bits_of(tie()) + (bits & 16 ? 1 : -1));
  }
  if (kind == TIES) return tie();
  return is_tie(x) ? float_of(bits_of(x) + 1) : x;
}

static void fill_pages(const kernel_table *table, int dimensions, int kind) {
  memset(keys, 0, sizeof keys);
  memset(contents, 0, sizeof contents);
  for (int position = 0; position < POSITIONS; position++) {
    float key[DIMENSIONS], value[DIMENSIONS];
    for (int i = 0; i < dimensions; i++) key[i] = stored(kind), value[i] = stored(kind);
    int page = position / KERNEL_PAGE;
    table->store(key, value, dimensions, position % KERNEL_PAGE, keys[page], contents[page]);
  }
}

static void attention(const kernel_table *table, int dimensions) {
  for (int kind = NUMBERS; kind <= TIES; kind++) {
    fill_pages(table, dimensions, kind);
    line(keys, sizeof keys, "store %d dimensions, %s, keys", dimensions, kinds[kind]);
    line(contents, sizeof contents, "store %d dimensions, %s, values", dimensions, kinds[kind]);
  }
  fill_pages(&kernel_table_scalar, dimensions, NUMBERS);
  const uint16_t *key_pages[PAGES], *value_pages[PAGES];
  for (int i = 0; i < PAGES; i++) key_pages[i] = keys[i], value_pages[i] = contents[i];
  static const int lengths[] = {4, 16, 17, 33, 255, 256, 257, 259, 515, 600};
  static const int fewer[4] = {0, 1, 2, 3}, mixture[4] = {3, 0, 1, 0};
  for (int count = 1; count <= 4; count++) {
    for (int i = 0; i < COUNT(lengths); i++) {
      // Queries of neighbouring positions, in order for even lengths and in none for odd ones.
      int64_t seen[4], stride = dimensions + BETWEEN;
      for (int q = 0; q < count; q++) {
        seen[q] = lengths[i] - (lengths[i] % 2 ? mixture[q] : fewer[count - 1 - q]);
      }
      fill(queries, count * stride, 0.5f);
      clear(mixed, sizeof mixed);
      table->attend(queries, stride, count, seen, key_pages, value_pages, dimensions, scratch, mixed);
      line(mixed, sizeof mixed, "attend %d dimensions, %d queries, %d positions", dimensions, count,
           lengths[i]);
    }
  }
}

// ---------------------------------------------------------------- the rest

static const int lengths_of_all[] = {1, 15, 16, 17, 31, 64, 1000};

static void fill_both(int64_t count, float size) {
  fill(values, count, size);
  fill(scaled, count, 2);
}

static void elementwise(const kernel_table *table) {
  for (int i = 0; i < COUNT(lengths_of_all); i++) {
    int count = lengths_of_all[i];
    size_t bytes = sizeof values;
    clear(values, sizeof values);
    fill_both(count, 128);
    table->silu_multiply(values, scaled, count);
    line(values, bytes, "silu_multiply %d", count);
    fill_both(count, 128);
    table->add(values, scaled, count);
    line(values, bytes, "add %d", count);
    fill_both(count, 128);
    table->scale(values, some_float(2), count);
    line(values, bytes, "scale %d", count);
    for (int size = 1; size <= 256; size *= 16) {
      fill_both(count, (float)size);
      values[COUNT(values) - 1] = table->exponentials(values, count);
      line(values, bytes, "exponentials %d, up to %d", count, size);
    }
  }
  static const int columns[] = {1, 31, 64, 500};
  for (int tokens = 1; tokens <= TOKENS; tokens += tokens == 1 ? 6 : tokens == 9 ? 4 : 1) {
    for (int i = 0; i < COUNT(columns); i++) {
      clear(scales, sizeof scales);
      fill_both(tokens * columns[i], i % 2 ? 0x1p-10f : 8);
      table->rms_norm(values, scaled, tokens, columns[i], 1e-5f, scales);
      line(scales, sizeof scales, "rms_norm %dx%d", tokens, columns[i]);
      table->rms_norm(values, scaled, tokens, columns[i], 1e-5f, values);
      line(values, sizeof values, "rms_norm %dx%d, in place", tokens, columns[i]);
    }
  }
  static const int halves[] = {1, 20, 32, 64};
  for (int i = 0; i < COUNT(halves); i++) {
    for (int adjacent = 0; adjacent <= 1; adjacent++) {
      clear(values, sizeof values);
      fill_both(3 * DIMENSIONS, 4);
      fill(scales, halves[i], 1);
      table->rotate(values, 3, DIMENSIONS, halves[i], adjacent, scales, scaled);
      line(values, sizeof values, "rotate %d pairs, %s", halves[i], adjacent ? "adjacent" : "halves");
    }
  }
}

/// What all tables share: it is compiled for each machine all the same.
static void functions(void) {
  double results[4 * 64];
  for (int i = 0; i < 64; i++) {
    double x = (double)some_float(32);
    results[4 * i] = kernel_exp(x);
    results[4 * i + 1] = kernel_log(x * x);
    kernel_cos_sin(100 * x, &results[4 * i + 2], &results[4 * i + 3]);
  }
  line(results, sizeof results, "exp, log, cos and sin");
  uint16_t halves[1024];
  for (int i = 0; i < 1024; i++) halves[i] = float_to_half(half_to_float((uint16_t)some_bits()));
  line(halves, sizeof halves, "halves to floats and back");
}

static void every_kernel(const char *name, const kernel_table *table) {
  table_name = name;
  generator = 20240607;
  functions();
  quantising(table);
  all_products(table);
  attention(table, 64);
  attention(table, 128);
  elementwise(table);
}

#ifdef HOSTED

#include <stdio.h>

void put(const char *text) { fputs(text, stdout); }

int main(int count, char **names) {
  for (int i = 1; i < count; i++) {
    if (!strcmp(names[i], "scalar")) every_kernel("scalar", &kernel_table_scalar);
    if (!strcmp(names[i], "avx2")) every_kernel("avx2", &kernel_table_avx2);
    if (!strcmp(names[i], "avx512")) every_kernel("avx512", &kernel_table_avx512);
  }
  put("DONE\n");
}

#else

/// Prints how many instructions a product of Q4_1 takes: in the emulator each is a tick of the clock.
static void price(const char *name, const kernel_table *table) {
  table_name = name;
  kernel_layout layout;
  kernel_layout_of(3, &layout);
  kernel_activations activations = {values, quants, scales, sums, scaled};
  for (int tokens = 1; tokens <= 8; tokens += 7) {
    uint64_t start = __builtin_ia32_rdtsc();
    table->matmul(&layout, packed, COLUMNS, &activations, tokens, 0, ROWS / KERNEL_ROWS, out, ROWS);
    uint64_t spent = __builtin_ia32_rdtsc() - start;
    line(0, 0, "%d %d %d", tokens, (int)spent, tokens * ROWS * COLUMNS);
  }
}

void run(void) {
  if (machine_start()) {
    price("price avx512", &kernel_table_avx512);
    price("price avx2", &kernel_table_avx2);
    every_kernel("avx512", &kernel_table_avx512);
    every_kernel("avx2", &kernel_table_avx2);
    every_kernel("scalar", &kernel_table_scalar);
    put("DONE\n");
  }
  machine_stop();
}

#endif
