import EvalKit
import EvalKitTesting
import Foundation
import Testing

extension Corpora {
  /// The sessions of the folders whose names begin so, each with a name, by file.
  static func transcripts(_ folders: [String]) throws -> [(name: String, transcript: Transcript)] {
    let root = try #require(folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
    return try paths.filter { path in
      folders.contains { path.hasPrefix($0) }
        && (path.hasSuffix(".json") || path.hasSuffix(".jsonl"))
    }.flatMap { path in
      let bytes = Array(try Data(contentsOf: root.appending(path: path)))
      return try TranscriptImporter.read(bytes, file: path).map {
        ("\(path) \($0.label)", $0.transcript)
      }
    }
  }

  /// Up to 20 of some places, drawn by a name.
  static func drawn<Place>(_ places: [Place], from name: String) -> [Place] {
    guard places.count > 20 else { return places }
    var hash = StableHash()
    hash.combine(name)
    var random = SplitMix64(seed: hash.value)
    let drawn = Set(Array(places.indices).shuffled(using: &random).prefix(20))
    return places.indices.filter(drawn.contains).map { places[$0] }
  }
}
