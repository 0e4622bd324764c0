import { readFileSync } from "node:fs";
import { join } from "node:path";
import { randomNumbers } from "./mutate.ts";
import { projectRoot } from "./project-root.ts";

/** A fake secret, assembled at run time so that a search of this repository for keys finds none. */
export interface FakeSecret {
  kind: string;
  /** The secret, with what announces it where it is known by its name. */
  text: string;
  /** Texts that must not be found anywhere. */
  pieces: string[];
}

/** A way to write a text down. */
export interface Writing {
  writing: string;
  steps: string[];
}

/** Reads one class of the corpus. */
export function corpus<Row>(name: string): Row[] {
  return readFileSync(join(projectRoot, "test/corpora/secrets", `${name}.jsonl`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
}

/** One secret for each line of a class; another seed gives others. */
export function fakeSecrets(name: "kinds" | "private-keys" | "announced", seed = 1): FakeSecret[] {
  const random = randomNumbers(seed);
  return corpus<{ kind: string; form: string }>(name).map(({ kind, form }) => {
    const parts: string[] = [];
    const text = form.replace(/\{(=|\w+:)(\w+)\}/g, (_, what: string, value: string) => {
      if (what === "=") return value;
      const part = randomLetters(ALPHABETS[what.slice(0, -1)]!, Number(value), random);
      // Digits alone are found in times and counts too.
      if (!/^\d+$/.test(part)) parts.push(part);
      return part;
    });
    return { kind, text, pieces: parts.filter(({ length }) => length >= PIECE) };
  });
}

/** Texts that a program makes in great numbers and that are no secrets: hashes, ids, pictures. */
export function ordinaryTexts(seed = 1): string[] {
  const random = randomNumbers(seed);
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => random(256)));
  const uuid = () =>
    bytes(16)
      .toString("hex")
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return [
    ...corpus<{ text: string }>("ordinary").map(({ text }) => text.replaceAll("{=KEY}", "KEY")),
    ...Array.from({ length: 200 }, () => `sha256 ${bytes(32).toString("hex")} sha1 ${bytes(20).toString("hex")}`),
    ...Array.from({ length: 200 }, () => `{"id":"${uuid()}","key":"${bytes(32).toString("hex")}","etag":"${uuid()}"}`),
    `data:image/png;base64,${bytes(300_000).toString("base64")}`,
    bytes(300_000).toString("base64").replace(/.{76}/g, "$&\n"),
    bytes(300_000).toString("base64url"),
  ];
}

/**
 * Everything of eight letters and more that is left of the secrets. Of those in hexadecimal, sixteen letters: a store is
 * full of hashes, and eight letters of some secret are found among them by chance.
 */
export function leftOf(secrets: FakeSecret[], content: string): string[] {
  const windows = new Map<string, { kind: string; whole: string }>();
  for (const { kind, pieces } of secrets)
    for (const piece of pieces) {
      const length = /^[0-9a-f]+$/.test(piece) ? Math.min(2 * PIECE, piece.length) : PIECE;
      for (let at = 0; at + length <= piece.length; at++) {
        const whole = piece.slice(at, at + length);
        windows.set(whole.slice(0, PIECE), { kind, whole });
      }
    }
  const found = new Set<string>();
  for (let at = 0; at + PIECE <= content.length; at++) {
    const window = windows.get(content.slice(at, at + PIECE));
    if (window !== undefined && content.startsWith(window.whole, at))
      found.add(`${window.kind}: …${content.slice(Math.max(0, at - 20), at + window.whole.length)}…`);
  }
  return [...found];
}

const PIECE = 8;
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = UPPER.toLowerCase();
const DIGITS = "0123456789";
const ALPHABETS: Record<string, string> = {
  digits: DIGITS,
  hex: `${DIGITS}abcdef`,
  base36: LOWER + DIGITS,
  base62: UPPER + LOWER + DIGITS,
  base64: `${UPPER}${LOWER}${DIGITS}+/`,
  base64url: `${UPPER}${LOWER}${DIGITS}-_`,
  upper32: `${UPPER}234567`,
  random: UPPER + LOWER + DIGITS,
  password: `${UPPER}${LOWER}${DIGITS}!#^*`,
};

/** Letters with a digit among every four, beginning and ending with a letter or digit, as nearly every key has them. */
function randomLetters(alphabet: string, length: number, random: (below: number) => number): string {
  const digits = [...alphabet].filter((letter) => /\d/.test(letter));
  const plain = [...alphabet].filter((letter) => /[A-Za-z0-9]/.test(letter));
  const letters = plain.filter((letter) => /[A-Za-z]/.test(letter));
  const pick = (from: string[]) => from[random(from.length)]!;
  return Array.from({ length }, (_, at) => {
    if (at % 4 === 2) return pick(digits);
    if (at % 4 === 1 && letters.length > 0) return pick(letters);
    return pick(at === 0 || at === length - 1 ? plain : [...alphabet]);
  }).join("");
}
