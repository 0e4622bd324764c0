import { readFileSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import {
  appendRun,
  changeFile,
  indexPath,
  runRecord,
  segmentFiles,
  segmentPath,
} from "../../../test/support/store-records.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import type { CallRecord } from "../../records/index.ts";
import { mergeStores } from "../merge.ts";
import { openStore, type Store } from "../store.ts";

test("a damaged run says what it had cost, and so does a damaged call", async () => {
  const outputs = await storeOfOneEach();
  spoil(outputs, "An answer.", "An Answer.");
  spoil(outputs, '"endpoint":"e"', '"endpoint":"f"');
  const store = openStore(outputs);
  expect(store.read("run", "r")).toBeNull();
  expect(store.read("call", "c")).toBeNull();
  expect(store.lost("run", "r")).toMatchObject({ kind: "run", key: "r", cost_usd: 0.25, healed: false });
  expect(store.lost("call", "c")).toMatchObject({ kind: "call", key: "c", cost_usd: 0.5, healed: false });
});

test("without an index the damage is known, and what it cost is not", async () => {
  const outputs = await storeOfOneEach();
  spoil(outputs, '"endpoint":"e"', '"endpoint":"f"');
  rmSync(indexPath(outputs));
  const store = openStore(outputs);
  expect(store.lost("call", "c")).toMatchObject({ kind: "call", key: "c", cost_usd: null });
});

test("records of which half is gone are named once each, with what they had cost", async () => {
  const outputs = await storeOfOneEach();
  changeFile(segmentPath(outputs), (bytes) => {
    const lines = bytes.toString().split("\n");
    return Buffer.from(
      lines.map((line) => (/"kind":"(run|call)"/.test(line) ? line.slice(0, line.length >> 1) : line)).join("\n"),
    );
  });
  const store = openStore(outputs);
  expect(store.damaged().map(({ kind, key, cost_usd }) => ({ kind, key, cost_usd }))).toEqual(
    expect.arrayContaining([
      { kind: "run", key: "r", cost_usd: 0.25 },
      { kind: "call", key: "c", cost_usd: 0.5 },
    ]),
  );
  expect(store.damaged()).toHaveLength(2);
  store.verify();
  expect(store.damaged()).toHaveLength(2);
  expect([store.lost("run", "r")?.cost_usd, store.lost("call", "c")?.cost_usd]).toEqual([0.25, 0.5]);
});

test("of two records of one key, one damaged in its key and one in its hash, both keep their name", async () => {
  const outputs = temporaryFolder();
  const written = openStore(outputs);
  appendRun(written, "r", "s/p/m/c/1");
  appendRun(written, "r", "s/p/m/c/1");
  await written.close();
  changeFile(segmentPath(outputs), (bytes) => {
    const [first, second] = bytes.toString().split("\n");
    return Buffer.from(
      `${first!.replace('"key":"r"', '"key":"q"')}\n${second!.replace(/"sha256":"./, '"sha256":"z')}\n`,
    );
  });
  const store = openStore(outputs);
  store.verify();
  expect(store.damaged().map(({ key }) => key)).toEqual(["r", "r"]);
});

test("a run whose key is damaged is known by its place, and whatever else is at that place is not taken for it", async () => {
  const outputs = await storeOfOneEach();
  spoil(outputs, '"key":"r"', '"key":"q"');
  rmSync(indexPath(outputs));
  const store = openStore(outputs);
  const place = store.damaged()[0]!.place!;
  expect(store.lost("run", "r")).toBeNull();
  expect(store.lost("run", "r", place)).toMatchObject({ key: "q", place, cost_usd: null, healed: false });
  expect([store.lost("run", "r", `${place}0`), store.lost("call", "r", place)]).toEqual([null, null]);
});

test("an index that was made again from the log knows what calls cost", async () => {
  const written = await storeOfOneEach("x".repeat(300_000));
  // Named without a writer, since only its writer may touch the index of a growing log.
  const outputs = temporaryFolder({ "log/a.jsonl": readFileSync(segmentPath(written)) });
  await openStore(outputs).close();
  spoil(outputs, '"endpoint":"e"', '"endpoint":"f"');
  const store = openStore(outputs);
  expect(store.read("call", "c")).toBeNull();
  expect(store.lost("call", "c")?.cost_usd).toBe(0.5);
});

test("what nobody damaged is not lost, and neither is what was never there", async () => {
  const store = openStore(await storeOfOneEach());
  expect([store.lost("run", "r"), store.lost("call", "c"), store.lost("run", "other")]).toEqual([null, null, null]);
});

test("a copy from another store heals, and is used", async () => {
  const [outputs, copy] = [await storeOfOneEach(), temporaryFolder()];
  mergeStores(outputs, copy);
  spoil(outputs, "An answer.", "An Answer.");
  spoil(outputs, '"endpoint":"e"', '"endpoint":"f"');
  mergeStores(copy, outputs);
  const store = openStore(outputs);
  expect(store.verify()).toBe(4);
  expect(store.damaged()).toMatchObject([
    { kind: "run", key: "r", healed: true },
    { kind: "call", key: "c", healed: true },
  ]);
  expect(store.read("run", "r")?.value.artifact.final_output).toBe("An answer.");
  expect(store.read("call", "c")?.value.endpoint).toBe("e");
  expect([store.lost("run", "r"), store.lost("call", "c")]).toEqual([null, null]);
  expect(segmentFiles(outputs)).toHaveLength(2);
});

test("a run that the provider failed is no copy of one that succeeded", async () => {
  const outputs = temporaryFolder();
  const writer = openStore(outputs);
  appendRun(writer, "r", "s/p-1/m/c/1", runRecord({ status: "provider_error" }));
  appendRun(writer, "r", "s/p-1/m/c/1", runRecord({ output: "paid for" }));
  await writer.close();
  spoil(outputs, "paid for", "paid off");
  const store = openStore(outputs);
  store.verify();
  expect(store.lost("run", "r")).toMatchObject({ healed: false });
});

test("verifying finds what no index would tell", async () => {
  const outputs = await storeOfOneEach();
  spoil(outputs, '"the text"', '"the test"');
  const store = openStore(outputs);
  expect(store.damaged()).toEqual([]);
  expect(store.verify()).toBe(2);
  expect(store.damaged()).toMatchObject([{ kind: "text", key: "t" }]);
});

async function storeOfOneEach(text = "the text"): Promise<string> {
  const outputs = temporaryFolder();
  const store = openStore(outputs);
  const run = runRecord();
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, cost_usd: 0.25 };
  appendRun(store, "r", "s/p-1/m/c/1", { ...run, artifact: { ...run.artifact, usage: usage as never } });
  appendCall(store, 0.5);
  store.append({ kind: "text", key: "t", value: text });
  await store.close();
  return outputs;
}

function appendCall(store: Store, cost_usd: number): void {
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, cost_usd };
  const value = { schema_version: 1, call_id: "c", endpoint: "e", attempts: [], usage } as unknown as CallRecord;
  store.append({ kind: "call", key: "c", value });
}

function spoil(outputs: string, words: string, others: string): void {
  changeFile(segmentPath(outputs), (bytes) => Buffer.from(bytes.toString().replace(words, others)));
}
