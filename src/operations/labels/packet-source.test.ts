import { expect, test } from "vitest";
import { judgeRun, NEW, OLD, opened, PLACE } from "../../../test/support/prunable-store.ts";
import { appendRun } from "../../../test/support/store-records.ts";
import { openSharedPackets } from "./packet-source.ts";

/** Makes `outputs/` with a judged trial in each of two campaigns. */
async function judgedTwice(): Promise<string> {
  const { store, outputs } = opened();
  for (const campaign of [OLD, NEW]) {
    appendRun(store, campaign, PLACE(campaign));
    judgeRun(store, campaign, campaign);
  }
  await store.close();
  return outputs;
}

const OF_OLD = { suite: "s", runProfile: "old-1", evaluationProfile: "e-1" };

test("what was judged is read once for all who ask, and each gets what they asked for", async () => {
  const outputs = await judgedTwice();
  const source = openSharedPackets();
  const all = await source.open(outputs, {});
  const some = await source.open(outputs, OF_OLD);
  expect(all.opened.packets).toHaveLength(2);
  expect(some.opened.packets.map(({ campaign }) => campaign)).toEqual([`${OLD}/e-1`]);
  expect(some.opened.packets[0]).toBe(all.opened.packets.find(({ campaign }) => campaign === `${OLD}/e-1`));
  expect((await source.open(outputs, { rubric: "x" })).opened.packets).toEqual([]);
  expect((await source.open(outputs, { suite: "other" })).opened.packets).toEqual([]);
  await source.close();
});

test("of one campaign only that campaign is read", async () => {
  const outputs = await judgedTwice();
  const source = openSharedPackets();
  const first = await source.open(outputs, OF_OLD);
  expect(first.opened.packets).toHaveLength(1);
  expect((await source.open(outputs, OF_OLD)).opened).toBe(first.opened);
  expect((await source.open(outputs, {})).opened.packets).toHaveLength(2);
  await source.close();
});

test("what is stored later is there for whoever opens a queue later, and who has one open still reads it", async () => {
  const outputs = await judgedTwice();
  const source = openSharedPackets();
  const before = await source.open(outputs, {});
  const { store } = opened(outputs);
  appendRun(store, "later", PLACE(NEW, 2));
  judgeRun(store, NEW, "later", { repetition: 2 });
  await store.close();
  const after = await source.open(outputs, {});
  expect([before.opened.packets.length, after.opened.packets.length]).toEqual([2, 3]);
  expect(before.opened.textOf(before.opened.packets[0]!.packet_sha256)).not.toBeNull();
  // Closed by its last reader, and only once: closing twice would throw.
  await before.close();
  expect(() => before.store.append({ kind: "text", key: "t", value: "x" })).toThrow("the store is closed");
  await after.close();
  expect(after.opened.textOf(after.opened.packets[0]!.packet_sha256)).not.toBeNull();
  await source.close();
});
