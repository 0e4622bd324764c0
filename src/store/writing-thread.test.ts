import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { openWritingThread } from "./writing-thread.ts";

function open() {
  const thread = openWritingThread();
  onTestFinished(() => thread.close());
  return { thread, folder: temporaryFolder() };
}

test("files are there, with every character, when the promise says so", async () => {
  const { thread, folder } = open();
  const text = `Straße 漢字 👋 ${"x".repeat(1_000_000)}`;
  await thread.write([
    { path: join(folder, "flushed"), text, flushed: true },
    { path: join(folder, "plain"), text: "", flushed: false },
  ]);
  expect(readFileSync(join(folder, "flushed"), "utf8")).toBe(text);
  expect(readFileSync(join(folder, "plain"), "utf8")).toBe("");
});

test("many at once all arrive", async () => {
  const { thread, folder } = open();
  const names = Array.from({ length: 300 }, (_, index) => `${index}`);
  await Promise.all(names.map((name) => thread.write([{ path: join(folder, name), text: name, flushed: true }])));
  expect(names.every((name) => readFileSync(join(folder, name), "utf8") === name)).toBe(true);
});

test("a path that exists already is an error with its code, and the file stays as it was", async () => {
  const { thread, folder } = open();
  const path = join(folder, "taken");
  await thread.write([{ path, text: "first", flushed: false }]);
  await expect(thread.write([{ path, text: "second", flushed: true }])).rejects.toMatchObject({ code: "EEXIST" });
  expect(readFileSync(path, "utf8")).toBe("first");
});

test("one file that cannot be written fails its own task and no other", async () => {
  const { thread, folder } = open();
  const failing = thread.write([{ path: join(folder, "no", "such", "folder"), text: "", flushed: true }]);
  const fine = thread.write([{ path: join(folder, "fine"), text: "fine", flushed: true }]);
  await expect(failing).rejects.toMatchObject({ code: "ENOENT" });
  await fine;
  expect(existsSync(join(folder, "fine"))).toBe(true);
});
