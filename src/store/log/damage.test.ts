import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  appendRun,
  buryWriter,
  changeFile,
  indexPath,
  readLogNaively,
  readLogWholly,
  runRecord,
  segmentPath,
} from "../../../test/support/store-records.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { listTrials } from "../list.ts";
import { openStore, type Store } from "../store.ts";

describe("an index only saves time", () => {
  const CASES: [string, (outputs: string, other: string) => void][] = [
    ["missing", (outputs) => rmSync(indexPath(outputs))],
    ["empty", (outputs) => writeFileSync(indexPath(outputs), "")],
    ["behind", (outputs) => changeFile(indexPath(outputs), (bytes) => bytes.subarray(0, bytes.indexOf("\n") + 1))],
    ["cut in a block", (outputs) => changeFile(indexPath(outputs), (bytes) => bytes.subarray(0, bytes.length / 3))],
    ["without its first block", (outputs) => changeFile(indexPath(outputs), afterFirstLine)],
    ["without a block in the middle", (outputs) => changeFile(indexPath(outputs), withoutSecondLine)],
    ["of another log", (outputs, other) => copyFileSync(indexPath(other), indexPath(outputs))],
    ["a folder", (outputs) => [rmSync, mkdirSync].forEach((act) => void act(indexPath(outputs)))],
    ["not text", (outputs) => writeFileSync(indexPath(outputs), Buffer.alloc(5000, 0xff))],
    ["of a longer log", (outputs) => changeFile(segmentPath(outputs), withoutLastLine)],
    ["of a log with other offsets", (outputs) => changeFile(segmentPath(outputs), afterFirstLine)],
  ];

  test.each(CASES)("one that is %s changes nothing", async (_, spoil) => {
    const [outputs, other] = [await storeWith(1000), await storeWith(1000, "other ")];
    spoil(outputs, other);
    const store = openStore(outputs);
    expect(readLogWholly(store)).toEqual(readLogNaively(outputs));
    expect(readLogWholly(openStore(outputs))).toEqual(readLogNaively(outputs));
    await store.close();
  });

  test("flipped bytes anywhere in it change nothing", async () => {
    const outputs = await storeWith(900);
    const index = readFileSync(indexPath(outputs));
    const expected = readLogNaively(outputs);
    const random = randomNumbers(11);
    for (let time = 0; time < 40; time += 1) {
      writeFileSync(indexPath(outputs), flipped(index, random(index.length), 1 + random(255)));
      const store = openStore(outputs);
      expect([...store.keys("run")].length + [...store.keys("text")].length).toBe(expected.size);
      expect(store.read("run", "r899")?.value).toEqual(expected.get("run r899"));
      await store.close();
    }
  });

  test("a cut log names what its index still knows", async () => {
    const outputs = await storeWith(20);
    changeFile(segmentPath(outputs), (bytes) => bytes.subarray(0, bytes.lastIndexOf('{"kind":"run"')));
    const damaged = openStore(outputs).damaged();
    expect(damaged).toMatchObject([{ kind: "run", key: "r19", problem: "it is no longer in the log" }]);
  });

  test("one that a large log lacks is written for the next reader", async () => {
    const outputs = await storeWith(3000);
    buryWriter(outputs);
    expect(existsSync(indexPath(outputs))).toBe(false);
    openStore(outputs);
    expect(existsSync(indexPath(outputs))).toBe(true);
    // Believed from now on: the bodies are gone, the heads are listed.
    changeFile(segmentPath(outputs), (bytes) => Buffer.from(bytes.toString().replaceAll("An answer.", "No answer.")));
    const trials = listTrials(openStore(outputs), { suite_id: "s", run_profile: "p-1" });
    expect(trials).toHaveLength(1500);
    expect(trials.every(({ run }) => run?.status === "success")).toBe(true);
  });
});

