import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { findStore } from "./find-store.ts";
import { openStore } from "./store.ts";

test("a path at or below a store leads to it, whether or not it exists", async () => {
  const outputs = join(temporaryFolder(), "anything");
  const store = openStore(outputs);
  store.append({ kind: "text", key: "a", value: "a text" });
  await store.close();
  expect(findStore(outputs)).toEqual({ outputs, below: "" });
  expect(findStore(join(outputs, "evaluations/s/r"))).toEqual({ outputs, below: "evaluations/s/r" });
});

test("a log of something else makes no store of the folder above it", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "log"));
  writeFileSync(join(folder, "log", "syslog"), "");
  writeFileSync(join(folder, "log", "requests.jsonl"), "");
  expect(findStore(join(folder, "checkout", "evals"))).toBeNull();
});

test("a store that nothing was written to is known by its name", () => {
  const outputs = join(temporaryFolder(), "outputs");
  mkdirSync(outputs);
  expect(findStore(outputs)).toEqual({ outputs, below: "" });
});
