extension SpecParser {
  /// Whether a program may be named here.
  func checkConsent(_ name: String, at start: SpecToken) throws {
    switch access.programs {
    case .anywhere: return
    case .typed where trail.isEmpty: return
    case .typed:
      throw error(
        "'\(name)' runs a program, and this saved pipeline names it; --allow-exec lets it",
        at: start)
    case .nowhere:
      throw error("'\(name)' runs a program; a set can name none", at: start)
    }
  }

  /// Reads the path after `@` and the pipeline saved there.
  mutating func saved(at start: SpecToken) throws -> [Stage] {
    let written: String
    switch token.kind {
    case .word(let path): written = path
    case .string(let path): written = path
    case .number, .symbol, .end: throw unexpected("the path of a saved pipeline after '@'")
    }
    let place = start.range.lowerBound..<token.range.upperBound
    position += 1
    guard let read = access.read else {
      throw error("saved pipelines cannot be read here; write the stages out", at: place)
    }
    let path =
      written.hasPrefix("/") ? written : SpecAccess.folder(of: trail.last ?? "") + written
    guard !trail.contains(path) else {
      throw error("the saved pipeline '\(path)' names itself", at: place)
    }
    guard trail.count < 8 else {
      throw error("saved pipelines name one another more than 8 deep", at: place)
    }
    do {
      let saved = try SavedPipeline(try read(path), file: path)
      var stages: [Stage] = []
      for stage in saved.stages {
        do {
          var parser = try SpecParser(
            stage.text, catalog: catalog, access: access, trail: trail + [path])
          stages += try parser.wholePipeline().stages
        } catch let fault as SpecError {
          throw SpecError(
            "\(path):\(stage.place.description): \(fault.problem)", suggestion: fault.suggestion,
            source: fault.source, column: fault.column, length: fault.length)
        }
      }
      savedName = saved.name
      return stages
    } catch let fault as FileReaderError {
      throw error(fault.description, at: place)
    } catch let fault as SavedPipelineError {
      throw error(fault.description, at: place)
    }
  }
}
