import { expect, test } from "vitest";
import { formatShard, readShard } from "./shard.ts";

test.each([
  ["1/1", { part: 1, of: 1 }],
  ["2/8", { part: 2, of: 8 }],
  ["8/8", { part: 8, of: 8 }],
  ["02/08", { part: 2, of: 8 }],
  ["10000/10000", { part: 10_000, of: 10_000 }],
])("%s is read", (written, shard) => {
  expect(readShard(written)).toEqual({ ok: true, shard });
});

test.each([
  ["0/8", "shards are counted from 1; the first one is 1/8"],
  ["9/8", "there are 8 shards, so the last one is 8/8"],
  ["2/1", "there is 1 shard, so the last one is 1/1"],
  ["1/0", "there must be at least one shard"],
  ["0/0", "there must be at least one shard"],
  ["1/10001", "10000 shards at most"],
  ["a/b", 'such as 2/8, not "a/b"'],
  ["2", 'such as 2/8, not "2"'],
  ["2/", "such as 2/8"],
  ["/8", "such as 2/8"],
  ["-1/8", "such as 2/8"],
  ["1.5/8", "such as 2/8"],
  ["1/8/2", "such as 2/8"],
  [" 1/8", "such as 2/8"],
  ["1e1/10", "such as 2/8"],
  ["", "such as 2/8"],
  ["2 of 8", "such as 2/8"],
])('"%s" is refused, and it is said how to write it', (written, problem) => {
  expect(readShard(written)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
});

test("a shard in words", () => {
  expect(formatShard({ part: 2, of: 8 })).toBe("shard 2 of 8");
});
