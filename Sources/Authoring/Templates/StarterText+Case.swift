extension StarterText {
  /// The text of a case, with `ID` for its id.
  static let caseBody = #"""
    // A case: a session, what it established, and what is asked about it.
    // 'evalrun check FILE' says what is wrong with it; 'evalrun show FILE' names its entries.
    {
      version: 1,
      id: "ID",
      // The title is never shown to a model, and must not say an answer all the same.
      title: "An order is corrected on the way, then shipped",
      tags: ["example"],
      source: { kind: "hand-written" },

      // The session. Long ones can stay in a file beside the case:
      // transcript: { path: "transcripts/session.json", select: "[0]" },
      transcript: [
        { instructions: "You are the desk of a bookbinder. Never refund without the owner.",
          tools: [
            // What a tool does to the world: read (only looks) or write (changes something).
            { name: "find_order", effect: "read", description: "Looks an order up.",
              parameters: { type: "object", properties: { order: { type: "string" } } } },
            { name: "ship_order", effect: "write", description: "Ships an order.",
              parameters: { type: "object",
                properties: { order: { type: "string" }, street: { type: "string" } } } },
            { name: "refund", effect: "write", description: "Pays an order back.",
              parameters: { type: "object", properties: { order: { type: "string" } } } },
          ] },
        // [[id=value]] marks a value where it is said; [[id=new|was old]] one that replaces another.
        { prompt: "Good morning. I ordered a guest book under the name [[client=Ottilie Brandvold]]." },
        { response: "Good morning! Do you have the number of the order?" },
        { prompt: "It is KX-2290, I think." },
        { calls: [{ id: "look", tool: "find_order", arguments: { order: "KX-2290" } }] },
        { output: "look", json: { error: "no such order" } },
        { response: "There is none with that number. Could it be another one?" },
        { id: "correction", prompt: "Sorry, I misread it: [[order=KX-2209|was KX-2290]]." },
        { calls: [{ id: "again", tool: "find_order", arguments: { order: "KX-2209" } }] },
        { output: "again", json: { pages: 180, cover: "[[cover=bottle green]]", state: "bound" } },
        { response: "Found it, and it is bound and ready." },
        { prompt: "How lovely. Does the paper take fountain pens?" },
        { response: "Yes, it is sized for ink, so nothing bleeds through." },
        { prompt: "Then please send it to [[street=14 Quarry Steps]]." },
        { response: "I can do that today. Shall I?" },
        { prompt: "Before you do: are the pages numbered?" },
        { response: "They are not; guest books rarely are." },
        { prompt: "All right, go ahead." },
        { id: "shipping",
          calls: [{ tool: "ship_order", arguments: { order: "KX-2209", street: "14 Quarry Steps" } }] },
        { json: { state: "on its way" } },
        { response: "It is on its way to you." },
        { prompt: "Thank you. I will tell my sister about you." },
        { response: "That is kind of you. Have a good day!" },
      ],

      // Only what a mark cannot say: kinds, other ways to write a value, evidence without a mark.
      facts: [
        { id: "order", kind: "identifier" },
        { id: "client", kind: "name", aliases: ["Mrs Brandvold"] },
        { id: "cover", kind: "text" },
        { id: "street", kind: "name" },
      ],

      // Questions. An 'ask' must not say the answer, nor share more words with its evidence than it has to.
      probes: [
        { id: "who", ask: "Who placed this order?", facts: ["client"] },
        { id: "which", kind: "update", ask: "Under what number was the book found in the end?",
          cloze: "In the end the book was found as", facts: ["order"], must: true },
        { id: "colour", ask: "What does the cover look like?", facts: ["cover"],
          at: { before: "prompt 6" } },
        // What was never said, beside the same question about something that was.
        { id: "price", kind: "abstention", ask: "What did the book cost?",
          decoy: "Where was the book to be sent?" },
      ],

      // What is to be called at a recorded reply. A bare value means exactly that; { fact: "id" } the
      // value of a fact; { keyOnly: true } whatever is there. Without 'expect' the record is the reference.
      trajectories: [
        { id: "ship", at: { before: "shipping" },
          expect: {
            ordered: [
              { tool: "ship_order", arguments: { order: { fact: "order" }, street: { fact: "street" } } },
            ],
            optional: [{ tool: "find_order" }],
          } },
      ],

      // Standing rules: calls that are forbidden, or patterns that answers must or must not have.
      constraints: [
        { id: "no-refund", text: "never refund without the owner",
          evidence: [{ entry: "instructions", quote: "Never refund" }],
          disallowed: [{ tool: "refund" }] },
      ],
    }

    """#
}
