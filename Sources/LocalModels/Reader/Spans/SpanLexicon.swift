/// The words that tell what a value is: months, currencies, units, numerals.
enum SpanLexicon {
  static let months: Set<String> = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
    "sept", "oct", "nov", "dec", "januar", "februar", "marz", "mai", "juni", "juli", "oktober",
    "dezember", "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
    "septiembre", "octubre", "noviembre", "diciembre", "janvier", "fevrier", "mars", "avril",
    "juin", "juillet", "aout", "septembre", "octobre", "novembre", "decembre",
  ]

  static let weekdays: Set<String> = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mondays",
    "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays", "montag", "dienstag",
    "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "lundi", "mardi", "mercredi",
    "jeudi", "vendredi", "samedi", "dimanche", "lunes", "martes", "miercoles", "jueves",
    "viernes", "sabado", "domingo",
  ]

  static let relativeDays: Set<String> = ["today", "tomorrow", "yesterday", "tonight"]

  static let currencies: Set<String> = [
    "dollar", "dollars", "usd", "euro", "euros", "eur", "pound", "pounds", "gbp", "yen", "jpy",
    "chf", "francs", "franc", "kr", "sek", "nok", "dkk", "cents", "rupees", "inr", "yuan", "rmb",
    "cny", "won", "krw", "pesos", "zloty", "crowns", "bucks", "cad", "aud",
  ]

  static let magnitudes: Set<String> = ["hundred", "thousand", "million", "billion", "trillion"]

  static let numerals: [String: Int] = [
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20,
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90, "dozen": 12, "twice": 2, "once": 1, "half": 0, "none": 0,
  ]

  static let units: Set<String> = [
    "percent", "degrees", "degree", "metres", "meters", "metre", "meter", "m", "cm", "mm", "km",
    "kg", "g", "mg", "ml", "l", "litres", "liters", "kilograms", "grams", "kilometres", "miles",
    "feet", "inches", "hours", "hour", "minutes", "minute", "seconds", "second", "days", "day",
    "weeks", "week", "months", "month", "years", "year", "mb", "gb", "kb", "tb", "ms", "kw", "kwh",
    "watts", "volts", "ampere", "lux", "mmhg", "mg/dl", "ng/ml", "u/l", "mm/hr", "points",
    "people", "times", "pieces", "rows", "pages", "tokens", "tonnes", "tons", "square", "celsius",
  ]

  /// Words that a measure follows without a copula.
  static let measured: Set<String> = [
    "exactly", "about", "around", "roughly", "nearly", "almost", "total", "totals", "totalling",
    "costs", "cost", "weighs", "measures", "takes", "counts", "equals", "reached", "least", "most",
    "maximum", "minimum", "than", "under", "over", "only", "need", "needs", "value", "level",
    "rate", "score", "size", "limit", "count", "price", "budget", "seed", "quantity", "amount",
  ]

  static let fileExtensions: Set<String> = [
    "swift", "py", "js", "ts", "tsx", "jsx", "rs", "go", "c", "h", "cpp", "cc", "hpp", "java",
    "kt", "rb", "php", "sh", "json", "json5", "jsonl", "yaml", "yml", "toml", "xml", "html", "css",
    "md", "txt", "csv", "tsv", "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "png", "jpg",
    "jpeg", "gif", "svg", "mp3", "mp4", "wav", "zip", "tar", "gz", "log", "sql", "db", "sqlite",
    "ini", "cfg", "conf", "env", "lock", "ipynb", "m", "mm", "plist", "gguf", "bak", "key", "pem",
    "dwg", "svg", "tex", "gpx", "ics", "eml", "psd", "ai", "tif", "tiff", "webp", "proto", "tf",
  ]

  static let domains: Set<String> = [
    "com", "org", "net", "io", "dev", "edu", "gov", "co", "uk", "de", "fr", "jp", "example", "app",
    "ai", "eu", "ch", "it", "es", "nl", "info", "test", "us", "ca",
  ]

  static let titles: Set<String> = [
    "mr", "mrs", "ms", "dr", "prof", "professor", "madame", "sir", "lady", "captain", "herr",
    "frau", "madam", "miss", "uncle", "aunt", "sister", "brother",
  ]

  static let nameLinks: Set<String> = [
    "de", "van", "von", "of", "the", "der", "den", "la", "le", "di", "da", "del", "&", "and", "y",
    "du", "al", "bin", "el", "ten", "ter", "zu", "dos",
  ]

  static let streetWords: Set<String> = [
    "street", "road", "avenue", "lane", "drive", "boulevard", "square", "way", "court", "place",
    "st", "rd", "ave", "blvd", "ln", "dr", "strasse", "platz", "weg", "rue", "via", "calle",
    "quay", "terrace", "close", "crescent", "row", "alley", "hill", "gardens", "yard", "suite",
    "house", "apartment",
  ]

  static let honorifics: [[UInt32]] = [
    Array("さん".unicodeScalars.map(\.value)), Array("様".unicodeScalars.map(\.value)),
    Array("氏".unicodeScalars.map(\.value)), Array("先生".unicodeScalars.map(\.value)),
    Array("くん".unicodeScalars.map(\.value)), Array("ちゃん".unicodeScalars.map(\.value)),
    Array("님".unicodeScalars.map(\.value)), Array("씨".unicodeScalars.map(\.value)),
    Array("先生".unicodeScalars.map(\.value)), Array("女士".unicodeScalars.map(\.value)),
    Array("小姐".unicodeScalars.map(\.value)), Array("部長".unicodeScalars.map(\.value)),
    Array("課長".unicodeScalars.map(\.value)), Array("社長".unicodeScalars.map(\.value)),
  ]
}
