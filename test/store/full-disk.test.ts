import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { startWithStore } from "../support/store-process.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** Appends until it is refused, makes room, goes on, and says what is there: now, and when opened again. */
const FILL_UP = `
  import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
  writeFileSync(outputs + "/ballast", Buffer.alloc(50_000, 1));
  const store = openStore(outputs);
  const value = (index) => "text " + index + "x".repeat(5000);
  const refusalOf = (act) => { try { act(); return null; } catch (error) { return error.code; } };
  let kept = 0;
  let refusal = null;
  while (refusal === null && kept < 5000) {
    refusal = refusalOf(() => store.append({ kind: "text", key: "t" + kept, value: value(kept) }));
    if (refusal === null) kept += 1;
  }
  const [segment] = readdirSync(outputs + "/log").filter((name) => name.endsWith(".jsonl"));
  const text = readFileSync(outputs + "/log/" + segment, "utf8");
  const again = refusalOf(() => store.append({ kind: "text", key: "too much", value: value(0) }));
  const isWhole = (store) => Array.from({ length: kept }, (_, index) => store.text("t" + index) === value(index)).every(Boolean);
  const wholeNow = isWhole(store);
  rmSync(outputs + "/ballast");
  store.append({ kind: "text", key: "short", value: "fits" });
  await store.close();
  const reopened = openStore(outputs);
  say(JSON.stringify({
    refusal, again, kept: kept > 10, lines: text.endsWith("}\\n") && text.split("\\n").length - 1 === kept,
    wholeNow, wholeLater: isWhole(reopened), short: reopened.text("short"), tooMuch: reopened.has("text", "too much"),
    damaged: reopened.damaged(),
  }));`;

const AS_IT_SHOULD_BE = {
  kept: true,
  lines: true,
  wholeNow: true,
  wholeLater: true,
  short: "fits",
  tooMuch: false,
  damaged: [],
};

describe.skipIf(lacks("sandbox"))("on a disk that is full", () => {
  test("append throws, nothing half-written remains, and when there is room again it goes on", async () => {
    const outputs = join(temporaryFolder(), "outputs");
    mkdirSync(outputs);
    const wrap = ["bwrap", "--dev-bind", "/", "/", "--size", String(400 * 1024), "--tmpfs", outputs];
    const { code, said, complaints } = await (await startWithStore(outputs, FILL_UP, { wrap })).ended;
    expect(complaints).toBe("");
    expect(code).toBe(0);
    expect(JSON.parse(said)).toEqual({ ...AS_IT_SHOULD_BE, refusal: "ENOSPC", again: "ENOSPC" });
  });
});

test("a limit on the size of files refuses in the same way", async () => {
  const outputs = temporaryFolder();
  // In blocks of 512 bytes for POSIX shells, of 1024 for others; either is enough for ten records.
  const wrap = ["sh", "-c", 'ulimit -f 300; exec "$@"', "sh"];
  const { code, said, complaints } = await (await startWithStore(outputs, FILL_UP, { wrap })).ended;
  expect(complaints).toBe("");
  expect(code).toBe(0);
  expect(JSON.parse(said)).toEqual({ ...AS_IT_SHOULD_BE, refusal: "EFBIG", again: "EFBIG" });
});
