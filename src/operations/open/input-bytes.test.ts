import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { type InputSource, readInputBytes } from "./input-bytes.ts";

async function read(source: unknown): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readInputBytes(source as InputSource, ".", {})) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test("a source may give bytes or texts", async () => {
  expect(await read(Readable.from([Buffer.from("é\n")]))).toBe("é\n");
  expect(await read(Readable.from(["é\n", "ü\n"]))).toBe("é\nü\n");
});

test("a source that gives anything else is refused in words", async () => {
  await expect(read(Readable.from([{ question: "Why?" }]))).rejects.toThrow(
    "the input must give bytes or texts, but gave a value of type object",
  );
});
