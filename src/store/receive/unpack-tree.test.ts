import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { RefusedBytesError } from "../../errors/index.ts";
import type { PackedEntry } from "./tree-entries.ts";
import { type PackedTreeLimits, unpackTree } from "./unpack-tree.ts";

const hashOf = (content: string) => createHash("sha256").update(content).digest("hex");
const LIMITS: PackedTreeLimits = { entries: 100, depth: 8, alike: "refused", bytesPerFile: 1000, bytesInAll: 1500 };

const file = (path: string, content = "evil", mode = 0o644): PackedEntry => ({
  kind: "file",
  path,
  mode,
  sha256: hashOf(content),
});
const folder = (path: string, mode = 0o755): PackedEntry => ({ kind: "folder", path, mode });
const link = (path: string, target: string): PackedEntry => ({ kind: "link", path, target });

/** Unpacks beside `outside/`, which must not change. */
async function unpacked(entries: readonly PackedEntry[], contents = ["evil"], limits = LIMITS) {
  const root = temporaryFolder({ "outside/mine.txt": "mine" });
  const into = join(root, "into");
  const known = new Map(contents.map((content) => [hashOf(content), Buffer.from(content)]));
  const fetched: string[] = [];
  const before = listing(join(root, "outside"));
  const problem = await unpackTree(
    entries,
    into,
    async (sha256) => {
      fetched.push(sha256);
      return known.get(sha256) ?? Buffer.from("something else");
    },
    limits,
  ).then(
    () => null,
    (error: unknown) => {
      if (error instanceof RefusedBytesError) return error.message;
      throw error;
    },
  );
  expect(listing(join(root, "outside"))).toBe(before);
  expect(readdirSync(root).filter((name) => name !== "into")).toEqual(["outside"]);
  return { problem, into, fetched, names: problem === null && entries.length > 0 ? namesBelow(into) : [] };
}

/** Lists names without following links. */
function namesBelow(root: string): string[] {
  return execFileSync("find", [root, "-mindepth", "1", "-printf", "%P\\n"]).toString().trim().split("\n").sort();
}

function listing(root: string): string {
  return execFileSync("find", [root, "-printf", "%P %y %m %s %l\\n"]).toString();
}

describe("a list is refused before anything of it is fetched or written, when it has", () => {
  test.each<[string, PackedEntry[], string]>([
    ["a file through a link", [link("x", "../outside"), file("x/evil")], "its way leads through a link"],
    [
      "a file through a link that comes later",
      [file("x/evil"), link("x", "../outside")],
      "its way leads through a link",
    ],
    ["a folder through a link", [link("x", "../outside"), folder("x/sub", 0o777)], "its way leads through a link"],
    ["a link through a link", [link("x", ".."), link("x/outside", "/")], "its way leads through a link"],
    ["a link in the place of the folder itself", [link(".", "../outside")], "it is in the place of the folder itself"],
    ["a file in the place of the folder itself", [file(".")], "it is in the place of the folder itself"],
    ["a folder where a link is", [link("x", "../outside"), folder("x")], "it appears twice"],
    ["a link where a folder is", [folder("x"), link("x", "../outside")], "it appears twice"],
    [
      "a way through a link in other letters",
      [link("X", "../outside"), file("x/evil")],
      "its way leads through a link",
    ],
    [
      "a way through a link in another normal form",
      [link("\u00e9", "../outside"), file("e\u0301/evil")],
      "its way leads through a link",
    ],
    [
      "a way through a link with a letter that folds away",
      [link("s", "../outside"), file("\u017f/evil")],
      "its way leads through a link",
    ],
    ["a way through a file", [file("x"), file("x/evil")], "its way leads through a file"],
    ["a file twice", [file("x"), file("x")], "it appears twice"],
    ["names that differ by case", [file("x"), file("X")], "differs only by case"],
    ["folders that differ by case", [file("a/x"), file("A/y")], "differs only by case"],
    ["names in two normal forms", [file("\u00e9"), file("e\u0301")], "differs only by case"],
    ["a way up", [file("../outside/evil")], "leads out of its folder"],
    ["a way up in the middle", [file("a/../../outside/evil")], "leads out of its folder"],
    ["a way up as a folder", [folder("..", 0o777)], "leads out of its folder"],
    ["a folder above as a link", [link("..", "x")], "leads out of its folder"],
    ["a step that goes nowhere", [file("./x")], "leads out of its folder"],
    ["an empty step", [file("a//x")], "leads out of its folder"],
    ["a slash at its end", [folder("a/")], "leads out of its folder"],
    ["no path", [file("")], "leads out of its folder"],
    ["the root", [file("/etc/evil")], "it begins at the root"],
    ["a zero byte", [file("x\0y")], "zero byte"],
    ["a zero byte in a target", [link("x", "a\0b")], "zero byte"],
    ["no target", [link("x", "")], "its target is empty"],
    ["a name that is too long", [file("x".repeat(256))], "it is too long"],
    ["a name that is too long in bytes", [file("é".repeat(128))], "it is too long"],
    ["a path that is too long", [file(Array(7).fill("x".repeat(250)).join("/").repeat(3))], "it is"],
    ["folders that are too deep", [file("a/".repeat(9).concat("x"))], "more than 8 folders deep"],
    ["too many entries", Array.from({ length: 101 }, (_, at) => folder(`f${at}`)), "more than 100"],
    ["its own folder as a file", [file(".")], ""],
  ])("%s", async (_, entries, problem) => {
    const found = await unpacked(entries).catch((error: Error) => ({ problem: error.message, fetched: [], names: [] }));
    expect([found.problem, found.fetched.length === 0 || problem === ""]).toEqual([
      expect.stringContaining(problem),
      true,
    ]);
  });
});

