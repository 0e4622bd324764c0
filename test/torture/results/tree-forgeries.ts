import { createHash } from "node:crypto";
import { answerWith, type Forgery, type ForgeryPlace, type HonestAnswer } from "./forgery.ts";

type Entry = Record<string, unknown>;

const CONTENT = "Left by a worker that lies.";
const HASH = createHash("sha256").update(CONTENT).digest("hex");
const file = (path: unknown, more: Entry = {}): Entry => ({ kind: "file", path, mode: 0o644, sha256: HASH, ...more });
const folder = (path: unknown, mode: unknown = 0o755): Entry => ({ kind: "folder", path, mode });
const link = (path: unknown, target: unknown): Entry => ({ kind: "link", path, target });

/** Trees that lead out, contradict themselves, or are no trees. `CANARY` is the canary's folder. */
const TREES: Record<string, unknown> = {
  "a file through a link": [link("door", "CANARY"), file("door/planted.txt")],
  "a file through a relative link": [link("door", "../../../../../../canary"), file("door/planted.txt")],
  "over a file through a link": [link("door", "CANARY"), file("door/secret.txt")],
  "a folder's mode through a link": [link("door", "CANARY"), folder("door", 0o777)],
  "a mode of a file's folder through a link": [link("door", "CANARY/sub"), folder("door/.", 0o777)],
  "a new folder through a link": [link("door", "CANARY"), folder("door/new")],
  "a link through a link": [link("door", "CANARY"), link("door/planted", "/etc/passwd")],
  "through two links": [link("one", "CANARY"), link("two", "one"), file("two/planted.txt")],
  "a link after its folder": [folder("a"), link("a/b", "CANARY"), file("a/b/planted.txt")],
  "a folder that becomes a link": [folder("a"), link("a", "CANARY"), file("a/planted.txt")],
  "a link that becomes a folder": [link("a", "CANARY"), folder("a", 0), file("a/planted.txt")],
  "a link that becomes a file": [link("a", "CANARY/secret.txt"), file("a")],
  "a file that becomes a link": [file("a"), link("a", "CANARY/secret.txt")],
  "a file that becomes a folder": [file("a"), folder("a"), file("a/b")],
  "a file below a file": [file("a"), file("a/b")],
  "a file for the root": [file(".")],
  "a link for the root": [link(".", "CANARY"), file("planted.txt")],
  "a mode for the root's parent": [folder("..", 0o777)],
  "a mode for the root": [folder(".", 0)],
  "the same file twice": [file("a"), file("a")],
  "the same folder twice": [folder("a", 0o700), folder("a", 0)],
  "names that differ in case": [file("A"), file("a"), link("B", "CANARY"), file("b/planted.txt")],
  "names in two normal forms": [link("\u00e9", "CANARY"), file("e\u0301/planted.txt")],
  "a link to itself": [link("a", "a"), file("a/b")],
  "links in a ring": [link("a", "b"), link("b", "a"), folder("a/c")],
  "a link to nothing": [link("a", "")],
  "a link to the password file": [link("a", "/etc/passwd")],
  "a link upwards": [link("a", "../../..")],
  "a link of 5,000 bytes": [link("a", "x".repeat(5_000))],
  "a link with NUL": [link("a", "b\0c")],
  "a link to no text": [link("a", 7)],
  "a link to null": [link("a", null)],
  "a link to a list": [link("a", ["CANARY"])],
  "a link without a target": [{ kind: "link", path: "a" }],
  "a socket": [{ kind: "socket", path: "s" }],
  "a pipe": [{ kind: "fifo", path: "p", mode: 0o644 }],
  "a device": [{ kind: "device", path: "d", mode: 0o666, major: 1, minor: 5 }],
  "no kind": [{ path: "a", mode: 0o644, sha256: HASH }],
  "the kind __proto__": [{ kind: "__proto__", path: "a" }],
  "a hash of something else": [file("a", { sha256: "0".repeat(64) })],
  "no hash": [{ kind: "file", path: "a", mode: 0o644 }],
  "a hash that is a path": [file("a", { sha256: "../../canary/secret.txt" })],
  "a hash that is another key": [file("a", { sha256: "x:y" })],
  "a hash that is no text": [file("a", { sha256: { length: 64 } })],
  "a hash of 10 MB": [file("a", { sha256: "0".repeat(10_000_000) })],
  "10,000 folders deep": [file(`${"d/".repeat(10_000)}x`)],
  "10,000 folders, one in the other": Array.from({ length: 1_500 }, (_, at) => folder("d/".repeat(at + 1))),
  "a name of 4,096 bytes": [file("n".repeat(4_096))],
  "a name of 300 bytes": [file("n".repeat(300))],
  "200,000 folders": Array.from({ length: 200_000 }, (_, at) => folder(`f${at}`)),
  "a million entries that are null": `[${Array(1_000_000).fill("null").join(",")}]`,
  "no list": { length: 1, 0: file("a") },
  null: null,
  "a text": "files",
  "a list in a list": [[file("a")]],
  "entries that are null": [null],
  "entries that are numbers": [1, 2],
  "100,000 deep": `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
};

const PATHS: unknown[] = [
  "../planted.txt",
  "../../../../../../canary/secret.txt",
  "../../../../../../canary/planted.txt",
  "CANARY/planted.txt",
  "CANARY/secret.txt",
  "/planted.txt",
  "a/../../planted.txt",
  "a/../../../../../../../canary/planted.txt",
  "a/./../../planted.txt",
  "./planted.txt",
  "a//planted.txt",
  "a/",
  "",
  ".",
  "..",
  "/",
  "a\0b",
  "a\\..\\..\\planted.txt",
  "C:\\planted.txt",
  "\\\\host\\share",
  "a\nb",
  "a\u001b]0;owned\u0007",
  "~/planted.txt",
  "$HOME/planted.txt",
  "%2e%2e/planted.txt",
  "\u2025/planted.txt",
  "\uff0e\uff0e/planted.txt",
  "-rf",
  "__proto__",
  "con",
  "\ud800",
  null,
  7,
  [".."],
  { toString: "a" },
];

const MODES: unknown[] = [
  0o4777,
  0o2777,
  0o1777,
  0o6755,
  0,
  -1,
  1e9,
  1e308,
  0.5,
  "777",
  "4777",
  null,
  undefined,
  [511],
  Number.NaN,
  0o100_644,
  2 ** 32 + 0o4755,
];

export function treeForgeries(): Forgery[] {
  const forgeries: Forgery[] = [];
  const add = (family: string, name: string, entries: unknown, more: Partial<Forgery> = {}) =>
    forgeries.push({
      name,
      family,
      on: "trial",
      forge: (honest, place) => ({ ...answerWith(honest, withFiles(honest, entries, place)), contents: CONTENTS }),
      ...more,
    });
  for (const [name, entries] of Object.entries(TREES)) add("trees that escape", `tree: ${name}`, entries);
  for (const path of PATHS) {
    add("trees that escape", `a file at ${shown(path)}`, [file(path)]);
    add("trees that escape", `a folder at ${shown(path)}`, [folder(path, 0o777)]);
    add("trees that escape", `a link at ${shown(path)}`, [link(path, "CANARY/secret.txt")]);
  }
  for (const mode of MODES) {
    add("modes", `a file of mode ${shown(mode)}`, [file("tool.sh", { mode })]);
    add("modes", `a folder of mode ${shown(mode)}`, [folder("tools", mode), file("tools/x")]);
  }
  const large = Buffer.alloc(512 * 1024, "x");
  for (const [name, fields] of Object.entries({
    "of other bytes": { "0": "something else", chunks: "1" },
    "without its number": { "0": CONTENT },
    "of -1 pieces": { "0": CONTENT, chunks: "-1" },
    "of NaN pieces": { "0": CONTENT, chunks: "NaN" },
    "of 1e308 pieces": { "0": CONTENT, chunks: "1e308" },
    "of a thousand pieces with one": { "0": CONTENT, chunks: "1000" },
    "of 200 MB that is something else": Object.fromEntries([
      ...Array.from({ length: 400 }, (_, at) => [String(at), large] as const),
      ["chunks", "400"] as const,
    ]),
  })) {
    const sha256 = createHash("sha256").update(`content ${name}`).digest("hex");
    forgeries.push({
      name: `a content ${name}`,
      family: "contents",
      on: "trial",
      forge: (honest, place) => ({
        ...answerWith(honest, withFiles(honest, [file("a", { sha256 })], place)),
        contents: { [sha256]: fields },
      }),
      ...(name.includes("MB") ? { alone: true } : {}),
    });
  }
  return forgeries;
}

const CONTENTS = { [HASH]: { "0": CONTENT, chunks: "1" } };

/** The honest result with these entries for its files; it says that there is something to keep. */
function withFiles({ result }: HonestAnswer, entries: unknown, { canary }: ForgeryPlace): string {
  const json = typeof entries === "string" && entries.startsWith("[") ? entries : JSON.stringify(entries);
  const text = JSON.stringify({ ...result, kept: { ...(result.kept as object), empty: false }, files: "@@files@@" });
  return text.replace('"@@files@@"', () => json.replaceAll("CANARY", canary));
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 50);
}
