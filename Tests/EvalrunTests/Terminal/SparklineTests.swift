import Testing

@testable import evalrun

struct SparklineTests {
  @Test(
    arguments: [
      ([0, 1, 2, 3, 4, 5, 6, 7], "▁▂▃▄▅▆▇█"),
      ([0.71, 0.72, 0.70], "▅█▁"),
      ([-1, nil, 1], "▁ █"),
      ([3, 3, nil, 3], "▄▄ ▄"),
      ([nil, nil], "  "),
      ([], ""),
      ([.infinity, 1, 2], " ▁█"),
    ] as [([Double?], String)])
  func `numbers are bars from the least to the greatest`(values: [Double?], bars: String) {
    #expect(Sparkline.of(values) == bars)
  }
}
