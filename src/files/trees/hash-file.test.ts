import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { sha256OfFile } from "./hash-file.ts";

const SMALL = 64 * 1024;
const PIECE = 1024 ** 2;

test.each([0, 1, SMALL - 1, SMALL, SMALL + 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 7])(
  "a file of %i bytes has the hash that sha256sum prints",
  async (bytes) => {
    const path = join(temporaryFolder(), "file");
    writeFileSync(path, Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => (index * 31) % 251)));
    const [printed] = execFileSync("sha256sum", [path], { encoding: "utf8" }).split(" ");
    expect(await sha256OfFile(path)).toBe(printed);
  },
);

test("many files at once, some of them large, each have their own", async () => {
  const folder = temporaryFolder();
  const paths = Array.from({ length: 40 }, (_, number) => join(folder, String(number)));
  for (const [number, path] of paths.entries()) writeFileSync(path, `${number}`.repeat(number % 8 === 0 ? PIECE : 3));
  const printed = execFileSync("sha256sum", paths, { encoding: "utf8" }).trim().split("\n");
  expect(await Promise.all(paths.map(sha256OfFile))).toEqual(printed.map((line) => line.split(" ")[0]));
});

test("what grows while it is read is read to its end", async () => {
  const path = join(temporaryFolder(), "file");
  writeFileSync(path, Buffer.alloc(2 * PIECE));
  const hashing = sha256OfFile(path);
  appendFileSync(path, "more");
  const whole = execFileSync("sha256sum", [path], { encoding: "utf8" }).split(" ")[0];
  expect(await hashing).toBe(whole);
});

test.each<[string, (path: string) => void]>([
  ["a link", (path) => symlinkSync("/etc/hostname", path)],
  ["a folder", (path) => mkdirSync(path)],
  ["a pipe that nobody writes to", (path) => execFileSync("mkfifo", [path])],
  ["nothing", () => {}],
])("%s has none", async (_, make) => {
  const path = join(temporaryFolder(), "file");
  make(path);
  await expect(sha256OfFile(path)).rejects.toThrow();
});
