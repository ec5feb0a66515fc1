// Exponential, logarithm, sine and cosine in double precision, of additions, products and fused
// multiply-adds alone: the same bits on every platform, which no C library promises another.

#include "paths.h"

#pragma STDC FP_CONTRACT OFF

static double power_of_two(int exponent) {
  uint64_t bits = (uint64_t)(exponent + 1023) << 52;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

double kernel_exp(double x) {
  if (!(x > -708)) return 0;
  if (x > 709) x = 709;
  const double shift = 6755399441055744.0;  // 1.5 * 2^52
  double n = (x * 1.4426950408889634 + shift) - shift;
  double r = fma(n, -0.6931471803691238, x);
  r = fma(n, -1.9082149292705877e-10, r);
  double term = 1;
  for (int k = 16; k >= 1; k--) term = fma(term, r / k, 1);
  int whole = (int)n, first = whole / 2;
  return term * power_of_two(first) * power_of_two(whole - first);
}

double kernel_log(double x) {
  if (!(x > 0)) return -INFINITY;
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  int exponent = (int)(bits >> 52) - 1023;
  bits = (bits & 0xFFFFFFFFFFFFF) | 0x3FF0000000000000;
  double m;
  memcpy(&m, &bits, sizeof m);
  if (m > 1.4142135623730951) {
    m = m * 0.5;
    exponent++;
  }
  // ln m = 2 artanh((m - 1) / (m + 1)).
  double s = (m - 1) / (m + 1), square = s * s, sum = 0;
  for (int k = 25; k >= 1; k -= 2) sum = fma(sum, square, 1.0 / k);
  return fma((double)exponent, 0.6931471803691238,
             fma((double)exponent, 1.9082149292705877e-10, 2 * s * sum));
}

void kernel_cos_sin(double x, double *cosine, double *sine) {
  const double shift = 6755399441055744.0;
  double n = (x * 0.6366197723675814 + shift) - shift;
  // Pi / 2 in three parts.
  double r = fma(n, -1.5707963267341256, x);
  r = fma(n, -6.077100506303966e-11, r);
  r = fma(n, -2.0222662487959506e-21, r);
  double square = r * r, s = 1, c = 1;
  for (int k = 10; k >= 1; k--) {
    s = fma(s, -square / ((2 * k) * (2 * k + 1)), 1);
    c = fma(c, -square / ((2 * k - 1) * (2 * k)), 1);
  }
  s = s * r;
  switch ((int64_t)n & 3) {
    case 0: *cosine = c, *sine = s; break;
    case 1: *cosine = -s, *sine = c; break;
    case 2: *cosine = -c, *sine = -s; break;
    default: *cosine = s, *sine = -c;
  }
}
