import EvalKit
import Foundation

/// What the page does, in plain JavaScript.
enum PageScript {
  /// The content of `script`.
  static let text = """
    (() => {
    "use strict";
    \([model, fields, checking, transcript, selecting, panels, page].joined(separator: "\n\n"))
    })();
    """

  /// The digest that the page's own policy allows: no other script runs in it.
  static let digest: String = {
    var digest = SHA256()
    digest.update(Array(text.utf8))
    return "sha256-" + Data(digest.finished()).base64EncodedString()
  }()
}
