import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary.ts";
import type { Measure } from "../measuring/measure.ts";
import { drawSamples } from "./draw-samples.ts";
import type { OutputFile } from "./experiment-output.ts";

const MEASURE = {
  seed: 42,
  shortfall: "fill",
  sampleSize: 100,
  strata: [],
  singletonSample: 0,
  clusterSummaries: 10,
} as unknown as Measure;

async function draw(
  content: string | Buffer,
  name = "out.jsonl",
  measure: Partial<Measure> = {},
  words: Partial<OutputFile> = {},
) {
  const folder = temporaryFolder({ [name]: content });
  return drawSamples([{ path: join(folder, name), holds: "item", ...words }], { ...MEASURE, ...measure });
}

const idsIn = async (...words: Parameters<typeof draw>) =>
  (await draw(...words)).items.items.map(({ item }) => item.item_id).sort();

describe("what is read", () => {
  test.each([
    ["a byte-order mark", '\ufeff{"item_id": "a"}'],
    ["Windows line ends and empty lines", '\r\n{"item_id": "a"}\r\n\r\n'],
    ["no line end at the end", '{"item_id": "a"}'],
  ])("JSON Lines with %s", async (_, content) => {
    expect(await idsIn(content)).toEqual(["a"]);
  });

  test("a line separator inside a text does not end the line", async () => {
    const { items } = await draw('{"item_id": "a", "text": "one\u2028two\u2029three\u0085four"}');
    expect(items.items[0]!.item.text).toBe("one\u2028two\u2029three\u0085four");
  });

  test("a JSON document with a byte-order mark", async () => {
    expect(await idsIn('\ufeff{"items": [{"item_id": "a"}]}', "out.json")).toEqual(["a"]);
  });

  test("other keys of a document, whatever they are called, are passed over", async () => {
    const content =
      '{"constructor": [{"item_id": "x"}], "__proto__": [1], "toString": [2], "items": [{"item_id": "a"}]}';
    expect(await idsIn(content, "out.json")).toEqual(["a"]);
  });

  test.each(["__proto__", "constructor", "ключ 🗝", "a\u0000b", " ", "</items>"])("the id %j is an id", async (id) => {
    expect(await idsIn(JSON.stringify({ item_id: id }))).toEqual([id]);
  });

  test("an id that is a number with a fraction, negative or zero", async () => {
    expect(await idsIn('{"item_id": 0}\n{"item_id": -1.5}\n{"item_id": "0"}')).toEqual([-1.5, 0, "0"]);
  });

  test("any bytes under a name, as a stream", async () => {
    async function* bytes() {
      yield Buffer.from('{"item_id":');
      yield Buffer.from('"a"}');
    }
    expect(await idsIn("", "unused", {}, { format: "jsonl", bytes: bytes() })).toEqual(["a"]);
  });
});

describe("what is refused, with what to do", () => {
  test.each<[string, string | Buffer, string, string]>([
    ["nothing", "", "out.jsonl", "there are no items"],
    ["nothing, as JSON", "", "out.json", "the file is empty"],
    ["an empty list", "[]", "out.json", "there are no items"],
    ["a document without items", '{"results": [{"item_id": 1}]}', "out.json", 'a JSON object with "items"'],
    ["a compressed file", gzipSync('{"item_id": 1}'), "out.jsonl", "is compressed (gzip); unpack it"],
    ["UTF-16", Buffer.from('\ufeff{"item_id": 1}', "utf16le"), "out.jsonl", "is UTF-16; save it as UTF-8"],
    ["Latin-1 lines", Buffer.from('{"item_id": "Zürich"}', "latin1"), "out.jsonl", "out.jsonl:1: not valid UTF-8"],
    ["a Latin-1 document", Buffer.from('[{"item_id": "Zürich"}]', "latin1"), "out.json", "not valid UTF-8"],
    ["lines called .json", '{"item_id": 1}\n{"item_id": 2}', "out.json", "say --format jsonl"],
    ["a document called .jsonl", '{"items": [{"item_id": 1}]}', "out.jsonl", "say --format json"],
    ["a document over lines called .jsonl", '[\n  {"item_id": 1}\n]', "out.jsonl", "say --format json"],
    ["1 and 1.0", '{"item_id": 1}\n{"item_id": 1.0}', "out.jsonl", "the item id 1 appears twice"],
    ["0 and -0", '{"item_id": 0}\n{"item_id": -0}', "out.jsonl", "the item id 0 appears twice"],
    ["a number beyond exactness", '{"item_id": 9007199254740993}', "out.jsonl", "write it as a string"],
    ["1e21", '{"item_id": 1e21}', "out.jsonl", "write it as a string"],
    ["a number beyond all", '{"item_id": 1e999}', "out.jsonl", '"item_id" must be a string or a number'],
    ["a composed id twice", '{"item_id": "a"}\n{"item_id": "\\u0061"}', "out.jsonl", "appears twice"],
  ])("%s", async (_, content, name, words) => {
    await expect(draw(content, name)).rejects.toThrow(words);
  });

  test("singletons without clusters to judge them against", async () => {
    const content = '{"item_id": 1}\n{"item_id": "s", "singleton": true}';
    await expect(draw(content, "out.jsonl", { singletonSample: 1 })).rejects.toThrow("and there are none: list them");
  });
});

test("singletons that nobody will judge are mentioned", async () => {
  const { warnings } = await draw('{"item_id": 1}\n{"item_id": "s", "singleton": true}', "out.jsonl", {
    sampleSize: 1,
  });
  expect(warnings).toEqual(["1 singleton is not judged, because singleton_sample is 0"]);
});

test("an item too long for many a judge is mentioned", async () => {
  const { warnings } = await draw(JSON.stringify({ item_id: "long", text: "x".repeat(200_000) }), "out.jsonl", {
    sampleSize: 1,
  });
  expect(warnings).toEqual(['"long" is 200,028 characters long; a judge may refuse it']);
});
