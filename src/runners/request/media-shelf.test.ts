import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestOf } from "../../../test/support/media.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import type { MediaFile } from "../../config/index.ts";
import { openMediaShelf } from "./media-shelf.ts";

function fileOf(bytes: Uint8Array, name = "a.png"): MediaFile {
  const path = join(temporaryFolder({ [name]: bytes }), name);
  return { type: "image", name, media_type: "image/png", sha256: digestOf(bytes), bytes: bytes.length, path };
}

async function take(shelf: ReturnType<typeof openMediaShelf>, ...files: MediaFile[]) {
  const taken = await shelf.take(files);
  if (!taken.ok) throw new Error(taken.problem);
  return taken;
}

test("everybody who sends a file at the same time has the same copy of it, and it goes with the last", async () => {
  const file = fileOf(Buffer.alloc(5 * 1024 ** 2, 7));
  const shelf = openMediaShelf();
  const all = await Promise.all(Array.from({ length: 64 }, () => take(shelf, file)));
  expect(new Set(all.map(({ media }) => media.base64(file.sha256))).size).toBe(1);
  for (const { release } of all.slice(1)) release();
  expect(shelf.size()).toBe(1);
  all[0]!.release();
  expect(shelf.size()).toBe(0);
});

test("the base64 of a file decodes to the file", async () => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => (index * 37) % 256));
  const file = fileOf(bytes);
  const { media } = await take(openMediaShelf(), file, file);
  expect(Buffer.from(media.base64(file.sha256).toString(), "base64").equals(readFileSync(file.path))).toBe(true);
});

test("a file that has changed since it was planned is not sent, and nothing stays behind", async () => {
  const file = fileOf(Buffer.from("one"));
  const other = fileOf(Buffer.from("two"), "b.png");
  writeFileSync(file.path, "eno");
  const shelf = openMediaShelf();
  expect(await shelf.take([other, file])).toEqual({
    ok: false,
    problem: "a.png changed while the campaign was running; run again to use it as it is now",
  });
  expect(shelf.size()).toBe(0);
});

test("a file that went away is a sentence", async () => {
  const file = fileOf(Buffer.from("one"));
  rmSync(file.path);
  expect(await openMediaShelf().take([file])).toMatchObject({
    ok: false,
    problem: expect.stringContaining("a.png cannot be read"),
  });
});
