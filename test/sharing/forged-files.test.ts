import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { Parser } from "tar";
import { describe, expect, test } from "vitest";
import { isAssayError } from "../../src/index.ts";
import { verifyCampaign } from "../../src/operations/store/verifying/verify.ts";
import { isVerified } from "../../src/report/index.ts";
import { openStore } from "../../src/store/index.ts";
import { sha256 } from "../../src/text/index.ts";
import { assay } from "../support/assay.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";
import { sampleSize } from "../support/thorough.ts";
import { ForgedStore } from "./forged-store.ts";
import { type ArchiveEntry, archiveOf, packedOnce, unpacked } from "./support.ts";

const shared = packedOnce();

/** Writes a changed index of a store's only segment, with a valid checksum. */
function forgeIndex(folder: string, change: (text: string) => string): void {
  const log = join(folder, "outputs/log");
  const name = readdirSync(log)
    .find((file) => file.endsWith(".jsonl"))!
    .slice(0, -".jsonl".length);
  const index = join(log, `${name}.index`);
  const blocks = readFileSync(index, "utf8").trimEnd().split("\n");
  const forged = blocks.map((block) => {
    const text = change(block.slice(9));
    return `${crc32(text, crc32(`8 ${name}`))
      .toString(16)
      .padStart(8, "0")} ${text}\n`;
  });
  writeFileSync(index, forged.join(""));
}

/** The unpacked store with the index that its first long reader writes. */
async function indexed(): Promise<string> {
  const folder = await unpacked(shared);
  const log = join(folder, "outputs/log");
  const [name] = readdirSync(log).filter((file) => file.endsWith(".jsonl"));
  // Only a log of some size is worth an index.
  const [first] = readFileSync(join(log, name!), "utf8").split("\n");
  expect(first).toContain("campaign");
  await openStore(join(folder, "outputs")).close();
  expect(readdirSync(log).some((file) => file.endsWith(".index"))).toBe(true);
  return folder;
}

