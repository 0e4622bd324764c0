import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { flipped, randomNumbers } from "../../../test/support/mutate.ts";
import {
  appendRun,
  changeFile,
  indexPath,
  readLogNaively,
  readLogWholly,
  runRecord,
  segmentPath,
  storeWith,
} from "../../../test/support/store-records.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { openStore } from "../store.ts";

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
        // Two lines became one, and both are intact.
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
      // Entries from the index, whose positions are now wrong.
      const held = [...store.keys("run")].map((entry) => ({ name: `run ${entry.key}`, value: store.readEntry(entry) }));
      const without = new Map(expected);
      without.delete(line.name);
      expect(readLogWholly(store)).toEqual(without);
      for (const { name, value } of held) expect(value).toEqual(name === line.name ? null : expected.get(name));
      const named = store.damaged().filter(({ key }) => key !== null);
      expect(named.map(({ kind, key }) => `${kind} ${key}`)).toEqual([line.name]);
    }
  });

  test.each(["a changed", "no"])("with %s newline between two records loses neither", async (kind) => {
    const outputs = await storeWith(12);
    const whole = readFileSync(segmentPath(outputs));
    const index = readFileSync(indexPath(outputs));
    const expected = readLogNaively(outputs);
    for (const { end } of linesOf(whole).slice(0, -1))
      for (const withIndex of [true, false]) {
        const rest = whole.subarray(end);
        const between = Buffer.from(kind === "no" ? "" : "x");
        writeFileSync(segmentPath(outputs), Buffer.concat([whole.subarray(0, end - 1), between, rest]));
        if (withIndex) writeFileSync(indexPath(outputs), index);
        else rmSync(indexPath(outputs));
        const store = openStore(outputs);
        expect(readLogWholly(store)).toEqual(expected);
        expect(store.damaged()).toEqual([]);
      }
  });

  test("with bytes that moved from one record into a later one loses these two and no other", async () => {
    const outputs = await storeWith(41);
    const expected = readLogNaively(outputs);
    // The log still ends where its index says, so the damage shows only when a record in between is read.
    changeFile(segmentPath(outputs), (bytes) =>
      Buffer.from(
        bytes.toString().replace('An answer. 10"', '10"').replace('An answer. 30"', 'An answer. An answer. 30"'),
      ),
    );
    const store = openStore(outputs);
    const entries = [...store.keys("run")];
    expect(entries).toHaveLength(21);
    for (const entry of entries) {
      const isDamaged = entry.key === "r10" || entry.key === "r30";
      expect(store.readEntry(entry)).toEqual(isDamaged ? null : expected.get(`run ${entry.key}`));
    }
    expect(new Set(store.damaged().map(({ key }) => key))).toEqual(new Set(["r10", "r30"]));
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
    const problem = "its content does not match its hash";
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

function isNewline(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0x0a;
}
