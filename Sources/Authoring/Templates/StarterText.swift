/// The files that `new` begins a set or a case with: they load and pass `check` as they are, and say in
/// comments what to put in their place.
public enum StarterText {
  /// A case with one of everything.
  ///
  /// - Parameter id: Its id; letters, digits, `-`, `_`, `.` and `:`.
  public static func caseText(id: String) -> String {
    caseBody.replacing("ID", by: id)
  }

  /// A set with one case.
  ///
  /// - Parameter id: The set's id.
  /// - Returns: the text of each file, by its path from the set's folder, in the order of paths.
  public static func setFiles(id: String) -> [(path: String, text: String)] {
    [
      ("README.md", readme.replacing("ID", by: id)),
      ("cases/first-case.json5", caseText(id: "first-case")),
      ("evalset.json5", manifest.replacing("ID", by: id)),
    ]
  }

  private static let manifest = """
    // A set: cases that are measured together.
    {
      version: 1,
      id: "ID",
      title: "What the set is about, on one line",
      description: "What it measures, and for whom.",
      license: "Apache-2.0",  // an SPDX identifier; the set's, not the tool's
      cases: ["cases/*.json5"],
      defaults: {
        // The windows to run at, in tokens or as a share of each session's own peak ("50%").
        contexts: ["50%"],
        reserve: 512,
        // The policies that are compared where a command line names none; 'evalrun strategies' lists them.
        strategies: ["rolling-window(entries: 10)", "drop-completed-tool-calls"],
        // The difference that the set is meant to detect, in points of recall: 'check' says if it cannot.
        // detects: 6,
      },
      // Warnings of 'check' that are right to stay, with the reason:
      // accepts: [{ warning: "restated", of: "first-case/order", because: "it is what the session is about" }],
    }

    """

  private static let readme = """
    # ID

    What the set measures, in a sentence or two.

        evalrun check PATH/ID
        evalrun run PATH/ID

    ## How it was made

    Where the sessions come from, who wrote the questions, what was changed.

    ## What it cannot show

    What a reader must not conclude from it.

    """
}

extension String {
  /// The text with every whole word of capitals that is `name` replaced.
  fileprivate func replacing(_ name: String, by value: String) -> String {
    var result = ""
    var word = ""
    func isPart(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    for scalar in unicodeScalars {
      if isPart(scalar) {
        word.unicodeScalars.append(scalar)
        continue
      }
      result += word == name ? value : word
      word = ""
      result.unicodeScalars.append(scalar)
    }
    return result + (word == name ? value : word)
  }
}
