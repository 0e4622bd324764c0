import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../../../test/support/needs.ts";
import { startRedis, type TestRedis } from "../../../test/support/redis.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { unpackTree } from "../../store/index.ts";
import { connectRedis } from "../connection/connect-redis.ts";
import { readRedisAddress } from "../connection/redis-address.ts";
import { PAYLOAD_TREE } from "../payloads/result-shapes.ts";
import { openContentCache } from "./content-cache.ts";
import { openContents } from "./content-store.ts";
import { openBackpressure } from "./memory-backpressure.ts";
import { packTree, putFiles } from "./pack-tree.ts";

const hashOf = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");

describe.skipIf(lacks("redis"))("contents in Redis", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(async () => {
    await redis.close();
  });

  async function client(): Promise<Redis> {
    const read = readRedisAddress({ url: redis.url });
    const connected = read.ok ? await connectRedis(read.address) : read;
    if (!connected.ok) throw new Error(connected.problem);
    onTestFinished(() => connected.connection.close());
    return connected.connection.client;
  }

  test.each([0, 1, 512 * 1024, 512 * 1024 + 1, 3_000_000])("%i bytes come back as they were", async (bytes) => {
    const content = Buffer.alloc(bytes, "é\n\0");
    const contents = openContents(await client(), openBackpressure());
    const sha256 = await contents.put(content);
    expect(sha256).toBe(hashOf(content));
    expect((await contents.get(sha256))?.equals(content)).toBe(true);
    expect(Number(await redis.cli("PTTL", `assay:content:${sha256}`))).toBeGreaterThan(60_000);
  });

  test("a content is sent once, and again when Redis may have lost it", async () => {
    const connected = await client();
    const contents = openContents(connected, openBackpressure());
    const sha256 = await contents.put("words");
    await redis.cli("DEL", `assay:content:${sha256}`);
    await contents.put("words");
    expect(await contents.get(sha256)).toBeNull();
    contents.forget();
    await contents.put("words");
    expect((await contents.get(sha256))?.toString()).toBe("words");
  });

  test("what was changed on the way counts as not there, also with a piece missing", async () => {
    const contents = openContents(await client(), openBackpressure());
    const changed = await contents.put("changed");
    await redis.cli("HSET", `assay:content:${changed}`, "0", "other");
    expect(await contents.get(changed)).toBeNull();
    const torn = await contents.put(Buffer.alloc(1_200_000, "torn"));
    await redis.cli("HDEL", `assay:content:${torn}`, "1");
    expect(await contents.get(torn)).toBeNull();
  });

  test.each([
    ["another kind of value", (key: string) => ["SET", key, "x"]],
    ["a number of chunks that is none", (key: string) => ["HSET", key, "chunks", "many"]],
    ["a number of chunks beyond all", (key: string) => ["HSET", key, "chunks", "9".repeat(300)]],
    ["a chunk that nobody would put there", (key: string) => ["HSET", key, "0", "x".repeat(600_000)]],
    ["more chunks than were counted out for it", (key: string) => ["HSET", key, "chunks", "1000000000"]],
  ])("counts as not there: %s", async (_, command) => {
    const contents = openContents(await client(), openBackpressure());
    const sha256 = await contents.put(randomUUID());
    const key = `assay:content:${sha256}`;
    await (await client()).call(command(key)[0]!, ...command(key).slice(1));
    expect(await contents.get(sha256)).toBeNull();
  });

  test("a content with more bytes than are wanted counts as not there", async () => {
    const contents = openContents(await client(), openBackpressure());
    const sha256 = await contents.put(Buffer.alloc(700_000, "x"));
    expect(await contents.get(sha256, 699_999)).toBeNull();
    expect((await contents.get(sha256, 700_000))?.length).toBe(700_000);
  });
});

test("a cache gives what it was given, and fetches again what was damaged in it", async () => {
  const folder = temporaryFolder();
  const cache = openContentCache(folder, { maxBytes: 1e9 });
  const content = Buffer.from("content");
  const sha256 = hashOf(content);
  let fetched = 0;
  const fetchContent = async () => {
    fetched += 1;
    return content;
  };
  await cache.get(sha256, fetchContent);
  await cache.get(sha256, fetchContent);
  expect(fetched).toBe(1);
  writeFileSync(join(folder, sha256.slice(0, 2), sha256), "damaged");
  expect((await cache.get(sha256, fetchContent))?.toString()).toBe("content");
  expect([fetched, readFileSync(join(folder, sha256.slice(0, 2), sha256), "utf8")]).toEqual([2, "content"]);
});

test("a cache that cannot be written still gives what it fetches", async () => {
  const folder = temporaryFolder({ file: "in the way" });
  const content = Buffer.from("content");
  const cache = openContentCache(join(folder, "file"), { maxBytes: 1e9 });
  expect(await cache.get(hashOf(content), async () => content)).toEqual(content);
});

describe("a folder that travels", () => {
  async function travel(folder: string): Promise<string> {
    const sent = new Map<string, Buffer>();
    const put = putFiles(async (_, content) => {
      sent.set(hashOf(content), content);
      return hashOf(content);
    });
    const entries = await packTree(folder, ".", put);
    const there = temporaryFolder();
    await unpackTree(JSON.parse(JSON.stringify(entries)), there, async (sha256) => sent.get(sha256)!, PAYLOAD_TREE);
    return there;
  }

  test("has the same files, modes, links and empty folders where it arrives", async () => {
    const folder = temporaryFolder({ "a/run.sh": "#!/bin/sh\n", "a/b/c.txt": "ü", "same.txt": "ü" });
    chmodSync(join(folder, "a/run.sh"), 0o755);
    chmodSync(join(folder, "same.txt"), 0o444);
    mkdirSync(join(folder, "empty"));
    symlinkSync("a/run.sh", join(folder, "link"));
    const there = await travel(folder);
    // Lists names, types, modes and links like tar, then contents like diff.
    const listing = (root: string) =>
      execFileSync("sh", ["-c", "find . -mindepth 1 -printf '%P %y %m %l\\n' | sort"], { cwd: root }).toString();
    expect(listing(there)).toBe(listing(folder));
    expect(execFileSync("diff", ["-r", folder, there]).toString()).toBe("");
    expect(lstatSync(join(there, "link")).isSymbolicLink()).toBe(true);
  });
});

describe("a Redis without memory", () => {
  const full = () => Promise.reject(new Error("OOM command not allowed when used memory > 'maxmemory'."));

  test("is asked again until there is room, and both is said once", async () => {
    const said: string[] = [];
    const slept: number[] = [];
    const backpressure = openBackpressure({
      onFull: (message) => said.push(message),
      sleep: async (ms) => void slept.push(ms),
    });
    let tries = 0;
    const result = await backpressure.attempt(async () => {
      tries += 1;
      return tries < 8 ? await full() : "written";
    });
    expect([result, tries]).toEqual(["written", 8]);
    expect(said).toEqual([expect.stringContaining("out of memory"), "Redis has room again."]);
    expect(slept).toEqual([200, 400, 800, 1600, 3200, 5000, 5000]);
  });

  test("is not waited for any longer when everything has to end", async () => {
    const stop = new AbortController();
    const backpressure = openBackpressure({ signal: stop.signal, sleep: async () => stop.abort() });
    await expect(backpressure.attempt(full)).rejects.toThrow("abort");
  });

  test("every other refusal is passed on", async () => {
    const backpressure = openBackpressure();
    await expect(backpressure.attempt(() => Promise.reject(new Error("NOPERM no")))).rejects.toThrow("NOPERM");
  });
});
