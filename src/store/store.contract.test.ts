import { describe, expect, test } from "vitest";
import { PLACES } from "../../test/support/log-places.ts";
import { appendRun, evaluationRecord, readLogWholly, runRecord } from "../../test/support/store-records.ts";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { sha256 } from "../text/index.ts";
import { type Log, openLog } from "./log/log.ts";
import { occupantOf } from "./runs.ts";
import { openMemoryStore, openStore } from "./store.ts";

describe.each(PLACES)("a log %s", (_, newMedium) => {
  const text = (log: Log, key: string, value: string) => log.append({ kind: "text", key, value });

  test("gives back what was appended, and knows what it does not have", () => {
    const log = openLog(newMedium(), Date.now);
    const value = runRecord();
    const entry = log.append({ kind: "run", key: "r1", place: "s/p-1/m/c/1", value });
    expect(log.read("run", "r1")).toEqual({ entry, value });
    expect(log.readEntry(entry)).toEqual(value);
    expect([log.has("run", "r1"), log.has("run", "r2"), log.has("call", "r1")]).toEqual([true, false, false]);
    expect(log.entries("run", "r1")).toEqual([entry]);
    expect(log.at("run", "s/p-1/m/c/1")).toEqual(entry);
    expect([log.read("run", "r2"), log.at("run", "s/p-1/m/c/2"), log.entries("run", "r2")]).toEqual([null, null, []]);
    expect([...log.places("run")]).toEqual([entry]);
    expect([...log.keys("run")]).toEqual([entry]);
    expect(log.damaged()).toEqual([]);
  });

  test("knows the same after it was closed and opened again", async () => {
    const medium = newMedium();
    const log = openLog(medium, Date.now);
    appendRun(log, "r1", "s/p-1/m/c/1");
    text(log, "t", "words");
    log.append({ kind: "evaluation", key: "e1", place: "s/p-1/e-1/m/c/1", value: evaluationRecord("r1", 7) });
    const before = [...log.keys("run"), ...log.keys("evaluation")];
    await log.close();
    const again = openLog(medium, Date.now);
    expect([...again.keys("run"), ...again.keys("evaluation")]).toEqual(before);
    expect(again.at("evaluation", "s/p-1/e-1/m/c/1")?.facts).toMatchObject({ run_id: "r1", score: 7, state: "scored" });
    expect(again.read("text", "t")?.value).toBe("words");
    await again.close();
  });

  test("lists the keys of kinds that are only looked up, too", () => {
    const log = openLog(newMedium(), Date.now);
    for (const key of ["a", "b", "a"]) text(log, key, key);
    expect([...log.keys("text")].map(({ key }) => key)).toEqual(["a", "b"]);
  });

  test.each(["text", "campaign"] as const)("the newest %s of a key wins, however many there are", async (kind) => {
    const medium = newMedium();
    const append = (log: Log, value: string) => log.append({ kind, key: "k", value: value as never });
    const [one, two] = [openLog(medium, Date.now), openLog(medium, Date.now)];
    append(one, "first");
    append(one, "second");
    expect(one.read(kind, "k")?.value).toBe("second");
    two.refresh();
    append(two, "third");
    one.refresh();
    expect(one.read(kind, "k")?.value).toBe("third");
    append(one, "fourth");
    const order = (log: Log) => log.entries(kind, "k").map((entry) => log.readEntry(entry));
    expect(order(one)).toEqual(["fourth", "third", "second", "first"]);
    await Promise.all([one.close(), two.close()]);
    expect(order(openLog(medium, Date.now))).toEqual(["fourth", "third", "second", "first"]);
  });

  test("a clock that is set back makes no old record win", async () => {
    const medium = newMedium();
    let clock = 2_000_000;
    const log = openLog(medium, () => clock);
    appendRun(log, "r1", "s/p-1/m/c/1");
    clock = 1_000_000;
    appendRun(log, "r2", "s/p-1/m/c/1");
    await log.close();
    clock = 500_000;
    const again = openLog(medium, () => clock);
    expect(again.at("run", "s/p-1/m/c/1")?.key).toBe("r2");
    again.append({
      kind: "adoption",
      key: "r1",
      place: "s/p-1/m/c/1",
      value: { schema_version: 2, identity: runRecord().artifact.identity },
    });
    const place = { suite_id: "s", run_profile: "p-1", model_id: "m", case_id: "c", repetition: 1 };
    expect(occupantOf(again, place)).toBe("r1");
    expect(
      occupantOf(
        openLog(medium, () => clock),
        place,
      ),
    ).toBe("r1");
  });

  test("two processes that write in the same moment leave one newest for every reader", () => {
    const medium = newMedium();
    const [one, two] = [openLog(medium, () => 5000), openLog(medium, () => 5000)];
    // Each reads the other's record only after writing its own.
    for (const [log, value] of [
      [two, "of two"],
      [one, "of one"],
    ] as const) {
      text(log, "k", value);
      log.append({ kind: "campaign", key: "k", place: "here", value: value as never });
    }
    one.refresh();
    two.refresh();
    const logs = [one, two, openLog(medium, () => 5000)];
    expect(new Set(logs.map((log) => log.read("text", "k")?.value)).size).toBe(1);
    expect(new Set(logs.map((log) => log.readEntry(log.at("campaign", "here")!))).size).toBe(1);
  });

  test("records of others appear with a refresh, one's own at once", () => {
    const medium = newMedium();
    const [one, two] = [openLog(medium, Date.now), openLog(medium, Date.now)];
    text(one, "a", "1");
    text(two, "b", "2");
    expect([one.has("text", "a"), one.has("text", "b")]).toEqual([true, false]);
    one.refresh();
    expect([one.read("text", "a")?.value, one.read("text", "b")?.value]).toEqual(["1", "2"]);
    text(two, "c", "3");
    one.refresh();
    one.refresh();
    expect(one.entries("text", "c")).toHaveLength(1);
  });

  test("any text comes back as it was: unicode, newlines, five megabytes, and half a character", async () => {
    const medium = newMedium();
    const log = openLog(medium, Date.now);
    const values = ["", "línea\n\r\n\u2028ß🙂\u0000\u001e", "\ud800 alone", "\ufffd", `${"x".repeat(5 << 20)}🙂`];
    const keys = ["plain", 'a "quoted" \\ key', "with\nnewline\t", "🙂/ß", "\udfff", "__proto__", '","at":1', " "];
    for (const [index, value] of values.entries()) text(log, `value ${index}`, value);
    for (const key of keys) {
      text(log, key, key);
      appendRun(log, key, `s/p-1/m/${key}/1`);
    }
    const check = (reader: Log) => {
      expect(values.map((_value, index) => reader.read("text", `value ${index}`)?.value)).toEqual(values);
      expect(keys.map((key) => reader.read("text", key)?.value)).toEqual(keys);
      expect(keys.map((key) => reader.at("run", `s/p-1/m/${key}/1`)?.key)).toEqual(keys);
    };
    check(log);
    await log.close();
    check(openLog(medium, Date.now));
  });

  test("twenty thousand records are the same after opening again, with an index and without", async () => {
    const medium = newMedium();
    const log = openLog(medium, Date.now);
    for (let index = 0; index < 10_000; index += 1) {
      text(log, `t${index % 9_000}`, `text ${index}`);
      appendRun(log, `r${index % 7_000}`, `s/p-1/m/c${index % 50}/${index}`);
    }
    const catalogue = (reader: Log) => {
      const runs = [...reader.places("run")];
      const records = [...readLogWholly(reader)];
      return { runs: runs.length, records: records.length, hash: sha256(JSON.stringify([runs, records])) };
    };
    const before = catalogue(log);
    expect(before).toMatchObject({ runs: 10_000, records: 16_000 });
    expect(catalogue(openLog(medium, Date.now))).toEqual(before);
    await log.close();
    expect(catalogue(openLog(medium, Date.now))).toEqual(before);
  }, 60_000);

  test("nothing can be appended once it is closed", async () => {
    const medium = newMedium();
    const log = openLog(medium, Date.now);
    text(log, "a", "1");
    await log.close();
    expect(() => text(log, "b", "2")).toThrow("the store is closed");
    await log.close();
    expect([...openLog(medium, Date.now).keys("text")]).toHaveLength(1);
  });

  test("an entry that has been handed out does not change when more is appended", () => {
    const log = openLog(newMedium(), Date.now);
    appendRun(log, "r", "s/p-1/m/c/1");
    const entries = log.entries("run", "r");
    appendRun(log, "r", "s/p-1/m/c/1");
    expect(entries).toHaveLength(1);
  });
});

describe.each([
  ["on a disk", () => openStore(temporaryFolder())],
  ["in memory", () => openMemoryStore()],
])("a store %s", (_, open) => {
  test("keeps a text once, however often it is sent", async () => {
    const store = open();
    const hash = sha256("a system prompt");
    for (let time = 0; time < 3; time += 1) store.keepText("a system prompt", hash);
    store.keepText("another", sha256("another"));
    expect(store.entries("text", hash)).toHaveLength(1);
    expect([...store.keys("text")]).toHaveLength(2);
    expect([store.text(hash), store.text("unknown")]).toEqual(["a system prompt", null]);
    await store.close();
  });
});
