import { expect, test } from "vitest";
import type { NamedChunk } from "../data/trial-chunks.ts";
import type { PartList } from "../wire/index.ts";
import { type PartFile, partFiles } from "./part-files.ts";

const trialName = (number: number) => number.toString(16).padStart(16, "0");

function* trials(count: number, text = "x".repeat(2000)): Generator<NamedChunk> {
  for (let number = 0; number < count; number++)
    for (const name of [`trial-${trialName(number)}`, `raw-${trialName(number)}`, `trace-${trialName(number)}-0`])
      yield { name, value: { text } };
}

/** Runs a file's script and collects the chunks. */
function received({ script }: PartFile): [string, unknown][] {
  const all: [string, unknown][] = [];
  new Function("assay", script)({ data: (...given: [string, unknown]) => all.push(given) });
  return all;
}

function split(chunks: Iterable<NamedChunk>): { files: PartFile[]; list: PartList } {
  const files = [...partFiles(chunks)];
  const [[name, list]] = received(files.pop()!) as [[string, PartList]];
  expect(name).toBe("parts");
  return { files, list };
}

test("ten thousand trials are some hundred files, and no chunk is lost or twice", () => {
  const { files, list } = split(trials(10_000));
  expect(files.length).toBeLessThan(150);
  expect(files.map(({ name }) => name)).toEqual(list.parts.map((_, number) => `part-${number}`));
  const names = files.flatMap((file) => received(file).map(([name]) => name));
  expect(names).toEqual([...trials(10_000, "")].map(({ name }) => name));
});

test("every trial lies whole in the file that the list names", () => {
  const { files, list } = split(trials(1000));
  for (const [number, file] of files.entries()) {
    const owners = new Set(received(file).map(([name]) => name.split("-")[1]));
    expect([...owners]).toEqual(list.parts[number]);
    expect(received(file)).toHaveLength(3 * owners.size);
  }
});

test("a trial that would fill a file has files of its own, and its neighbours share theirs as before", () => {
  function* withLarge(): Generator<NamedChunk> {
    const large = trialName(77);
    yield* trials(2);
    yield { name: `trial-${large}`, value: "small" };
    for (let number = 0; number < 40; number++) yield { name: `trace-${large}-${number}`, value: "x".repeat(100_000) };
    yield { name: `trial-${trialName(99)}`, value: "after" };
  }
  const { files, list } = split(withLarge());
  expect(list.parts).toEqual([[trialName(0), trialName(1), trialName(99)]]);
  const own = files.filter(({ name }) => !name.startsWith("part-"));
  expect(own.map(({ name }) => name)).toEqual([
    `trial-${trialName(77)}`,
    ...Array.from({ length: 40 }, (_, number) => `trace-${trialName(77)}-${number}`),
  ]);
  expect(files.find(({ name }) => name === "part-0")!.script).not.toContain(trialName(77));
});

test("the chunks of a large trial are let go as they come", () => {
  let composed = 0;
  function* large(): Generator<NamedChunk> {
    for (; composed < 1000; composed++) yield { name: `trace-${trialName(1)}-${composed}`, value: "x".repeat(100_000) };
  }
  partFiles(large()).next();
  expect(composed).toBeLessThan(10);
});

test("what belongs to no trial has a file of its own", () => {
  const system = { name: "system-0123456789abcdef", value: { text: "You are a judge." } };
  const { files, list } = split([...trials(1), system]);
  expect(files.map(({ name }) => name)).toEqual([system.name, "part-0"]);
  expect(list.parts).toEqual([[trialName(0)]]);
});

test("nothing stored is no part, and an empty list", () => {
  expect(split([])).toEqual({ files: [], list: { parts: [] } });
});
