import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oddTree } from "../../../test/support/odd-tree.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { hashOfFile } from "./file-hash.ts";

const hashOf = (path: string) => hashOfFile({ written: "x", path });

test("a tool's folder and file have the hashes that version 0.4.0 gave them, so that stored trials are found", () => {
  const root = oddTree();
  expect(hashOf(root)).toBe("5fa326a6d8895a6ae7e176a8722914b5aaf9ae630df9f8ce0d3202272e12b331");
  expect(hashOf(join(root, "a/y.bin"))).toBe("5bec1f59cd52d27b987043762a7a6d378cf4adefe9fe8eea5de438ea5893ac83");
});

test("a link to a file is that file; one inside of a folder is a link", () => {
  const root = temporaryFolder({ "a.js": "1" });
  symlinkSync("a.js", join(root, "b.js"));
  expect(hashOf(join(root, "b.js"))).toBe(hashOf(join(root, "a.js")));
});

test("a pipe in a tool's folder is not waited for", () => {
  const root = temporaryFolder({ "tool/a.js": "1" });
  const before = hashOf(join(root, "tool"));
  execFileSync("mkfifo", [join(root, "tool/pipe")]);
  expect(hashOf(join(root, "tool"))).toBe(before);
});

test("a file that is not there is an exception, which the plan turns into words", () => {
  expect(() => hashOf(join(temporaryFolder(), "nothing"))).toThrow("ENOENT");
});