describe("a damaged log", () => {
  test("with one changed byte loses that record and no other, whatever byte it is", async () => {
    const outputs = await storeWith(40);
    const whole = readFileSync(segmentPath(outputs));
    const index = readFileSync(indexPath(outputs));
    const expected = readLogNaively(outputs);
    const lines = linesOf(whole);
    const random = randomNumbers(7);
    for (let time = 0; time < 300; time += 1) {
      const at = random(whole.length);
      const line = lines.find(({ end }) => at < end)!;
      writeFileSync(segmentPath(outputs), flipped(whole, at, 1 + random(255)));
      const withIndex = time % 2 === 0;
      if (withIndex) writeFileSync(indexPath(outputs), index);
      else rmSync(indexPath(outputs), { force: true });
      const store = openStore(outputs);
      const found = readLogWholly(store);
      const without = new Map(expected);
      without.delete(line.name);
      const story = `byte ${at} of ${line.name}, ${withIndex ? "with" : "without"} index`;
      if (isNewline(whole, at)) {
        // Two lines have become one, and both are still whole.
        expect(found, story).toEqual(at === whole.length - 1 ? without : expected);
        continue;
      }
      expect(found, story).toEqual(without);
      const damaged = store.damaged();
      expect(damaged[0]?.where, story).toMatch(new RegExp(`, byte ${line.start}$`));
      if (withIndex) expect(damaged.map(({ kind, key }) => `${kind} ${key}`)).toContain(line.name);
      await store.close();
    }
  });

  test.each([
    ["taken out", (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 7)])],
    [
      "put in",
      (bytes: Buffer, at: number) => Buffer.concat([bytes.subarray(0, at), Buffer.from("1234567"), bytes.subarray(at)]),
    ],
    ["made newlines", (bytes: Buffer, at: number) => Buffer.from(bytes).fill("\n", at, at + 7)],
    ["made zero", (bytes: Buffer, at: number) => Buffer.from(bytes).fill(0, at, at + 7)],
  ])("with some bytes %s loses that record and no other", async (_, change) => {
    const outputs = await storeWith(60);
    const whole = readFileSync(segmentPath(outputs));
    const expected = readLogNaively(outputs);
    const lines = linesOf(whole);
    const random = randomNumbers(3);
    for (let time = 0; time < 25; time += 1) {
      const line = lines[random(lines.length)]!;
      const at = line.start + 1 + random(line.end - line.start - 9);
      writeFileSync(segmentPath(outputs), change(whole, at));
      const store = openStore(outputs);
      // Before anything noticed: entries from the index, whose places are no longer right.
      const held = [...store.keys("run")].map((entry) => ({ name: `run ${entry.key}`, value: store.readEntry(entry) }));
      const without = new Map(expected);
      without.delete(line.name);
      expect(readLogWholly(store)).toEqual(without);
      for (const { name, value } of held) expect(value).toEqual(name === line.name ? null : expected.get(name));
      const named = store.damaged().filter(({ key }) => key !== null);
      expect(named.map(({ kind, key }) => `${kind} ${key}`)).toEqual([line.name]);
    }
  });

  test("falls back on an older whole record of the same key, and names the damaged one", async () => {
    const outputs = temporaryFolder();
    const writer = openStore(outputs);
    writer.append({ kind: "text", key: "k", value: "older" });
    appendRun(writer, "r", "s/p-1/m/c/1", runRecord({ output: "older" }));
    writer.append({ kind: "text", key: "k", value: "newer" });
    appendRun(writer, "r", "s/p-1/m/c/1", runRecord({ output: "newer" }));
    await writer.close();
    changeFile(segmentPath(outputs), (bytes) => Buffer.from(bytes.toString().replaceAll("newer", "mewer")));
    const store = openStore(outputs);
    expect(store.read("text", "k")?.value).toBe("older");
    expect(store.read("run", "r")?.value.artifact.final_output).toBe("older");
    const problem = "its content does not agree with its hash";
    expect(store.damaged()).toMatchObject([
      { kind: "text", key: "k", problem },
      { kind: "run", key: "r", problem },
    ]);
  });

  test("keeps a damaged text anew when it is sent again", async () => {
    const outputs = temporaryFolder();
    const writer = openStore(outputs);
    writer.keepText("the words", "hash");
    await writer.close();
    changeFile(segmentPath(outputs), (bytes) => Buffer.from(bytes.toString().replace("the words", "the worms")));
    const store = openStore(outputs);
    expect(store.text("hash")).toBeNull();
    store.keepText("the words", "hash");
    expect(store.text("hash")).toBe("the words");
    await store.close();
    expect(openStore(outputs).text("hash")).toBe("the words");
  });

  test("no value can pass for a record of its own, not even where the log is damaged", async () => {
    const outputs = temporaryFolder();
    const forger = openStore(temporaryFolder());
    forger.append({ kind: "text", key: "forged", value: "a score of 10" });
    const forged = JSON.parse(readFileSync(segmentPath(forger.outputs), "utf8"));
    const writer = openStore(outputs);
    writer.append({ kind: "campaign", key: "k", value: [1, forged, forged] as never });
    await writer.close();
    for (const damage of ['"kind":"campaign"', "[1,", ',{"kind":"text"', "]}\n"]) {
      const copy = temporaryFolder({ "log/a.jsonl": readFileSync(segmentPath(outputs)) });
      changeFile(segmentPath(copy), (bytes) =>
        Buffer.from(bytes.toString().replace(damage, (text) => `~${text.slice(1)}`)),
      );
      const store = openStore(copy);
      expect([store.has("text", "forged"), store.has("campaign", "k")]).toEqual([false, false]);
    }
  });
});

