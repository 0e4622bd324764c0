import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { FIRST, MORE, placesIn, withBadValue } from "./bad-values.ts";
import type { ForeignMutation } from "./mutation.ts";
import { type Original, sha256 } from "./workspace.ts";

interface TarEntry {
  path: string;
  content: Buffer;
  /** `0` is a file, `1` a hard link, `2` a link, `5` a folder, `x` more about the next one. */
  type?: string;
  link?: string;
  /** The header's claim, if not the truth. */
  size?: string;
  mode?: string;
}

const MANIFEST = "assay-pack.json";
const COMMANDS = [
  ["verify", "FOREIGN_PACK"],
  ["unpack", "FOREIGN_PACK", "--into", "UNPACKED"],
  ["IN", "report"],
  ["IN", "show", "diligent/greeting_file"],
  ["IN", "verify"],
];

/** Packed campaigns that were put together by hand, with right checksums where a checksum is asked for. */
export function packMutations(original: Original): ForeignMutation[] {
  const entries = readTar(gunzipSync(readFileSync(original.pack)));
  const artifact = entries.find(({ path }) => path.startsWith("outputs/artifacts/"))!;
  const folder = artifact.path.split("/").slice(0, 4).join("/");
  const mutations: ForeignMutation[] = [];
  const add = (name: string, make: (place: { canary: string }) => Buffer, family = "packs") =>
    mutations.push({
      name: `pack: ${name}`,
      family,
      change: ({ workspace, canary }) => writeFileSync(join(workspace, "foreign.assay.tgz"), make({ canary })),
      commands: COMMANDS,
    });
  const packed = (some: TarEntry[]) => gzipSync(writeTar(some), { level: 1 });
  const extra = (entry: TarEntry) => packed(sealed([...entries.slice(0, -1), entry], entries.at(-1)!));

  for (const [name, path] of Object.entries(ODD_PATHS(folder)))
    add(`a file ${name}`, ({ canary }) => extra({ path: path.replace("CANARY", canary), content: Buffer.from("x") }));
  for (const type of ["1", "2", "3", "4", "5", "6", "7", "K", "L", "S", "V", "g", "x", "Z"])
    for (const link of ["CANARY/secret.txt", "../../../../../canary/secret.txt", "CANARY"])
      add(`type ${type} to ${link}`, ({ canary }) =>
        extra({ path: `${folder}/tricky`, type, link: link.replace("CANARY", canary), content: Buffer.alloc(0) }),
      );
  for (const link of ["CANARY", "../../../../../../canary"])
    add(`a file through a link to ${link}`, ({ canary }) => {
      const door = {
        path: `${folder}/door`,
        type: "2",
        link: link.replace("CANARY", canary),
        content: Buffer.alloc(0),
      };
      const behind = { path: `${folder}/door/planted.txt`, content: Buffer.from("planted") };
      return packed(sealed([...entries.slice(0, -1), door, behind], entries.at(-1)!));
    });
  for (const mode of ["0004777", "0002777", "0000000", "7777777"])
    add(`mode ${mode}`, () => extra({ path: `${folder}/m`, content: Buffer.from("x"), mode }));
  for (const size of [
    "77777777777",
    "00000000777",
    "-0000000001",
    "wonderful  ",
    "\u0080\u0000\u0000\u0000\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff",
  ])
    add(`a size of ${JSON.stringify(size)}`, () => extra({ path: `${folder}/s`, content: Buffer.from("x"), size }));
  for (const [name, pax] of Object.entries(PAX))
    add(`pax ${name}`, ({ canary }) => {
      const more = { path: "PaxHeader", type: "x", content: Buffer.from(paxRecords(pax, canary)) };
      return packed(
        sealed([...entries.slice(0, -1), more, { path: `${folder}/p`, content: Buffer.from("x") }], entries.at(-1)!),
      );
    });
  add("a file twice", () => packed([...entries.slice(0, 1), ...entries]));
  add("its manifest twice", () => packed([...entries, entries.at(-1)!]));
  add("its manifest first", () => packed([entries.at(-1)!, ...entries.slice(0, -1)]));
  add("without a manifest", () => packed(entries.slice(0, -1)));
  add("of nothing", () => packed([]));
  add("no bytes", () => Buffer.alloc(0));
  add("not zipped", () => writeTar(entries));
  add("zipped twice", () => gzipSync(packed(entries)));
  add("text", () => Buffer.from("wonderful\n"));
  add("garbage behind it", () => Buffer.concat([readFileSync(original.pack), Buffer.from("garbage".repeat(100))]));
  add("another one behind it", () => Buffer.concat([readFileSync(original.pack), readFileSync(original.pack)]));
  add("garbage in front", () => Buffer.concat([Buffer.from("garbage"), readFileSync(original.pack)]));
  for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999])
    add(`cut at ${share}`, () =>
      readFileSync(original.pack).subarray(0, Math.floor(readFileSync(original.pack).length * share)),
    );
  add("9 GB of zeros in no entry", () => zeros(Buffer.alloc(0), 140));
  add("9 GB of zeros in one entry", () =>
    zeros(header({ path: `${folder}/zeros`, content: Buffer.alloc(0), size: "103000000000" }), 140),
  );
  add("9 GB of zeros in its manifest", () =>
    zeros(header({ path: MANIFEST, content: Buffer.alloc(0), size: "103000000000" }), 140),
  );
  add("9 GB of zeros in a pax header", () =>
    zeros(header({ path: "x", type: "x", content: Buffer.alloc(0), size: "103000000000" }), 140),
  );
  add("9 GB of zeros in a long name", () =>
    zeros(header({ path: "x", type: "L", content: Buffer.alloc(0), size: "103000000000" }), 140),
  );
  add("1,000,000 empty entries", () =>
    packed(Array.from({ length: 1_000_000 }, (_, at) => ({ path: `labels/${at}.jsonl`, content: EMPTY }))),
  );
  add("3,000 folders deep", () => extra({ path: `${folder}/${"a/".repeat(1_900)}x`, content: Buffer.from("x") }));

  const { content } = entries.at(-1)!;
  const manifest = JSON.parse(content.toString()) as Record<string, unknown>;
  for (const [number, path] of placesIn(manifest).entries())
    for (const bad of [...FIRST, MORE[(number * 5) % MORE.length]!, MORE[(number * 8 + 3) % MORE.length]!])
      add(
        `manifest ${path.join(".")}: ${bad.name}`,
        () =>
          packed([
            ...entries.slice(0, -1),
            { path: MANIFEST, content: Buffer.from(withBadValue(manifest, path, bad)) },
          ]),
        "manifests of packs",
      );
  for (const bad of MORE)
    add(
      `manifest as a whole: ${bad.name}`,
      () => packed([...entries.slice(0, -1), { path: MANIFEST, content: Buffer.from(bad.json) }]),
      "manifests of packs",
    );
  for (const [name, path] of [
    ["suite", "suite_id"],
    ["run profile", "run_profile"],
    ["evaluation profile", "evaluation_profile"],
  ])
    for (const id of ["../../canary", "..", "/", "__proto__", "a\u001b[2Jb"])
      add(
        `manifest of the ${name} ${JSON.stringify(id)}`,
        () => {
          const changed = { ...manifest, campaign: { ...(manifest.campaign as object), [path!]: id } };
          return packed([...entries.slice(0, -1), { path: MANIFEST, content: Buffer.from(JSON.stringify(changed)) }]);
        },
        "manifests of packs",
      );
  return mutations;
}

