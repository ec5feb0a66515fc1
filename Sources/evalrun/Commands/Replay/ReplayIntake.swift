import EvalKit

/// The sessions that could be read, and what was refused; nothing is left out in silence.
struct ReplayIntake: Sendable {
  /// The sessions, in the order of the inputs.
  private(set) var sessions: [RecordedSession] = []
  /// What was refused, one message each.
  private(set) var refusals: [String] = []
  /// What was odd in what was read, and how often.
  private(set) var notes: [(message: String, place: String, transcripts: Int)] = []
  /// Zero, or why something was refused: a missing file before bad data.
  private(set) var exitCode = ExitCode.done

  /// How many transcripts were to be read.
  var tried: Int { sessions.count + refusals.count }

  /// Reads what `replay` is told to.
  ///
  /// - Throws: ``Failure`` where nothing can be replayed.
  init(_ options: ReplayOptions, console: Console) throws {
    try self.init(
      options.inputs, verb: "replay", format: options.format, select: options.select,
      imageTokens: options.imageTokens?.value, console: console)
  }

  /// Reads the inputs; a refusal is noted at once and reading goes on.
  ///
  /// - Throws: ``Failure`` where none is left for the verb.
  init(
    _ inputs: [String], verb: String, format: String?, select: String?, imageTokens: Int?,
    console: Console
  ) throws {
    let format = try Inputs.format(format)
    let imageTokens = imageTokens ?? NeutralRenderer.defaultImageTokens
    for path in inputs {
      do {
        if let cases = try Inputs.cases(path) {
          for value in cases {
            try Task.checkCancellation()
            sessions.append(
              RecordedSession(
                value.transcript, label: "\(path)#\(value.id)", imageTokens: imageTokens))
          }
          continue
        }
        let results = try Inputs.eachTranscript(path, format: format, select: select)
        for result in results {
          try Task.checkCancellation()
          switch result {
          case .success(let imported): add(imported, imageTokens: imageTokens)
          case .failure(let error):
            refuse(Failure(.badData, error.description), console: console)
          }
        }
      } catch let failure as Failure {
        refuse(failure, console: console)
      }
    }
    for note in notes {
      let others = note.transcripts > 1 ? " and \(note.transcripts - 1) more" : ""
      console.note("note: \(note.place)\(others): \(note.message)")
    }
    guard !sessions.isEmpty else {
      throw Failure(exitCode, "nothing to \(verb): tried \(tried), refused \(refusals.count)")
    }
  }

  private mutating func refuse(_ failure: Failure, console: Console) {
    refusals.append(failure.description)
    if exitCode != .missingInput { exitCode = failure.code }
    console.note("evalrun: \(failure.description)")
  }

  private mutating func add(_ imported: ImportedTranscript, imageTokens: Int) {
    sessions.append(RecordedSession(imported, imageTokens: imageTokens))
    for note in imported.notes {
      if let known = notes.firstIndex(where: { $0.message == note.message }) {
        notes[known].transcripts += 1
      } else {
        notes.append((note.message, imported.label, 1))
      }
    }
  }
}