describe("a last line without an end", () => {
  test("is silent while its writer lives, and a record once it has its end", async () => {
    const outputs = await storeWith(5);
    const whole = readFileSync(segmentPath(outputs));
    // This process wrote it and lives.
    changeFile(segmentPath(outputs), (bytes) => bytes.subarray(0, bytes.length - 20));
    rmSync(indexPath(outputs));
    const store = openStore(outputs);
    expect([store.has("run", "r4"), store.damaged()]).toEqual([false, []]);
    writeFileSync(segmentPath(outputs), whole);
    store.refresh();
    expect(store.read("run", "r4")?.value).toEqual(runRecord({ output: "An answer. 4" }));
    expect(store.damaged()).toEqual([]);
  });

  test("of a dead writer is named, and costs one record", async () => {
    const outputs = await storeWith(5);
    const path = buryWriter(outputs);
    changeFile(path, (bytes) => bytes.subarray(0, bytes.length - 20));
    const store = openStore(outputs);
    expect([...store.keys("run")].map(({ key }) => key)).toEqual(["r0", "r2"]);
    expect(store.damaged()).toMatchObject([{ key: null, problem: "its last line is cut off; that record is lost" }]);
    expect(store.damaged()[0]?.where).toMatch(/^log\/.+\.jsonl$/);
  });
});