const EMPTY = Buffer.alloc(0);

const ODD_PATHS = (folder: string): Record<string, string> => ({
  upwards: "../planted.txt",
  "upwards from a folder": `${folder}/../../../../../planted.txt`,
  "from the root": "CANARY/planted.txt",
  "with backslashes": `${folder}\\..\\..\\planted.txt`,
  "with NUL": `${folder}/a\0b`,
  "with a dot": `./${folder}/x`,
  "with two slashes": `${folder}//x`,
  "of a drive": "C:/planted.txt",
  "at the place of a folder": folder,
  "below a file": "assay-pack.json/x",
  "in configs": "configs/cases/evil/test.yaml",
  "of labels upwards": "labels/../planted.txt",
  "with an escape sequence": `${folder}/\u001b]0;owned\u0007`,
  "with a new line": `${folder}/a\nb`,
  "of 4,096 bytes": `${folder}/${"x".repeat(4_000)}`,
  "of 300 bytes": `${folder}/${"x".repeat(300)}`,
  "of dots": `${folder}/...`,
  "ending with a slash": `${folder}/x/`,
  empty: "",
  "of the lock": "outputs/.claims",
  "of an index": "outputs/log/packed-000001.index",
});

const PAX: Record<string, Record<string, string>> = {
  "path upwards": { path: "../planted.txt" },
  "path from the root": { path: "CANARY/planted.txt" },
  linkpath: { linkpath: "CANARY/secret.txt" },
  "size huge": { size: "99999999999999" },
  "size negative": { size: "-1" },
  "size in words": { size: "wonderful" },
  "size less": { size: "0" },
  type: { type: "SymbolicLink", linkpath: "CANARY" },
  sparse: {
    "GNU.sparse.major": "1",
    "GNU.sparse.minor": "0",
    "GNU.sparse.realsize": "1099511627776",
    "GNU.sparse.name": "x",
  },
  proto: { __proto__: "x", constructor: "y" },
  "mode 4777": { mode: "2559" },
  "mtime NaN": { mtime: "NaN" },
  "long name": { path: "outputs/artifacts/".concat("x".repeat(100_000)) },
};

