import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { openCallStore } from "./call-store.ts";

const CALL = "ab12";

test.each([
  ["paid for", false],
  ["free", true],
])(
  "a call that was %s is there for every other process once it is written, and leaves nothing else",
  async (_, isFree) => {
    const outputs = temporaryFolder();
    await openCallStore(outputs).write(CALL, { call_id: CALL }, isFree);
    expect(await openCallStore(outputs).read(CALL)).toEqual({ state: "found", value: { call_id: CALL } });
    expect(readdirSync(join(outputs, "calls", "ab"))).toEqual(["ab12.json"]);
  },
);

test.each([
  ["paid for", false],
  ["free", true],
])("where a call that was %s cannot be written, its half is removed and the error tells", async (_, isFree) => {
  const outputs = temporaryFolder();
  mkdirSync(join(outputs, "calls", "ab", "ab12.json", "in-the-way"), { recursive: true });
  await expect(openCallStore(outputs).write(CALL, {}, isFree)).rejects.toThrow(/ab12\.json/);
  expect(readdirSync(join(outputs, "calls", "ab"))).toEqual(["ab12.json"]);
});

test("half a record is corrupt, and none is absent", async () => {
  const outputs = temporaryFolder();
  const calls = openCallStore(outputs);
  expect(await calls.read(CALL)).toEqual({ state: "absent" });
  mkdirSync(join(outputs, "calls", "ab"), { recursive: true });
  writeFileSync(join(outputs, "calls", "ab", "ab12.json"), '{"call_id": "a');
  expect(await calls.read(CALL)).toMatchObject({ state: "corrupt" });
});
