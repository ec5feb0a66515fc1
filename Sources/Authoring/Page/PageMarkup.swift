/// The page without its data: what stands in it before the script draws the rest.
enum PageMarkup {
  /// The content of `body`.
  static let body = #"""
    <a class="skip" href="#side">Skip to facts and probes</a>
    <header id="top">
      <div>
        <h1 id="title"></h1>
        <p id="kept"></p>
      </div>
      <p id="error-count" role="status"></p>
      <div class="buttons">
        <button type="button" id="open-help">Help</button>
        <button type="button" id="undo" disabled>Undo</button>
        <button type="button" id="download" class="primary">Download case</button>
      </div>
    </header>
    <main>
      <section id="transcript" aria-label="Transcript">
        <div class="scroll">
          <h2>Transcript</h2>
          <article id="instructions" class="entry instructions" tabindex="-1"
            aria-label="instructions"></article>
          <div id="entries"></div>
        </div>
        <div id="bar" role="toolbar" aria-label="What to make of the selected words">
          <p id="selection" role="status"></p>
          <div class="buttons">
            <button type="button" id="act-f"><u>F</u>act</button>
            <button type="button" id="act-r" data-needs="fact"><u>R</u>eplaces…</button>
            <button type="button" id="act-o" data-needs="fact"><u>O</u>lder value…</button>
            <button type="button" id="act-e" data-needs="fact"><u>E</u>vidence…</button>
            <button type="button" id="act-s"><u>S</u>ecret</button>
          </div>
        </div>
      </section>
      <section id="side" aria-label="The case">
        <div role="tablist" aria-label="Parts of the case">
          <button type="button" role="tab" id="tab-facts" aria-controls="facts">Facts
            <span class="count" id="count-facts">0</span></button>
          <button type="button" role="tab" id="tab-probes" aria-controls="probes">Probes
            <span class="count" id="count-probes">0</span></button>
          <button type="button" role="tab" id="tab-secrets" aria-controls="secrets">Secrets
            <span class="count" id="count-secrets">0</span></button>
          <button type="button" role="tab" id="tab-rules" aria-controls="rules">Rules
            <span class="count" id="count-rules">0</span></button>
          <button type="button" role="tab" id="tab-case" aria-controls="case">Case</button>
          <button type="button" role="tab" id="tab-findings" aria-controls="findings">Errors
            <span class="count" id="count-findings">0</span></button>
        </div>
        <div id="facts" class="scroll" role="tabpanel" aria-labelledby="tab-facts">
          <p class="note">A fact is a value that the session established. Select it where it is
            said, and press F.</p>
          <div id="facts-list"></div>
        </div>
        <div id="probes" class="scroll" role="tabpanel" aria-labelledby="tab-probes" hidden>
          <p class="note">A probe is a question that is asked of what a policy has left.</p>
          <div id="probes-list"></div>
          <button type="button" id="add-probe">Add a probe</button>
        </div>
        <div id="secrets" class="scroll" role="tabpanel" aria-labelledby="tab-secrets" hidden>
          <p class="note">A secret must not be shown to a model once its turn has ended.</p>
          <div id="secrets-list"></div>
        </div>
        <div id="rules" class="scroll" role="tabpanel" aria-labelledby="tab-rules" hidden>
          <h2>Expected calls</h2>
          <p id="no-trajectories" class="note">There are none.</p>
          <div id="trajectories-list"></div>
          <h2>Constraints</h2>
          <p id="no-constraints" class="note">There are none.</p>
          <div id="constraints-list"></div>
          <p class="note">They are kept as they are written, or deleted; write them in the file that
            you download.</p>
        </div>
        <div id="case" class="scroll" role="tabpanel" aria-labelledby="tab-case" hidden>
          <div id="case-fields"></div>
        </div>
        <div id="findings" class="scroll" role="tabpanel" aria-labelledby="tab-findings" hidden>
          <h2>Now</h2>
          <p id="no-errors" class="good">Nothing that can be told from the case alone.</p>
          <ul id="errors"></ul>
          <h2>When this page was made</h2>
          <p class="note">What evalrun found in the file. It is not checked again here: run
            <code>evalrun check</code> on what you download.</p>
          <p id="no-tool-findings" class="good">Nothing.</p>
          <ul id="tool-findings"></ul>
        </div>
      </section>
    </main>
    <p id="status" role="status"></p>
    <dialog id="help" aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl>
        <dt><kbd>↑</kbd> <kbd>↓</kbd> or <kbd>K</kbd> <kbd>J</kbd></dt>
        <dd>go through the entries of the transcript</dd>
        <dt><kbd>F</kbd></dt><dd>mark a fact in what is selected, or in the entry with the focus</dd>
        <dt><kbd>R</kbd></dt><dd>a new value, which replaces that of a fact</dd>
        <dt><kbd>O</kbd></dt><dd>an older value of a fact</dd>
        <dt><kbd>E</kbd></dt><dd>another place that says a fact's value</dd>
        <dt><kbd>S</kbd></dt><dd>mark a secret</dd>
        <dt><kbd>Ctrl</kbd> <kbd>S</kbd></dt><dd>download the case</dd>
        <dt><kbd>Ctrl</kbd> <kbd>Z</kbd></dt><dd>undo, outside of a field</dd>
        <dt><kbd>?</kbd></dt><dd>this help</dd>
      </dl>
      <p class="note">Nothing you do here leaves this page, or is kept when it is closed, but for the
        case that you download.</p>
      <div class="buttons"><button type="button" id="close-help" class="primary">Close</button></div>
    </dialog>
    """#
}
