import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createRedactor, redactJson } from "../src/text/index.ts";

/** Every byte that is stored is searched for secrets; that must not cost much more than writing it as JSON. */
const LIMIT = 3;
const BYTES = 20_000_000;

const texts = typicalTexts();
const records = texts.map((content, at) => ({
  kind: at % 2 === 0 ? "message" : "tool_call",
  content,
  arguments: JSON.stringify({ path: "notes.txt", content: content.slice(0, 4000) }),
}));
const redact = createRedactor([`sk-or-v1-${"0123456789abcdef".repeat(4)}`, "token-of-the-environment-1"]);

const written = best(records, (record) => JSON.stringify(record));
const inTexts = best(texts, (text) => redact(text));
const inRecords = best(records, (record) => redactJson(record, redact));
console.log(`  20 MB of texts: ${nanoseconds(inTexts)} ns a character`);
console.log(
  `  the same in records: ${(inRecords / written).toFixed(2)} × the time to write them as JSON (limit ${LIMIT})`,
);
if (inRecords / written > LIMIT) process.exitCode = 1;

/** Documentation and source of this project and of the libraries it uses. */
function typicalTexts(): string[] {
  const folders = ["docs", "src", "node_modules/undici", "node_modules/yaml", "node_modules/commander"];
  const pieces = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:m?js|ts|md|json)$/.test(name) && !/redact|secret/.test(name))
      .sort()
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  const chosen: string[] = [];
  for (let size = 0; size < BYTES; ) {
    const piece = pieces[chosen.length % pieces.length]!;
    chosen.push(piece);
    size += piece.length;
  }
  return chosen;
}

function best<Thing>(things: Thing[], work: (thing: Thing) => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    for (const thing of things) work(thing);
    return process.cpuUsage(start).user / 1e3;
  });
  return Math.min(...times);
}

function nanoseconds(milliseconds: number): string {
  return ((milliseconds * 1e6) / BYTES).toFixed(1);
}
