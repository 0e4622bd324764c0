/** Writes a text down step by step, as the corpus of writings says. */
export function writeDown(text: string, steps: string[]): string {
  return steps.reduce((written, step) => {
    const [name, number] = step.split(":") as [string, string?];
    const way = WAYS[name];
    if (!way) throw new Error(`there is no way of writing called ${name}`);
    return way(written, Number(number));
  }, text);
}

/** True if a way of writing leaves nothing of the text in one piece: not for secrets recognised by their name or lines. */
type Way = (text: string, number: number) => string;

const WAYS: Record<string, Way> = {
  sentence: (text) => `The key is ${text}, do not tell.`,
  line: (text) => `before\n${text}\nafter`,
  tab: (text) => `before\t${text}\tafter`,
  json: (text) => JSON.stringify({ path: "notes.txt", content: text, size: 1.5 }),
  nested: (text) => JSON.stringify([[{ a: [{ b: { c: [text] } }] }], null, true]),
  json_name: (text) => `{ "${escaped(text)}" : 1.0 , "other": [] }`,
  json_escaped: (text) => `{"content" : "${[...text].map(asNumber).join("")}"}`,
  json_slashes: (text) => `{"content":"${escaped(text).replaceAll("/", "\\/")}"}`,
  json_lines: (text) => `{"n":1}\n${JSON.stringify({ content: text })}\n{"n":2}\n`,
  json_cut: (text) => `{"path":"notes.txt","content":"${escaped(text)}`,
  program: (text) => `const value = "${escaped(text)}"; // ours\nprint(value)`,
  python: (text) => `print('${escaped(text)}')`,
  colour: (text) => `\u001b[1;31m${text}\u001b[0m`,
  percent: (text) => `https://acme.test/?q=a%0A${text}%0Ab`,
  diff: (text) => text.replace(/^/gm, "+"),
  mail: (text) => text.replace(/^/gm, "> "),
  markdown: (text) => `Use this:\n\n\`\`\`\n${text}\n\`\`\`\n`,
  xml: (text) => `<value>${text}</value>`,
  table: (text) => `| key | ${text} |`,
  wrap: (text, width) => wrapped(text, width, "\n"),
  wrap_crlf: (text, width) => wrapped(text, width, "\r\n"),
  wrap_indented: (text, width) => wrapped(text, width, "\n    "),
  wrap_mail: (text, width) => `> ${wrapped(text, width, "\n> ")}`,
  wrap_comment: (text, width) => `# ${wrapped(text, width, "\n# ")}`,
  wrap_backslash: (text, width) => wrapped(text, width, "\\\n"),
  wrap_soft: (text, width) => wrapped(text, width, "=\n"),
  break: (text, place) => `Key: ${text.slice(0, place)}\n${text.slice(place)}\nThat was it.`,
};

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function asNumber(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function wrapped(text: string, width: number, fold: string): string {
  return text.match(new RegExp(`.{1,${width}}`, "g"))!.join(fold);
}
