import type { ShownFile } from "../../wire/index.ts";

type Picture = Omit<Extract<ShownFile, { kind: "image" }>, "artifact_type" | "path" | "bytes">;
type Hidden = Omit<Extract<ShownFile, { kind: "hidden" }>, "artifact_type" | "path" | "bytes">;

/** A few bytes may decode to gigabytes; browsers are not asked for more than this. */
const MOST_PIXELS = 40_000_000;

/**
 * Encodes a picture as a data URL, recognised by its first bytes; null for formats that some browsers cannot draw or whose size is unknown.
 */
export function pictureOf(content: Buffer): Picture | Hidden | null {
  const found = FORMATS.find(({ isIt }) => isIt(content));
  const size = found?.size(content);
  if (!found || !size) return null;
  const { width, height } = size;
  if (width * height > MOST_PIXELS)
    return { kind: "hidden", why: `it has ${width} × ${height} points, more than is shown here` };
  return { kind: "image", source: `data:${found.type};base64,${content.toString("base64")}`, width, height };
}

interface Format {
  type: string;
  isIt(content: Buffer): boolean;
  size(content: Buffer): { width: number; height: number } | null;
}

const startsWith = (first: string) => (content: Buffer) =>
  content.subarray(0, first.length).toString("latin1") === first;

const FORMATS: Format[] = [
  {
    type: "image/png",
    isIt: startsWith("\x89PNG\r\n\x1a\n"),
    size: (content) =>
      content.length < 24 ? null : { width: content.readUInt32BE(16), height: content.readUInt32BE(20) },
  },
  {
    type: "image/gif",
    isIt: (content) => startsWith("GIF87a")(content) || startsWith("GIF89a")(content),
    size: (content) =>
      content.length < 10 ? null : { width: content.readUInt16LE(6), height: content.readUInt16LE(8) },
  },
  { type: "image/jpeg", isIt: startsWith("\xff\xd8\xff"), size: jpegSize },
];

/** Reads the size from the first frame header (ITU T.81, B.2.2), after any other segments. */
function jpegSize(content: Buffer): { width: number; height: number } | null {
  for (let at = 2; at + 9 < content.length; ) {
    const marker = content[at + 1]!;
    if (content[at] !== 0xff) return null;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + content.readUInt16BE(at + 2);
  }
  return null;
}
