/// How the page looks: light or dark as the reader's system has it, on any width.
enum PageStyle {
  /// The content of `style`.
  static let text = #"""
    :root {
      color-scheme: light dark;
      --page: #f6f6f3; --paper: #ffffff; --ink: #1c1d20; --soft: #5b5f66; --line: #d9d9d3;
      --accent: #1f5fbf; --on-accent: #ffffff; --bad: #b3261e; --bad-paper: #fdeceb;
      --good: #1c6b3c; --fact: #ffe9a8; --older: #e4dff5; --secret: #ffd3cf;
      --prompt: #2563a8; --response: #1c6b3c; --tool: #8a5a00; --radius: 6px;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #17181b; --paper: #212327; --ink: #e8e8e6; --soft: #a6abb3; --line: #3a3d43;
        --accent: #8ab4f8; --on-accent: #10131a; --bad: #ff9c93; --bad-paper: #3a2422;
        --good: #8fd3a8; --fact: #5c4a12; --older: #463d69; --secret: #6b2f2a;
        --prompt: #8ab4f8; --response: #8fd3a8; --tool: #e3b861;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html, body { height: 100%; margin: 0; }
    body {
      display: flex; flex-direction: column; background: var(--page); color: var(--ink);
      font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
    }
    h1, h2, h3, p, ul, dl { margin: 0; }
    h1 { font-size: 1.1rem; line-height: 1.3; }
    h2 { font-size: 1rem; margin-block: 0.25rem 0.5rem; }
    h3 { font-size: 0.95rem; }
    ul { list-style: none; padding: 0; }
    code, kbd { font: 0.9em ui-monospace, monospace; }
    kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 0.35em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
    .skip { position: absolute; left: -999rem; }
    .skip:focus { left: 0.5rem; top: 0.5rem; z-index: 2; background: var(--paper); padding: 0.5rem; }

    button, input, select, textarea { font: inherit; color: inherit; }
    button {
      background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius);
      padding: 0.25rem 0.7rem; min-height: 2rem; cursor: pointer;
    }
    button:hover:not(:disabled) { border-color: var(--accent); }
    button:disabled { opacity: 0.5; cursor: default; }
    button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
    button.danger { color: var(--bad); margin-inline-start: auto; }
    button.link, button.quiet {
      border: 0; background: none; padding: 0 0.15rem; min-height: 1.5rem; color: var(--accent);
      text-decoration: underline; text-align: start;
    }
    button.quiet { color: var(--soft); }
    input[type=text], select, textarea {
      width: 100%; background: var(--page); border: 1px solid var(--line);
      border-radius: var(--radius); padding: 0.3rem 0.5rem; min-height: 2rem;
    }
    textarea { resize: vertical; display: block; }
    input[readonly] { color: var(--soft); }
    .buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
    .field { margin-block: 0.5rem; min-width: 0; }
    .field > label, .label, legend { display: block; font-size: 0.85rem; color: var(--soft); }
    .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
    .pair > .field { margin-bottom: 0; }
    .check { display: flex; gap: 0.5rem; align-items: baseline; margin-block: 0.35rem; }
    fieldset { border: 1px solid var(--line); border-radius: var(--radius); margin: 0.5rem 0; }
    .note { color: var(--soft); font-size: 0.9rem; margin-block: 0.25rem 0.75rem; }

