import { expect, test } from "vitest";
import { storePruningText } from "./store-pruning-text.ts";

test("what goes is counted in words that a person would use", () => {
  const text = storePruningText({
    schema_version: 1,
    kind: "store_pruning",
    done: true,
    records: { run: 1, checks: 2000 },
    bytes: { records: 10, files: 0 },
    campaigns: [],
    named: [],
    labelled_packets: 0,
  });
  expect(text).toBe("Removed: 2,001 records (1 run, 2,000 sets of checks), 10 bytes; files: 0 bytes");
});
