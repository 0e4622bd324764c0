import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A word that must be nowhere, and how it is called when it is found. */
export interface Forbidden {
  name: string;
  secret: string;
}

/** Finds a secret below a folder or in texts, in any of the spellings that an agent may use. */
export function leaksOf(forbidden: readonly Forbidden[], folder: string, texts: Record<string, string>): string[] {
  const needles = forbidden.flatMap(({ name, secret }) =>
    Object.entries(writings(secret)).map(([writing, text]) => ({ what: `${name} (${writing})`, text })),
  );
  const found: string[] = [];
  const look = (where: string, text: string) => {
    for (const { what, text: needle } of needles) if (text.includes(needle)) found.push(`${what} is in ${where}`);
  };
  for (const path of filesBelow(folder)) {
    look(`the name ${path}`, path);
    for (const text of readings(readFileSync(join(folder, path)))) look(path, text);
  }
  for (const [where, text] of Object.entries(texts)) look(where, text);
  return [...new Set(found)];
}

/** Base64 depends on the preceding bytes, so the middle is searched for at each of the three offsets. */
function writings(secret: string): Record<string, string> {
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.from(`${" ".repeat(offset)}${secret}`)
      .toString("base64")
      .replace(/=+$/, "")
      .slice(4, -3),
  );
  return {
    plain: secret,
    reversed: [...secret].reverse().join(""),
    hex: Buffer.from(secret).toString("hex"),
    url: encodeURIComponent(secret),
    "base64, 0": base64[0]!,
    "base64, 1": base64[1]!,
    "base64, 2": base64[2]!,
  };
}

/** So much of one file is looked at; what agents write down is shorter. */
const MOST_BYTES = 80 * 1024 ** 2;

/** A file as text, the same without its line breaks, and what is packed in it. */
function readings(bytes: Buffer): string[] {
  const text = bytes.subarray(0, MOST_BYTES).toString("latin1");
  const joined = text.replace(/\\n|\s/g, "");
  const packed = [...joined.matchAll(/H4sI[A-Za-z0-9+/]{20,}={0,2}/g)].map(([base64]) => Buffer.from(base64, "base64"));
  const unpacked = [bytes, ...packed].filter((one) => one[0] === 0x1f && one[1] === 0x8b).map(unpack);
  return [text, joined, ...unpacked, ...unpacked.map((one) => one.replace(/\s/g, ""))];
}

function unpack(bytes: Buffer): string {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString("latin1");
  } catch {
    return "";
  }
}

/** Relative paths of all regular files; links are not followed. */
export function filesBelow(folder: string, below = ""): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(folder, path);
    return entry.isFile() ? [path] : [];
  });
}

export function bytesBelow(folder: string): number {
  return filesBelow(folder).reduce((sum, path) => sum + lstatSync(join(folder, path)).size, 0);
}
