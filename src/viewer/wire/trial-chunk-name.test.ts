import { expect, test } from "vitest";
import { chunkName } from "./chunk-name.ts";
import { readTrialChunkName } from "./trial-chunk-name.ts";

test("all chunks of a trial have the same name behind their kind", () => {
  const ids = ["s/p-00000000/e-00000000", "model", "case", 2];
  const [one, two] = [chunkName("trial", ...ids), chunkName("raw", ...ids)].map((name) => readTrialChunkName(name)!);
  const files = readTrialChunkName(chunkName("files", ...ids))!;
  const third = readTrialChunkName(`${chunkName("trace", ...ids)}-12`)!;
  expect([one!.kind, two!.kind, files.kind, third.kind, third.number]).toEqual(["trial", "raw", "files", "trace", 12]);
  expect(new Set([one!.trial, two!.trial, files.trial, third.trial]).size).toBe(1);
});

test.each([
  "store",
  "campaign-0123456789abcdef",
  "system-0123456789abcdef",
  "trial-0123456789abcde",
  "trial-0123456789ABCDEF",
  "trial-0123456789abcdef-0",
  "raw-0123456789abcdef-1",
  "files-0123456789abcdef-1",
  "trace-0123456789abcdef",
  "trace-0123456789abcdef-",
  "trace-0123456789abcdef-1234567",
  "trace-0123456789abcdef--1",
  "xtrial-0123456789abcdef",
  "trial-../../etc/passwd0",
  "__proto__",
  "",
])("%j names no chunk of a trial", (name) => {
  expect(readTrialChunkName(name)).toBeNull();
});
