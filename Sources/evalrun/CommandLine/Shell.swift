/// A shell that completions can be made for.
enum Shell: String, OptionValue, CaseIterable {
  case bash, zsh, fish
}