    #top {
      display: flex; gap: 1rem; align-items: center; padding: 0.6rem 1rem;
      background: var(--paper); border-bottom: 1px solid var(--line);
    }
    #top > div:first-child { flex: 1; min-width: 0; }
    #kept { color: var(--soft); font-size: 0.85rem; }
    #error-count { white-space: nowrap; color: var(--soft); }
    main { flex: 1; min-height: 0; display: grid; grid-template-columns: 3fr 2fr; }
    main > section { display: flex; flex-direction: column; min-height: 0; min-width: 0; }
    #side { border-inline-start: 1px solid var(--line); }
    .scroll { flex: 1; overflow-y: auto; padding: 1rem; min-height: 0; }

    .entry {
      background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius);
      border-inline-start: 4px solid var(--soft); padding: 0.5rem 0.8rem; margin-block: 0.5rem;
      scroll-margin: 3rem; content-visibility: auto; contain-intrinsic-size: auto 6rem;
    }
    .entry.prompt { border-inline-start-color: var(--prompt); }
    .entry.response { border-inline-start-color: var(--response); }
    .entry.toolCalls, .entry.toolOutput { border-inline-start-color: var(--tool); }
    .entry.reasoning .text { font-style: italic; }
    .entry > header { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: baseline; }
    #entries > h3 { color: var(--soft); margin-block: 1.2rem 0.25rem; }
    .kind, .address:first-child { font-weight: 600; font-size: 0.85rem; color: var(--ink); }
    .address { color: var(--soft); font-size: 0.85rem; }
    .chips { display: flex; flex-wrap: wrap; gap: 0.3rem; margin-inline-start: auto; }
    .chip { font-size: 0.8rem; min-height: 1.5rem; padding: 0 0.5rem; border-radius: 1rem; color: var(--ink); }
    mark, .chip { background: var(--fact); color: inherit; }
    mark { cursor: pointer; border-radius: 3px; padding-block: 0.1em; box-shadow: 0 0 0 1px var(--line); }
    mark.older, .chip.older { background: var(--older); }
    mark.secret, .chip.secret { background: var(--secret); }
    .text { white-space: pre-wrap; margin-block: 0.25rem; }
    .json { font: 0.88rem/1.5 ui-monospace, monospace; margin-block: 0.25rem; }
    .call { font-weight: 600; color: var(--tool); }
    .row { padding-inline-start: calc(var(--depth) * 1.25rem); white-space: pre-wrap; }
    .key { color: var(--soft); padding-inline-end: 0.5rem; user-select: none; }
    .clamped { max-height: 14rem; overflow: hidden; mask-image: linear-gradient(#000 75%, transparent); }

    #bar {
      display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; padding: 0.5rem 1rem;
      background: var(--paper); border-top: 1px solid var(--line);
    }
    #selection { flex: 1 1 14rem; font-size: 0.9rem; color: var(--soft); }
    [role=tablist] {
      display: flex; flex-wrap: wrap; gap: 0.25rem; padding: 0.5rem 0.75rem 0;
      border-bottom: 1px solid var(--line);
    }
    [role=tab] { padding-inline: 0.55rem; border-color: transparent; background: none; border-radius: var(--radius) var(--radius) 0 0; }
    [role=tab][aria-selected=true] {
      background: var(--paper); border-color: var(--line); border-bottom-color: var(--paper);
      margin-bottom: -1px; font-weight: 600;
    }
    .count { font-size: 0.8rem; color: var(--soft); font-weight: 400; }
    .bad .count { background: var(--bad); color: var(--paper); border-radius: 1rem; padding: 0 0.45rem; }
    .card {
      background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius);
      padding: 0.7rem 0.9rem; margin-block-end: 0.75rem; scroll-margin: 1rem;
    }
    .card:focus { outline: 2px solid var(--accent); }
    .draft {
      margin-inline-start: 0.5rem; font-size: 0.8rem; font-weight: 400; border-radius: 1rem;
      border: 1px dashed var(--soft); padding: 0 0.5rem;
    }
    .errors li, .error .message, #errors .message, .wrong { color: var(--bad); }
    .errors li { background: var(--bad-paper); border-radius: var(--radius); padding: 0.2rem 0.5rem; margin-block: 0.3rem; }
    .good { color: var(--good); }
    #errors li, #tool-findings li { padding-block: 0.35rem; border-bottom: 1px solid var(--line); }
    .about { color: var(--soft); }
    .message { display: block; }
    #errors, #tool-findings { margin-bottom: 1rem; }
    .evidence li { display: flex; flex-wrap: wrap; gap: 0.15rem 0.6rem; align-items: baseline; }
    .replaced { border-inline-start: 3px solid var(--older); padding-inline-start: 0.6rem; margin-block: 0.4rem; }
    dialog {
      background: var(--paper); color: var(--ink); border: 1px solid var(--line);
      border-radius: var(--radius); width: min(30rem, calc(100% - 2rem)); padding: 1rem 1.2rem;
    }
    dialog::backdrop { background: rgb(0 0 0 / 45%); }
    dialog dl { display: grid; grid-template-columns: auto 1fr; gap: 0.35rem 1rem; margin-block: 0.5rem; }
    dialog dd { margin: 0; }
    #status {
      position: fixed; inset-block-end: 4rem; inset-inline-start: 50%; transform: translateX(-50%);
      background: var(--ink); color: var(--page); border-radius: var(--radius);
      padding: 0.4rem 0.9rem; max-width: calc(100% - 2rem);
    }
    #status:empty { display: none; }
    @media (max-width: 60rem) {
      #top { flex-wrap: wrap; }
      #top > div:first-child { flex-basis: 100%; }
      html, body { height: auto; }
      main { display: block; }
      #transcript .scroll { max-height: 55vh; }
      #side { border-inline-start: 0; border-top: 1px solid var(--line); }
      #side .scroll { overflow: visible; }
    }
    """#
}