test("a content that is another, or too large, alone or together, leaves an empty folder", async () => {
  const [large, most] = ["x".repeat(1001), "y".repeat(800)];
  for (const [entries, problem] of [
    [[file("a"), file("b", "not there")], "it is not what its SHA-256 says"],
    [[file("a"), file("b", large)], "it is too large"],
    [[file("a", most), file("b", most)], "it is too large"],
  ] as const) {
    const found = await unpacked(entries, ["evil", large, most]);
    expect(found.problem).toContain(problem);
    expect(readdirSync(found.into)).toEqual([]);
  }
});

test("of modes the permissions stay, nobody acts as the owner, and the owner gets in", async () => {
  const entries = [
    folder(".", 0o7777),
    folder("closed", 0o7000),
    file("closed/run", "evil", 0o6755),
    file("secret", "evil", 0),
  ];
  const { into } = await unpacked(entries);
  const modeOf = (path: string) => (statSync(join(into, path)).mode & 0o7777).toString(8);
  expect(["closed", "closed/run", "secret"].map(modeOf)).toEqual(["700", "755", "400"]);
  expect(modeOf("")).not.toBe("777");
});

test("links are made as they are written, wherever they lead, and files whose folders nobody names", async () => {
  const { into, names } = await unpacked([
    link("a/out", "../../outside"),
    link("dangling", "nowhere"),
    file("deep/er/x"),
    folder("a", 0o500),
  ]);
  expect(names).toEqual(["a", "a/out", "dangling", "deep", "deep/er", "deep/er/x"]);
  expect([readlinkSync(join(into, "a/out")), lstatSync(join(into, "dangling")).isSymbolicLink()]).toEqual([
    "../../outside",
    true,
  ]);
  expect(readFileSync(join(into, "deep/er/x"), "utf8")).toBe("evil");
});

test("a folder that has something in it, or is a link, is not filled", async () => {
  const root = temporaryFolder({ "full/x": "mine" });
  symlinkSync("full", join(root, "link"));
  for (const name of ["full", "link"])
    await expect(unpackTree([folder("y")], join(root, name), async () => Buffer.alloc(0), LIMITS)).rejects.toThrow(
      "is not empty",
    );
});

test("in a user's workspace names may differ by case, and still nothing goes through a link", async () => {
  const limits: PackedTreeLimits = { ...LIMITS, alike: "allowed" };
  expect((await unpacked([file("Makefile"), file("makefile")], ["evil"], limits)).problem).toBeNull();
  expect((await unpacked([link("X", ".."), file("x/evil")], ["evil"], limits)).problem).toContain("through a link");
});

test("whatever a list says, nothing outside changes and nothing is written through a link", async () => {
  const name = fc.constantFrom("a", "A", "b", "..", ".", "", "\u00e9", "e\u0301", "c\0", "outside");
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((steps) => steps.join("/"));
  const mode = fc.integer({ min: 0, max: 0o7777 });
  const entry = fc.oneof(
    fc.record({
      kind: fc.constant("file" as const),
      path,
      mode,
      sha256: fc.constantFrom(hashOf("evil"), hashOf("not there")),
    }),
    fc.record({ kind: fc.constant("folder" as const), path, mode }),
    fc.record({ kind: fc.constant("link" as const), path, target: fc.constantFrom("../outside", "..", "/", "a", ".") }),
  );
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { maxLength: 6 }), async (entries) => {
      const { problem, into } = await unpacked(entries);
      if (problem !== null || entries.length === 0) return;
      taken += 1;
      const files = entries.filter(({ kind }) => kind === "file").map(({ path: at }) => at);
      for (const at of files) expect(lstatSync(join(into, at)).isFile()).toBe(true);
    }),
    { numRuns: 300 },
  );
  expect(taken).toBeGreaterThan(10);
});
