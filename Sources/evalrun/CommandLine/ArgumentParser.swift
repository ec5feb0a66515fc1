/// Reads arguments into options: a pure function of a table of parameters.
///
/// Understands `--name value`, `--name=value`, `-n value`, `-nvalue`, `-` as an argument, and `--`,
/// after which everything is an argument.
struct ArgumentParser<Options>: Sendable {
  /// The table.
  let parameters: [Parameter<Options>]

  /// Makes a parser.
  init(_ parameters: [Parameter<Options>]) { self.parameters = parameters }

  /// Reads arguments.
  ///
  /// - Throws: ``UsageError`` at the first mistake.
  func parse(_ arguments: [String], into defaults: Options) throws(UsageError) -> Options {
    var options = defaults
    var positional: [String] = []
    var seen: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        positional.append(contentsOf: rest)
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        positional.append(argument)
        continue
      }
      let (parameter, name, attached) = try option(argument)
      let description = parameter.description
      if !description.isRepeated, !seen.insert(description.name).inserted {
        throw .repeated(name)
      }
      if description.kind == .flag {
        if let attached { throw .unexpectedValue(option: name, value: attached) }
        try apply(parameter, "", name: name, to: &options)
        continue
      }
      guard let value = attached ?? rest.popFirst() else {
        throw .missingValue(option: name, placeholder: description.placeholder)
      }
      try apply(parameter, value, name: name, to: &options)
    }
    try place(positional, in: &options)
    return options
  }

  /// The option an argument names, and a value written onto it.
  private func option(_ argument: String) throws(UsageError) -> (
    parameter: Parameter<Options>, name: String, attached: String?
  ) {
    let named = parameters.filter { $0.description.kind != .argument }
    var name = argument
    var attached: String?
    if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
      name = String(argument[..<equals])
      attached = String(argument[argument.index(after: equals)...])
    } else if !argument.hasPrefix("--"), argument.count > 2 {
      // `-j4`; a long name with one dash is not split, so that its near miss can be found.
      let short = String(argument.prefix(2))
      if named.contains(where: {
        $0.description.kind == .option && $0.description.names.contains(short)
      }
      ) {
        name = short
        attached = String(argument.dropFirst(2))
      }
    }
    if let found = named.first(where: { $0.description.names.contains(name) }) {
      return (found, name, attached)
    }
    let known = named.flatMap(\.description.names).filter { $0.hasPrefix("--") } + ["--help"]
    throw .unknownOption(name, known: known)
  }

  /// Hands the arguments given by place to the parameters that take them.
  private func place(_ values: [String], in options: inout Options) throws(UsageError) {
    var values = values[...]
    for parameter in parameters where parameter.description.kind == .argument {
      let description = parameter.description
      if values.isEmpty, description.isRequired {
        throw .missingArgument(description.placeholder)
      }
      let taken = description.isRepeated ? values.count : min(1, values.count)
      for value in values.prefix(taken) {
        try apply(parameter, value, name: description.placeholder, to: &options)
      }
      values = values.dropFirst(taken)
    }
    if !values.isEmpty { throw .unexpectedArguments(Array(values)) }
  }

  private func apply(
    _ parameter: Parameter<Options>, _ value: String, name: String, to options: inout Options
  ) throws(UsageError) {
    do {
      try parameter.apply(value, &options)
    } catch {
      throw .badValue(option: name, value: value, expected: error.expected)
    }
  }
}
