extension Dialect: StrictDecodable {}