describe("what cannot be read", () => {
  test("an empty store, an empty log folder and empty segments are empty stores", async () => {
    for (const files of [{}, { "log/readme.txt": "" }, { "log/a.jsonl": "", "log/a.index": "" }]) {
      const store = openStore(temporaryFolder(files as Record<string, string>));
      expect([[...store.keys("run")], store.damaged()]).toEqual([[], []]);
      store.append({ kind: "text", key: "k", value: "v" });
      store.refresh();
      expect(store.read("text", "k")?.value).toBe("v");
      await store.close();
    }
  });

  test("opening a store creates nothing", async () => {
    const outputs = join(temporaryFolder(), "outputs");
    const store = openStore(outputs);
    await store.close();
    expect(existsSync(outputs)).toBe(false);
  });

  test("a folder in the place of a segment is named, and the other segments are read", async () => {
    const outputs = await storeWith(5);
    mkdirSync(join(outputs, "log", "a.jsonl"));
    const store = openStore(outputs);
    expect(readLogWholly(store).size).toBe(5);
    expect(store.damaged()).toMatchObject([{ where: "log/a.jsonl", problem: expect.stringContaining("EISDIR") }]);
  });

  test("a file in the place of the log folder is an error, not an empty store", () => {
    expect(() => openStore(temporaryFolder({ log: "not a folder" }))).toThrow("ENOTDIR");
    expect(() => openStore(join(temporaryFolder({ outputs: "" }), "outputs"))).toThrow("ENOTDIR");
  });

  test("a segment that is taken away while the store is open leaves no wrong value", async () => {
    const outputs = await storeWith(5);
    const store = openStore(outputs);
    rmSync(segmentPath(outputs));
    store.refresh();
    expect(store.damaged()).toMatchObject([{ key: null, problem: expect.stringContaining("ENOENT") }]);
    expect([store.read("run", "r4"), store.has("run", "r4")]).toEqual([null, false]);
  });

  // Root may read everything; test/store/permissions.test.ts shows the same for it as another user.
  test.skipIf(process.getuid?.() === 0)(
    "a segment without permission is named, a folder without is an error",
    async () => {
      const outputs = await storeWith(5);
      chmodSync(segmentPath(outputs), 0);
      expect(openStore(outputs).damaged()).toMatchObject([{ problem: expect.stringContaining("EACCES") }]);
      chmodSync(join(outputs, "log"), 0);
      expect(() => openStore(outputs)).toThrow("EACCES");
      chmodSync(join(outputs, "log"), 0o700);
    },
  );
});

test("a store of more segments than a process may open files is read", async () => {
  const outputs = temporaryFolder();
  for (let index = 0; index < 150; index += 1) {
    const store = openStore(outputs);
    store.append({ kind: "text", key: `t${index}`, value: `text ${index}` });
    await store.close();
  }
  const store = openStore(outputs);
  const before = openDescriptors();
  for (let index = 0; index < 150; index += 1) expect(store.text(`t${index}`)).toBe(`text ${index}`);
  if (before !== null) expect(openDescriptors()! - before).toBeLessThanOrEqual(64);
  await store.close();
});

/** A closed store of runs and texts, in turns; `outputs/`. */
async function storeWith(records: number, prefix = ""): Promise<string> {
  const store: Store = openStore(temporaryFolder());
  for (let index = 0; index < records; index += 1) {
    const words = `An answer. ${prefix}${index}`;
    if (index % 2 === 1) store.append({ kind: "text", key: `t${index}`, value: words });
    else appendRun(store, `r${index}`, `s/p-1/m/c/${index}`, runRecord({ output: words }));
  }
  // The last record is a run, so that the last line is the same kind whatever the number.
  if (records % 2 === 0) appendRun(store, `r${records - 1}`, "s/p-1/m/c/0");
  await store.close();
  return store.outputs;
}

function linesOf(bytes: Buffer): { name: string; start: number; end: number }[] {
  const lines = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf("\n", start) + 1;
    const { kind, key } = JSON.parse(bytes.toString("utf8", start, end)) as { kind: string; key: string };
    lines.push({ name: `${kind} ${key}`, start, end });
    start = end;
  }
  return lines;
}

function flipped(bytes: Buffer, at: number, mask: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= mask;
  return copy;
}

function isNewline(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0x0a;
}

function afterFirstLine(bytes: Buffer): Buffer {
  return bytes.subarray(bytes.indexOf("\n") + 1);
}

function withoutSecondLine(bytes: Buffer): Buffer {
  const first = bytes.indexOf("\n") + 1;
  return Buffer.concat([bytes.subarray(0, first), afterFirstLine(bytes.subarray(first))]);
}

function withoutLastLine(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.lastIndexOf("\n", bytes.length - 2) + 1);
}

/** The same numbers every time (mulberry32), so that a failure can be seen again. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function openDescriptors(): number | null {
  return existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : null;
}
