/// The few words the reader knows by themselves: function words and irregular forms.
enum Lexicon {
  /// Words that tell nothing of what a sentence is about.
  static let functionWords: Set<UInt64> = keys(
    """
    a an the this that these those it its it's there here he she they we you i me my mine your \
    yours our ours us his her hers him their theirs them who whom whose which what when where why \
    how is are was were be been being am isn't aren't wasn't weren't do does did done doing don't \
    doesn't didn't have has had having haven't hasn't hadn't will would shall should can could may \
    might must won't wouldn't shouldn't can't couldn't i'm i've i'd i'll you're you've you'd we're \
    we've we'd they're they've he's she's that's what's there's let's of in on at to for from by \
    with about into over under after before between through during above below up down out off as \
    than then so too very just also only even still again once and or but nor if because while \
    until although though not no yes any some all each every both few more most other such own same \
    s t re ve ll d m please ok okay oh well give tell say said get got one ones currently now \
    much many mention mentioned remember recall
    """)

  /// Whether a folded ASCII word tells nothing of what a sentence is about.
  static func isFunctionWord(_ word: [UInt8]) -> Bool {
    functionWords.contains(hash(Stemming.stem(word)))
  }

  /// The key of a word: its stem, or that of the regular form it belongs to.
  static func key(_ word: [UInt8]) -> UInt64 {
    let stem = Stemming.stem(word)
    let key = hash(stem)
    return irregular[key] ?? irregular[hash(word)] ?? key
  }

  /// The key of a word in lower-case ASCII.
  static func key(_ word: String) -> UInt64 { key(Array(word.utf8)) }

  /// The keys of a list of words.
  static func keys(_ words: String) -> Set<UInt64> {
    Set(words.utf8.split(separator: UInt8(ascii: " ")).map { hash(Stemming.stem(Array($0))) })
  }

  static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  static func hash(_ values: ArraySlice<UInt32>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for value in values {
      hash = (hash ^ UInt64(value & 0xff)) &* 0x100_0000_01b3
      if value > 0xff { hash = (hash ^ UInt64(value >> 8)) &* 0x100_0000_01b3 }
    }
    return hash
  }

  private static let irregular: [UInt64: UInt64] = {
    var table: [UInt64: UInt64] = [:]
    let families = """
      go went gone|come came|take took taken|buy bought|bring brought|pay paid|meet met|leave left|\
      send sent|spend spent|lend lent|build built|keep kept|lose lost|sell sold|find found|\
      hold held|stand stood|sit sat|run ran|begin began begun|write wrote written|speak spoke \
      spoken|choose chose chosen|drive drove driven|ride rode ridden|fly flew flown|grow grew \
      grown|know knew known|throw threw thrown|break broke broken|wear wore worn|see saw seen|\
      eat ate eaten|fall fell fallen|rise rose risen|make made|teach taught|think thought|\
      catch caught|feel felt|sleep slept|win won|lead led|read|hear heard|become became|\
      child children|man men|woman women|person people|live living|travel travell|foot feet|\
      cancel cancell|begin start|ship shipment|deliver delivery|arrive arrival|depart departure|\
      pay payment|tooth teeth|wife wive|life live|knife knive|die died|lie lay lain|\
      assign assignee|bill invoice|phone telephone|colour color|centre center|favourite favorite
      """
    for family in families.split(separator: "|") {
      let words = family.split(separator: " ").map { hash(Stemming.stem(Array($0.utf8))) }
      for word in words.dropFirst() where table[word] == nil { table[word] = words[0] }
    }
    return table
  }()
}
