import { describe, expect, test } from "vitest";
import { NAME_REMOVED, openNameHider } from "./hide-names.ts";
import { nameKey } from "./subject-names.ts";

/** Real model strings, as gateways list them. */
const MODELS = [
  "openai/gpt-4o-mini",
  "openai/gpt-4o",
  "openai/gpt-4.1-nano",
  "openai/gpt-5",
  "openai/gpt-5.4-mini",
  "openai/gpt-3.5-turbo",
  "openai/o3-mini",
  "openai/o4-mini-high",
  "openai/gpt-oss-120b",
  "gpt-4o-mini-2024-07-18",
  "anthropic/claude-sonnet-4.5",
  "anthropic/claude-3.5-haiku",
  "anthropic/claude-opus-4.1",
  "claude-sonnet-4-5-20250929",
  "google/gemini-2.5-pro",
  "google/gemini-2.5-flash-lite",
  "google/gemma-3-27b-it",
  "meta-llama/llama-3.3-70b-instruct",
  "meta-llama/llama-4-maverick",
  "llama3.1:8b",
  "mistralai/mistral-large-2411",
  "mistralai/mistral-small-3.2-24b-instruct",
  "mistralai/mixtral-8x7b-instruct",
  "mistralai/ministral-8b",
  "deepseek/deepseek-r1-0528",
  "deepseek/deepseek-chat-v3.1",
  "qwen/qwen3-235b-a22b",
  "qwen/qwen-2.5-72b-instruct",
  "x-ai/grok-4",
  "x-ai/grok-3-mini",
  "moonshotai/kimi-k2",
  "z-ai/glm-4.5-air",
  "cohere/command-r7b-12-2024",
  "microsoft/phi-4",
  "amazon/nova-lite-v1",
  "nvidia/llama-3.1-nemotron-70b-instruct",
  "minimax/minimax-m2",
  "ai21/jamba-large-1.7",
  "azure/gpt-35-turbo",
  "bedrock/anthropic.claude-3-5-sonnet-20241022-v2:0",
];

const partsOf = (name: string) => name.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
const capital = (part: string) => part.slice(0, 1).toUpperCase() + part.slice(1);
const joined = (separator: string) => (name: string) => partsOf(name).join(separator);
const through = (change: (character: string) => string) => (name: string) => [...name].map(change).join("");
const codeOf = (character: string) => character.codePointAt(0)!;
/** Letters and digits of another block that look the same: full width, mathematical bold. */
const styled = (upper: number, lower: number, digit: number) =>
  through((character) => {
    if (/[A-Z]/.test(character)) return String.fromCodePoint(upper + codeOf(character) - codeOf("A"));
    if (/[a-z]/.test(character)) return String.fromCodePoint(lower + codeOf(character) - codeOf("a"));
    return /\d/.test(character) ? String.fromCodePoint(digit + codeOf(character) - codeOf("0")) : character;
  });

/** Ways in which people, models and programs write a name given in one spelling. */
const WAYS: Record<string, (name: string) => string> = {
  "as it is": (name) => name,
  "in capitals": (name) => name.toUpperCase(),
  "in small letters": (name) => name.toLowerCase(),
  "with spaces": joined(" "),
  "with capitals and spaces": (name) => partsOf(name).map(capital).join(" "),
  "with underscores": joined("_"),
  "with hyphens": joined("-"),
  "with dots": joined("."),
  "in camel case": (name) => partsOf(name).map(capital).join(""),
  "in one word": joined(""),
  "with spaced hyphens": joined(" - "),
  "over two lines": joined("\n"),
  "with non-breaking spaces": joined("\u00a0"),
  "with narrow spaces": joined("\u202f"),
  "with zero-width spaces": joined("\u200b"),
  "with soft hyphens": joined("-\u00ad"),
  "with word joiners": joined("\u2060-\u2060"),
  ...Object.fromEntries(
    ["\u2010", "\u2011", "\u2012", "\u2013", "\u2014", "\u2015", "\u2212", "\ufe63", "\uff0d"].map((hyphen) => [
      `with U+${codeOf(hyphen).toString(16)} for hyphens`,
      joined(hyphen),
    ]),
  ),
  "in full width": styled(0xff21, 0xff41, 0xff10),
  "in mathematical bold": styled(0x1d400, 0x1d41a, 0x1d7ce),
  "letter by letter": (name) => [...partsOf(name).join("")].join(" "),
  "with digits apart": (name) => name.replace(/(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/gi, " "),
  "in a URL": (name) => encodeURIComponent(name),
  "in JSON with escapes": (name) => name.replaceAll("/", "\\/").replaceAll("-", "\\u2011"),
  "in HTML": joined("&nbsp;"),
  "half in bold": (name) => {
    const [first, ...rest] = partsOf(name);
    return rest.length === 0 ? name : `**${first}** ${rest.join("-")}`;
  },
  "with a date": (name) => `${name}-2025-01-31`,
  "with an edition": (name) => `${name}:free`,
};

/** Contexts of a name. */
const PLACES: ((name: string) => string)[] = [
  (name) => `As ${name}, I think so.`,
  (name) => name,
  (name) => `I ran it (${name}) and "${name}'s" answer was 42.`,
  (name) => `{"model":"${name}","note":"first\\n${name}"}`,
  (name) => `outputs/report_${name}.md`,
  (name) => `我是${name}。`,
  (name) => `**${name}**: \`${name}\`, ${name}-based, [${name}](https://example.org/${name})`,
];

const unescaped = (text: string) =>
  text.replace(/\\u[0-9a-f]{4}|\\n|&nbsp;/gi, "-").replace(/%[0-9A-F]{2}/g, (code) => decodeURIComponent(code));

/** The spellings that start a test: complete, and without the maker. */
const spelledFrom = (model: string) => [model, model.split("/").at(-1)!];

describe("no spelling of a model's name reaches the judge", () => {
  test.each(MODELS)("%s", (model) => {
    const hider = openNameHider({ models: [model], called: [], providers: [] }, "Add 40 and 2.");
    const survivors: string[] = [];
    let tried = 0;
    for (const spelled of spelledFrom(model)) {
      for (const [way, write] of Object.entries(WAYS)) {
        for (const place of PLACES) {
          const text = place(write(spelled));
          const hidden = hider.hide(text);
          const left = nameKey(unescaped(hidden.text.replaceAll(NAME_REMOVED, " ")));
          tried += 1;
          if (left.includes(nameKey(spelled.split("/").at(-1)!)) || !hidden.named) survivors.push(`${way}: ${text}`);
        }
      }
    }
    expect(survivors).toEqual([]);
    expect(tried).toBe(2 * Object.keys(WAYS).length * PLACES.length);
  });
});
