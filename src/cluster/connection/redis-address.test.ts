import { describe, expect, test } from "vitest";
import { readRedisAddress } from "./redis-address.ts";
import { redisWarnings } from "./redis-warnings.ts";

describe("an address of Redis", () => {
  test.each([
    ["redis://127.0.0.1", { place: "redis://127.0.0.1:6379/0", port: 6379, database: 0, password: null }],
    ["redis://cache.example:7000/3", { place: "redis://cache.example:7000/3", database: 3, isEncrypted: false }],
    ["rediss://cache.example", { place: "rediss://cache.example:6379/0", isEncrypted: true }],
    ["redis://:geheim@cache.example", { place: "redis://cache.example:6379/0", username: null, password: "geheim" }],
    ["redis://bob:p%40ss%2Fword@h", { place: "redis://h:6379/0", username: "bob", password: "p@ss/word" }],
    ["redis://[::1]:6380", { place: "redis://[::1]:6380/0", host: "::1" }],
    ["  redis://h/  ", { place: "redis://h:6379/0" }],
    ["REDISS://h", { place: "rediss://h:6379/0", isEncrypted: true }],
  ])("%s is understood", (url, expected) => {
    const read = readRedisAddress({ url });
    expect(read).toMatchObject({ ok: true, address: expected });
  });

  test.each([
    ["", "No Redis is named"],
    ["cache.example:6379", "has to begin with redis://"],
    ["http://:geheim@cache.example", "not with http://"],
    ["redis://", "can't be read"],
    ["redis://:geh#eim@cache.example", "write characters such as / # ? % @"],
    ["redis://:geheim@cache.example:port", "can't be read"],
    ["redis://:geheim@cache.example/geheim", "not the number of a database"],
    ["redis://cache.example/0?password=geheim", 'after "?"'],
    ["redis://geheim@cache.example", "A password alone is written redis://:password@host"],
    ["redis://:geheim%@cache.example", "Write it as %25"],
  ])("%s is refused, and its password is not repeated", (url, problem) => {
    const read = readRedisAddress({ url });
    expect(read).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
    expect(JSON.stringify(read)).not.toContain("geh");
  });

  test("is taken from ASSAY_REDIS_URL when none is written, and what is written wins", () => {
    const env = { ASSAY_REDIS_URL: "redis://from-environment" };
    expect(readRedisAddress({ env })).toMatchObject({ address: { host: "from-environment" } });
    expect(readRedisAddress({ env, url: "redis://typed" })).toMatchObject({ address: { host: "typed" } });
    expect(readRedisAddress({ env: { ASSAY_REDIS_URL: "nonsense" } })).toMatchObject({
      problem: expect.stringMatching(/^ASSAY_REDIS_URL has to begin/),
    });
  });

  test("without TLS has no certificate to check or to trust", () => {
    for (const words of [{ caFile: "ca.pem" }, { insecure: true }])
      expect(readRedisAddress({ url: "redis://h", ...words })).toMatchObject({
        problem: expect.stringContaining("Write rediss://"),
      });
  });

  test("can't have its certificate checked and not checked", () => {
    expect(readRedisAddress({ url: "rediss://h", caFile: "ca.pem", insecure: true }).ok).toBe(false);
  });
});

describe("what is insecure is never silent", () => {
  const warningsOf = (url: string, more = {}, policy: string | null = "noeviction") => {
    const read = readRedisAddress({ url, ...more });
    return read.ok ? redisWarnings(read.address, policy) : [read.problem];
  };

  test("a connection without TLS to another machine", () => {
    expect(warningsOf("redis://:pw@10.0.0.5")).toEqual([expect.stringContaining("the password included")]);
  });
  test("a Redis on another machine that wants no password", () => {
    expect(warningsOf("rediss://10.0.0.5")).toEqual([expect.stringContaining("has no password")]);
  });
  test("a certificate that is not checked", () => {
    expect(warningsOf("rediss://:pw@10.0.0.5", { insecure: true })).toEqual([expect.stringContaining("not checked")]);
  });
  test("a Redis that throws jobs away when it is full", () => {
    expect(warningsOf("redis://localhost", {}, "allkeys-lru")).toEqual([expect.stringContaining("noeviction")]);
  });
  test.each(["redis://localhost", "redis://127.0.0.1", "redis://[::1]", "rediss://:pw@far.example"])(
    "but %s is no reason to warn",
    (url) => expect(warningsOf(url)).toEqual([]),
  );
});
