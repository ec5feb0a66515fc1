/// One parameter of a command: parsing, help, validation and completions read the same value.
struct Parameter<Options>: Sendable {
  /// What help and completions are told.
  var description: ParameterDescription
  /// Puts a value in the options.
  let apply: @Sendable (_ value: String, _ options: inout Options) throws(BadValue) -> Void
}

/// A value that could not be read, and what was expected.
///
/// By itself and not in the generic type: an error whose type depends on a type parameter makes the
/// optimiser of Swift 6.3 fail where the module is built for testing.
struct BadValue: Error {
  var expected: String
}

/// What help, validation and completions know of a parameter.
struct ParameterDescription: Hashable, Sendable {
  /// How it is given.
  enum Kind: Hashable, Sendable {
    /// By its place.
    case argument
    /// By its name, alone.
    case flag
    /// By its name, with a value.
    case option
  }

  /// What a shell may complete a value with.
  enum Completion: Hashable, Sendable {
    case none
    case files
    case folders
    case words([String])
  }

  /// How it is given.
  var kind: Kind
  /// The names, the short one first; the name of an argument.
  var names: [String]
  /// What stands for the value in help.
  var placeholder = ""
  /// Whether it may be given more than once.
  var isRepeated = false
  /// Whether the command needs it.
  var isRequired = false
  /// What a shell may complete a value with.
  var completion = Completion.none
  /// One sentence.
  var help: String

  /// The long name.
  var name: String { names.last ?? "" }
  /// The way help writes it: `-s, --strategy SPEC`.
  var spelling: String {
    switch kind {
    case .argument: placeholder
    case .flag: names.joined(separator: ", ")
    case .option: names.joined(separator: ", ") + " " + placeholder
    }
  }
}

extension Parameter {
  /// A flag that sets a Boolean.
  static func flag(
    _ names: String..., to path: any WritableKeyPath<Options, Bool> & Sendable, help: String
  ) -> Parameter {
    Parameter(description: ParameterDescription(kind: .flag, names: names, help: help)) {
      $1[keyPath: path] = true
    }
  }

  /// An option with one value.
  static func option<Value: OptionValue>(
    _ names: String..., value placeholder: String,
    to path: any WritableKeyPath<Options, Value?> & Sendable,
    completion: ParameterDescription.Completion = .none, help: String
  ) -> Parameter {
    Parameter(
      description: ParameterDescription(
        kind: .option, names: names, placeholder: placeholder,
        completion: Self.completion(completion, of: Value.self), help: help)
    ) { text, options throws(BadValue) in
      options[keyPath: path] = try Self.read(text)
    }
  }

  /// An option that may be given many times.
  static func options<Value: OptionValue>(
    _ names: String..., value placeholder: String,
    to path: any WritableKeyPath<Options, [Value]> & Sendable,
    completion: ParameterDescription.Completion = .none, help: String
  ) -> Parameter {
    Parameter(
      description: ParameterDescription(
        kind: .option, names: names, placeholder: placeholder, isRepeated: true,
        completion: Self.completion(completion, of: Value.self), help: help)
    ) { text, options throws(BadValue) in
      options[keyPath: path].append(try Self.read(text))
    }
  }

  /// An argument given by its place; at most one value.
  static func argument<Value: OptionValue>(
    _ placeholder: String, to path: any WritableKeyPath<Options, Value?> & Sendable,
    isRequired: Bool = false, completion: ParameterDescription.Completion = .none, help: String
  ) -> Parameter {
    Parameter(
      description: ParameterDescription(
        kind: .argument, names: [placeholder], placeholder: placeholder, isRequired: isRequired,
        completion: Self.completion(completion, of: Value.self), help: help)
    ) { text, options throws(BadValue) in
      options[keyPath: path] = try Self.read(text)
    }
  }

  /// Arguments given by their place; takes all that are left.
  static func arguments(
    _ placeholder: String, to path: any WritableKeyPath<Options, [String]> & Sendable,
    isRequired: Bool = false, completion: ParameterDescription.Completion = .files, help: String
  ) -> Parameter {
    Parameter(
      description: ParameterDescription(
        kind: .argument, names: [placeholder], placeholder: placeholder, isRepeated: true,
        isRequired: isRequired, completion: completion, help: help)
    ) { text, options throws(BadValue) in options[keyPath: path].append(text) }
  }

  private static func read<Value: OptionValue>(_ text: String) throws(BadValue) -> Value {
    guard let value = Value(argument: text) else { throw BadValue(expected: Value.expectation) }
    return value
  }

  private static func completion<Value: OptionValue>(
    _ given: ParameterDescription.Completion, of type: Value.Type
  ) -> ParameterDescription.Completion {
    given == .none && !type.choices.isEmpty ? .words(type.choices) : given
  }
}