describe("an index that says otherwise than its log", () => {
  const FORGERIES: [string, (text: string) => string][] = [
    ["about a score", (text) => text.replace(/"scored",[\d.]+/, '"scored",9.9')],
    ["about what passed", (text) => text.replace(/("scored",[\d.]+,)(true|false)/, "$1null")],
    ["about a run", (text) => text.replace('["success"', '["provider_error"')],
    ["about which records there are", (text) => text.replace(/,\["evaluation".*?\]\]/, "")],
    ["and is no index", (text) => text.replace(/,\[\[.*$/s, ",[7,null]]")],
  ];

  test.each(FORGERIES)(
    "%s is named by both commands that verify, and changes nothing that they find",
    async (_, change) => {
      const folder = await indexed();
      expect(isVerified(await verifyCampaign({ cwd: folder }))).toBe(true);
      const before = readFileSync(indexOf(folder), "utf8");
      forgeIndex(folder, change);
      expect(readFileSync(indexOf(folder), "utf8")).not.toBe(before);
      const verification = await verifyCampaign({ cwd: folder });
      expect(verification).toMatchObject({ trials: 24, judged: 24, same: 24, differences: [] });
      expect(verification.missing.map(({ trial }) => trial).join()).toMatch(/log\/packed-000001/);
      expect(isVerified(verification)).toBe(false);
    },
  );

  test("is named by assay store verify", async () => {
    const folder = await indexed();
    forgeIndex(folder, (text) => text.replace(/"scored",[\d.]+/, '"scored",9.9'));
    const { code, stdout } = await assay(["store", "verify"], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /log\/packed-000001\.index: it says otherwise than the log about the evaluation [0-9a-f]{64}/,
    );
  });
});

function indexOf(folder: string): string {
  const log = join(folder, "outputs/log");
  return join(log, readdirSync(log).find((file) => file.endsWith(".index"))!);
}

describe("a packed file", () => {
  test.each([
    [
      "counts trials that it has not",
      (manifest: Manifest) => {
        manifest.trials = 40;
      },
      /the number of trials/,
    ],
    [
      "counts records that it has not",
      (manifest: Manifest) => {
        manifest.records.call += 1;
      },
      /records by kind/,
    ],
    [
      "names a judge that nobody asked",
      (manifest: Manifest) => void manifest.environment.judges.push({ model: "openai/gpt-5", endpoint: "x" }),
      /the environment/,
    ],
    [
      "says that something was missing when it was packed",
      (manifest: Manifest) => void manifest.left_out.missing.push("call 12"),
      /call 12, when it was packed/,
    ],
  ])("that %s is not confirmed", async (_, change, says) => {
    const entries = entriesOf(shared.packed);
    const verification = await verifyCampaign({ ...repacked(entries, change) });
    expect(isVerified(verification)).toBe(false);
    expect(JSON.stringify([verification.differences, verification.missing])).toMatch(says);
  });

  test("that holds records of nothing in its campaign is not confirmed", async () => {
    const entries = entriesOf(shared.packed);
    const log = entries.find(({ path }) => path.endsWith(".jsonl"))!;
    const folder = temporaryFolder();
    writeFiles(folder, { "outputs/log/packed-000001.jsonl": log.content! });
    const store = new ForgedStore(folder);
    store.add({ kind: "text", key: sha256("left over"), at: 1, place: null, value: "left over" });
    store.write();
    log.content = readFileSync(join(folder, "outputs/log/packed-000001.jsonl"), "utf8");
    const verification = await verifyCampaign(repacked(entries, () => {}));
    expect(isVerified(verification)).toBe(false);
    expect(verification.differences).toMatchObject([{ trial: "assay-pack.json", what: "the number of records" }]);
  });

  test("that was changed nowhere is confirmed, and so is one that was packed again", async () => {
    expect(isVerified(await verifyCampaign(repacked(entriesOf(shared.packed), () => {})))).toBe(true);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: manifests, to be forged at any place
type Manifest = any;

function entriesOf(packed: string): ArchiveEntry[] {
  const entries: ArchiveEntry[] = [];
  const parser = new Parser({ sync: true } as object);
  parser.on("entry", (entry) => {
    const chunks: Buffer[] = [];
    entry.on("data", (chunk: Buffer) => chunks.push(chunk));
    entry.on("end", () => entries.push({ path: entry.path, content: Buffer.concat(chunks).toString() }));
  });
  parser.end(gunzipSync(readFileSync(packed)));
  return entries;
}

/** Packs a changed manifest with valid checksums. */
function repacked(entries: ArchiveEntry[], change: (manifest: Manifest) => void): { cwd: string; campaign: string } {
  const others = entries.filter(({ path }) => path !== "assay-pack.json");
  const manifest = JSON.parse(entries.find(({ path }) => path === "assay-pack.json")!.content!);
  manifest.files = others.map(({ path, content = "" }) => {
    return { path, bytes: Buffer.byteLength(content), sha256: sha256(content) };
  });
  change(manifest);
  const packed = archiveOf([...others, { path: "assay-pack.json", content: JSON.stringify(manifest) }]);
  return { cwd: temporaryFolder({ "forged.tgz": packed }), campaign: "forged.tgz" };
}

describe("records whose hashes are right and whose shapes are not", () => {
  const KINDS = ["run", "call", "evaluation", "campaign", "packet", "listing"] as const;
  const JUNK = [null, 7, "", "x", [], {}, [null], { in: "raw" }, true, -1];

  test.each(KINDS)("never end with an exception, wherever in a %s they are wrong", async (kind) => {
    const folder = await unpacked(shared);
    const original = new ForgedStore(folder);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(JUNK.length - 1), async (where, junk) => {
        const store = new ForgedStore(folder);
        store.records = structuredClone(original.records);
        const before = breakAt(store, kind, where, JUNK[junk]);
        if (before === JSON.stringify(JUNK[junk])) return;
        store.write();
        const verification = await verifyCampaign({ cwd: folder }).catch((error: Error) => {
          // A campaign that can't be found is a message, too.
          if (!isAssayError(error)) throw error;
          return null;
        });
        expect(verification === null || Array.isArray(verification.differences)).toBe(true);
      }),
      { numRuns: sampleSize(6, 25), seed: 11 },
    );
  });

  test("are differences where they nest deeper than anything can be read", async () => {
    const folder = await unpacked(shared);
    const store = new ForgedStore(folder);
    let deep: object = {};
    for (let depth = 0; depth < 3000; depth += 1) deep = { deep };
    store.of("call")[0]!.value.options = deep;
    const verification = await verifyCampaign({ cwd: store.write() });
    expect(verification.differences.length).toBeGreaterThan(0);
  });
});

/** Puts junk somewhere into a record of a kind; what was there before. */
function breakAt(store: ForgedStore, kind: string, where: number, junk: unknown): string | undefined {
  const [campaign] = store.of("campaign");
  const [evaluation] = store.of("evaluation");
  if (kind === "listing") {
    let before: string | undefined;
    store.changeListing((listing) => {
      before = replaceSome(listing, where, junk);
    });
    return before;
  }
  if (kind === "packet") {
    let before: string | undefined;
    store.changePacket(evaluation!, (packet) => {
      before = replaceSome(packet, where, junk);
    });
    return before;
  }
  return replaceSome(kind === "campaign" ? campaign!.value : store.of(kind)[where % 5]!.value, where, junk);
}

function replaceSome(value: object, where: number, junk: unknown): string | undefined {
  const places: [Record<string, unknown>, string][] = [];
  const walk = (part: unknown) => {
    if (typeof part !== "object" || part === null) return;
    for (const name of Object.keys(part)) {
      places.push([part as Record<string, unknown>, name]);
      walk((part as Record<string, unknown>)[name]);
    }
  };
  walk(value);
  const [holder, name] = places[where % places.length]!;
  const before = JSON.stringify(holder[name]);
  holder[name] = junk;
  return before;
}
