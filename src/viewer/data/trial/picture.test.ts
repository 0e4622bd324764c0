import { expect, test } from "vitest";
import { pictureOf } from "./picture.ts";

/** One pixel each, made by other programs (ImageMagick's smallest, as found all over the web). */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const JPEG =
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=";

test.each([
  ["image/png", PNG],
  ["image/gif", GIF],
  ["image/jpeg", JPEG],
])("%s is known by its bytes, with its size", (type, base64) => {
  expect(pictureOf(Buffer.from(base64, "base64"))).toEqual({
    kind: "image",
    source: `data:${type};base64,${base64}`,
    width: 1,
    height: 1,
  });
});

test.each([
  ["an SVG, which is a document", "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"],
  ["HTML behind the sign of a PNG that is cut off", "\x89PNG\r\n\x1a\n<b>"],
  ["a PDF", "%PDF-1.7"],
  ["a JPEG without a frame", "\xff\xd8\xff\xd9"],
  ["a JPEG whose segments lead nowhere", `\xff\xd8\xff\xe0\xff\xff${"x".repeat(40)}`],
  ["a JPEG of zeroes", `\xff\xd8\xff${"\0".repeat(40)}`],
  ["nothing", ""],
])("%s is no picture", (_, bytes) => {
  expect(pictureOf(Buffer.from(bytes, "latin1"))).toBeNull();
});

test("a picture that unpacks into gigabytes is only named", () => {
  const bomb = Buffer.from(PNG, "base64");
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  expect(pictureOf(bomb)).toEqual({
    kind: "hidden",
    why: "it has 60000 × 60000 points, more than is shown here",
  });
});
