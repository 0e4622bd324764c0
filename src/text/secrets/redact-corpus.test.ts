import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../../test/support/project-root.ts";
import {
  corpus,
  type FakeSecret,
  fakeSecrets,
  leftOf,
  ordinaryTexts,
  type Writing,
} from "../../../test/support/secrets-corpus.ts";
import { writeDown } from "../../../test/support/write-down.ts";
import { createRedactor, redactJson } from "./redact.ts";

const redact = createRedactor([]);
const writings = corpus<Writing>("writings");
const folded = corpus<Writing>("folded-writings");
const keys = fakeSecrets("kinds");
const blocks = fakeSecrets("private-keys");
const announced = fakeSecrets("announced");

/** The failures of the corpus, one line each. */
function failures(secrets: FakeSecret[], { steps }: Writing): string[] {
  return secrets.flatMap((secret) => {
    const text = writeDown(secret.text, steps);
    const clean = redact(text);
    const left = leftOf([secret], clean);
    return [
      ...(left.length > 0 ? [`${left[0]} in ${JSON.stringify(clean)}`] : []),
      ...(clean.includes("[redacted]") ? [] : [`${secret.kind}: nothing was redacted in ${JSON.stringify(clean)}`]),
      ...(redact(clean) === clean ? [] : [`${secret.kind}: changed again, ${clean} to ${redact(clean)}`]),
      ...(structure(clean) === structure(text) ? [] : [`${secret.kind}: another structure, ${clean}`]),
    ];
  });
}

/** JSON without its letters, including JSON nested in its strings; the same for all texts that are not JSON. */
function structure(text: string): string {
  try {
    const withoutLetters = (value: unknown): unknown => {
      if (typeof value === "string") return structure(value);
      if (Array.isArray(value)) return value.map(withoutLetters);
      return typeof value === "object" && value !== null ? Object.values(value).map(withoutLetters) : value;
    };
    return JSON.stringify(withoutLetters(JSON.parse(text)));
  } catch {
    return "text";
  }
}

describe("nothing is left of a key", () => {
  test.each(writings)("$writing", (writing) => {
    expect(failures(keys, writing)).toEqual([]);
  });
  test.each(folded)("$writing", (writing) => {
    expect(failures(keys, writing)).toEqual([]);
  });
});

describe("nothing is left of a private key", () => {
  // A wrapping that affects each line must leave the lines recognisable.
  const whole = ["sentence", "tab", "colour", "percent", "json_name", "xml", "table"];
  test.each(writings.filter(({ steps }) => !steps.some((step) => whole.includes(step))))("$writing", (writing) => {
    expect(failures(blocks, writing)).toEqual([]);
  });
});

describe("nothing is left of a secret that its name announces", () => {
  const readable = [
    "line",
    "json",
    "nested",
    "json_escaped",
    "json_slashes",
    "json_lines",
    "json_cut",
    "diff",
    "mail",
    "markdown",
  ];
  test.each(writings.filter(({ steps }) => steps.every((step) => readable.includes(step))))("$writing", (writing) => {
    expect(failures(announced, writing)).toEqual([]);
  });
});

test("nothing is left of all of them in one text, each in one of all the ways", () => {
  const written = [...writings, ...folded].map(({ steps }, at) => writeDown(keys[(at * 7) % keys.length]!.text, steps));
  const everything = [...keys, ...announced, ...blocks].map(({ text }) => text);
  const text = [...everything, ...written, JSON.stringify([everything, written])].join("\n\n");
  expect(leftOf([...keys, ...announced, ...blocks], redact(text)).slice(0, 5)).toEqual([]);
});

test("a list of keys, one a line, is nothing but placeholders afterwards", () => {
  const lines = redact(keys.map(({ text }) => text).join("\n")).split("\n");
  expect(lines.filter((line) => !/^(?:https:\/\/)?\[redacted\]$/.test(line))).toEqual([]);
});

test("what follows a key in the next line stays", () => {
  const [{ text: key }] = keys as [FakeSecret];
  for (const next of ["Thanks", "OTHER_NAME2=1", "next2: 1", "call2(1)", "and so on", "- item 2", "2. item"])
    expect(redact(`KEY=${key}\n${next}`)).toBe(`KEY=[redacted]\n${next}`);
});

test("in data every string is looked into, at every depth, and the data keeps its shape", () => {
  const secrets = [...keys, ...announced, ...blocks];
  const data = {
    trace: secrets.map(({ text }) => ({ arguments: JSON.stringify({ content: `before\n${text}` }) })),
    names: Object.fromEntries(keys.map(({ text }) => [text, 1])),
    headers: { Authorization: `Bearer ${keys[0]!.text}`, "x-api-key": "abc123def456ghi7", accept: "*/*" },
  };
  const clean = redactJson(data, redact);
  expect(leftOf(secrets, JSON.stringify(clean))).toEqual([]);
  expect(clean.headers).toEqual({ Authorization: "Bearer [redacted]", "x-api-key": "[redacted]", accept: "*/*" });
  expect(JSON.parse(clean.trace[0]!.arguments)).toEqual({ content: "before\n[redacted]" });
});

test("JSON keeps its bytes where nothing was redacted: spaces, numbers, escapes, names that are there twice", () => {
  const [{ text: key }] = keys as [FakeSecret];
  const json = `{ "a" : 1.0, "b":[1e5 , -0], "c": "caf\\u00e9 \\/ x", "key":"\\n${key}" , "a":"${key.slice(0, 3)}" }`;
  expect(redact(json)).toBe(json.replace(key, "[redacted]"));
});

describe("what is beyond patterns is named in the docs, and it is true", () => {
  const key = keys.find(({ kind }) => kind === "GitHub, personal")!.text;
  const rot13 = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13));
  const ways: Record<string, string> = {
    "split in two strings": `"${key.slice(0, 12)}" + "${key.slice(12)}"`,
    reversed: [...key].reverse().join(""),
    base64: Buffer.from(key).toString("base64"),
    hex: Buffer.from(key).toString("hex"),
    rot13: key.replace(/[a-z]/gi, rot13),
    "spelt with spaces": [...key].join(" "),
    compressed: gzipSync(key).toString("latin1"),
    "UTF-16": Buffer.from(key, "utf16le").toString("latin1"),
  };
  const page = readFileSync(join(projectRoot, "docs/security.md"), "utf8");

  test.each(corpus<{ attempt: string; named: string }>("beyond-patterns"))("$attempt", ({ attempt, named }) => {
    expect(redact(ways[attempt]!)).toBe(ways[attempt]);
    expect(page.slice(page.indexOf("## Secrets"))).toContain(named);
  });
});

describe("ordinary text stays as it is", () => {
  test.each(ordinaryTexts().map((text) => ({ text, beginning: text.slice(0, 60) })))("$beginning", ({ text }) => {
    expect(redact(text)).toBe(text);
    const json = JSON.stringify({ text, inside: JSON.stringify({ text }) });
    expect(redact(json)).toBe(json);
  });

  test.each(["commander", "yaml", "undici", "fast-check", "diff", "tar"])("the source of %s", (library) => {
    const changed = textFiles(join(projectRoot, "node_modules", library)).filter(({ text }) => redact(text) !== text);
    expect(changed.map(({ path }) => path)).toEqual([]);
  });
});

function textFiles(folder: string): { path: string; text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => /\.(?:m?js|ts|md|json)$/.test(path) && statSync(path).isFile())
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}
