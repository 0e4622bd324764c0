import { expect, test } from "vitest";
import { labelRecord } from "../../../test/labels/support.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { openMemoryStore } from "../../store/index.ts";
import { canonicalHash } from "../../text/index.ts";
import { findLabelsInStoreOnly } from "./kept-labels.ts";

test("lines that only the store has come oldest first, and those of one moment in one order, however the log has them", async () => {
  const root = temporaryFolder();
  const names = ["ann", "ben", "cid", "dot"];
  const oldest = labelRecord({ annotator: "eve", labelled_at: "2026-11-16T10:00:00.000+02:00" });
  const lines = [...names.map((annotator) => labelRecord({ annotator })), oldest];
  const inStore = async (order: typeof lines) => {
    const store = openMemoryStore();
    for (const line of order) store.append({ kind: "label", key: canonicalHash(line), value: line });
    const found = findLabelsInStoreOnly(store, root).map(({ annotator }) => annotator);
    await store.close();
    return found;
  };
  const found = await inStore(lines);
  expect(found[0]).toBe("eve");
  expect([...found].sort()).toEqual([...names, "eve"]);
  expect(await inStore([...lines].reverse())).toEqual(found);
});
