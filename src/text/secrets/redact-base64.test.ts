import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createRedactor } from "./redact.ts";

/** Base64 without patterns, deterministic by seed. */
function base64Of(bytes: number, seed: string): string {
  const blocks: Buffer[] = [];
  for (let at = 0; at < bytes; at += 32) blocks.push(createHash("sha256").update(`${seed}${at}`).digest());
  return Buffer.concat(blocks).toString("base64");
}

const redact = createRedactor(["sk-or-test-0123456789abcdef"]);

test("an image that somebody repeats as base64 is read to its end, and stays what it is", () => {
  const url = `data:image/png;base64,${base64Of(5 * 1024 ** 2, "image")}`;
  expect(redact(url)).toBe(url);
});

test("a key behind such an image is still found", () => {
  const image = base64Of(1024 ** 2, "other");
  const clean = redact(`${image} key: sk-or-test-0123456789abcdef`);
  expect(clean).toContain(image);
  expect(clean).not.toContain("0123456789abcdef");
});
