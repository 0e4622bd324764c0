import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { openTreeWriter } from "./tree-writer.ts";

test("files appear in the order they were given, and closing waits for them", async () => {
  const folder = temporaryFolder();
  const writer = openTreeWriter();
  const asked = Array.from({ length: 200 }, (_, index) =>
    writer.write([{ path: join(folder, `deep/${index % 7}/${index}.txt`), text: `text ${index}` }]),
  );
  await writer.close();
  await Promise.all(asked);
  expect(readFileSync(join(folder, "deep/3/199.txt"), "utf8")).toBe("text 199");
  expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith(".tmp"))).toEqual([]);
});

test("texts of any size and alphabet arrive byte for byte, whatever they share their way with", async () => {
  const folder = temporaryFolder();
  const writer = openTreeWriter();
  const texts = [
    "",
    "a",
    "é✓𝄞",
    "x".repeat(300_000),
    "✓".repeat(200_000),
    "y".repeat(2_000_000),
    "lone \ud800 half",
    "z",
  ];
  const tasks = Array.from({ length: 40 }, (_, task) =>
    texts.map((text, index) => ({ path: join(folder, `${task}/${index}`), text: `${task} ${text}` })),
  );
  await Promise.all(tasks.map((files) => writer.write(files)));
  await writer.write(tasks[0]!);
  await writer.close();
  for (const { path, text } of tasks.flat())
    expect(readFileSync(path).equals(Buffer.from(text)), `${path}, ${text.slice(0, 20)}`).toBe(true);
});

test("what the system refuses is said with its code, ends that task, and no other", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "taken/x"), { recursive: true });
  const writer = openTreeWriter();
  const refused = writer.write([
    { path: join(folder, "taken"), text: "a" },
    { path: join(folder, "after"), text: "b" },
  ]);
  const fine = writer.write([{ path: join(folder, "fine"), text: "c" }]);
  await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/EISDIR|ENOTEMPTY|EEXIST/) });
  await fine;
  expect([existsSync(join(folder, "after")), existsSync(join(folder, "fine"))]).toEqual([false, true]);
  await writer.close();
});

test("what a killed process left half written is written whole, and a folder that went away is made again", async () => {
  const folder = temporaryFolder({ "trial/judge.json": "ha" });
  const files = ["judge.json", "summary.md"].map((name) => ({
    path: join(folder, "trial", name),
    text: `whole ${name}`,
  }));
  const writer = openTreeWriter();
  await writer.write(files);
  expect(files.map(({ path }) => readFileSync(path, "utf8"))).toEqual(files.map(({ text }) => text));
  rmSync(join(folder, "trial"), { recursive: true });
  await writer.write(files);
  expect(readdirSync(join(folder, "trial")).sort()).toEqual(["judge.json", "summary.md"]);
  await writer.close();
});

test("two writers of one process can write the same file", async () => {
  const path = join(temporaryFolder(), "run_1.json");
  for (let time = 0; time < 20; time += 1) {
    const writers = [openTreeWriter(), openTreeWriter()];
    await Promise.all(writers.map((writer) => writer.write([{ path, text: "same" }])));
    await Promise.all(writers.map((writer) => writer.close()));
  }
  expect(readFileSync(path, "utf8")).toBe("same");
});

test("a writer that was closed starts again with the next file", async () => {
  const folder = temporaryFolder();
  const writer = openTreeWriter();
  for (const name of ["first", "second"]) {
    await writer.write([{ path: join(folder, name), text: name }]);
    await writer.close();
  }
  expect(readdirSync(folder).sort()).toEqual(["first", "second"]);
});
