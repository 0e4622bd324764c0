import type { MediaType } from "../../records/index.ts";

/** Identifies a medium by its first bytes. Ignores its name: providers refuse a JPEG called `photo.png`. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | undefined {
  return FORMATS.find(({ begins }) => begins(bytes))?.mediaType;
}

/** Names a common but unsupported format. */
export function otherFormatOf(bytes: Uint8Array): string | undefined {
  return OTHER_FORMATS.find(({ begins }) => begins(bytes))?.name;
}

type Begins = (bytes: Uint8Array) => boolean;

const at =
  (offset: number, ...signs: (string | number)[]): Begins =>
  (bytes) =>
    signs
      .flatMap((sign) => (typeof sign === "number" ? [sign] : [...sign].map((letter) => letter.charCodeAt(0))))
      .every((code, index) => bytes[offset + index] === code);

const both =
  (one: Begins, other: Begins): Begins =>
  (bytes) =>
    one(bytes) && other(bytes);

const either =
  (...some: Begins[]): Begins =>
  (bytes) =>
    some.some((begins) => begins(bytes));

/** MPEG audio layer III frame: eleven set bits, then a valid version, layer, bit rate and sampling rate. */
const mp3Frame: Begins = ([first = 0, second = 0, third = 0]) =>
  first === 0xff &&
  (second & 0xe0) === 0xe0 &&
  (second & 0x18) !== 0x08 &&
  (second & 0x06) === 0x02 &&
  (third & 0xf0) !== 0xf0 &&
  (third & 0x0c) !== 0x0c;

const FORMATS: { mediaType: MediaType; begins: Begins }[] = [
  { mediaType: "image/png", begins: at(0, 0x89, "PNG\r\n", 0x1a, "\n") },
  { mediaType: "image/jpeg", begins: at(0, 0xff, 0xd8, 0xff) },
  { mediaType: "image/gif", begins: either(at(0, "GIF87a"), at(0, "GIF89a")) },
  { mediaType: "image/webp", begins: both(at(0, "RIFF"), at(8, "WEBP")) },
  { mediaType: "audio/wav", begins: both(at(0, "RIFF"), at(8, "WAVE")) },
  { mediaType: "audio/mpeg", begins: either(at(0, "ID3"), mp3Frame) },
];

const OTHER_FORMATS: { name: string; begins: Begins }[] = [
  { name: "a PDF", begins: at(0, "%PDF-") },
  { name: "an SVG", begins: either(at(0, "<svg"), at(0, "<?xml")) },
  { name: "a TIFF", begins: either(at(0, "II*", 0), at(0, "MM", 0, "*")) },
  { name: "a BMP", begins: at(0, "BM") },
  { name: "an AVIF", begins: at(4, "ftypavif") },
  { name: "a HEIC", begins: either(at(4, "ftypheic"), at(4, "ftypmif1")) },
  { name: "an MP4", begins: at(4, "ftyp") },
  { name: "an Ogg", begins: at(0, "OggS") },
  { name: "a FLAC", begins: at(0, "fLaC") },
];