function paxRecords(pax: Record<string, string>, canary: string): string {
  return Object.entries(pax)
    .map(([name, value]) => {
      const said = ` ${name}=${value.replace("CANARY", canary)}\n`;
      const length = said.length + String(said.length + 2).length;
      return `${length}${said}`;
    })
    .join("");
}

/** The manifest names what is in the archive now, with right sizes and hashes. */
function sealed(entries: TarEntry[], { content }: TarEntry): TarEntry[] {
  const manifest = JSON.parse(content.toString()) as { files: object[] };
  const files = entries.map((entry) => ({
    path: entry.path,
    bytes: entry.content.length,
    sha256: sha256(entry.content),
  }));
  return [...entries, { path: MANIFEST, content: Buffer.from(JSON.stringify({ ...manifest, files })) }];
}

function readTar(bytes: Buffer): TarEntry[] {
  const entries: TarEntry[] = [];
  let longer: string | null = null;
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0; ) {
    const text = (from: number, length: number) =>
      bytes.toString("latin1", at + from, at + from + length).replace(/\0.*$/s, "");
    const size = Number.parseInt(text(124, 12), 8);
    const content = bytes.subarray(at + 512, at + 512 + size);
    const prefix = text(345, 155);
    if (text(156, 1) === "x") longer = /\d+ path=([^\n]*)\n/.exec(content.toString())?.[1] ?? null;
    else {
      entries.push({ path: longer ?? (prefix ? `${prefix}/${text(0, 100)}` : text(0, 100)), content });
      longer = null;
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return entries;
}

function writeTar(entries: TarEntry[]): Buffer {
  const pieces = entries.flatMap((entry) => {
    const { path, content } = entry;
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    const bytes = Buffer.from(path);
    const isLong = bytes.length > 100;
    const record = ` path=${path}\n`;
    const length = Buffer.byteLength(record) + String(Buffer.byteLength(record) + 4).length;
    const pax = { path: "PaxHeader", type: "x", content: Buffer.from(`${length}${record}`) };
    const before = isLong ? [header(pax), pax.content, Buffer.alloc((512 - (pax.content.length % 512)) % 512)] : [];
    return [...before, header(entry), content, padding];
  });
  return Buffer.concat([...pieces, Buffer.alloc(1024)]);
}

function header({ path, content, type = "0", link = "", size, mode = "0000644" }: TarEntry): Buffer {
  const block = Buffer.alloc(512);
  block.write(path.slice(0, 100), 0, 100);
  block.write(mode, 100);
  block.write("0000000", 108);
  block.write("0000000", 116);
  block.write(size ?? content.length.toString(8).padStart(11, "0"), 124, 12, "latin1");
  block.write("00000000000", 136);
  block.write("        ", 148);
  block.write(type, 156);
  block.write(link.slice(0, 100), 157, 100);
  block.write("ustar\0" + "00", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** Zeros zipped once, and that many times behind each other: unzipped they are 64 MB each. */
function zeros(before: Buffer, times: number): Buffer {
  const member = gzipSync(Buffer.alloc(64 * 1024 ** 2), { level: 1 });
  return Buffer.concat([...(before.length > 0 ? [gzipSync(before)] : []), ...Array<Buffer>(times).fill(member)]);
}
