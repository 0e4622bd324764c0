import type { Utf8Line } from "../../text/index.ts";

export const LINE_FEED = 0x0a;

/** Splits a complete file into lines. Invalid UTF-8 affects only its own line. */
export function linesOfBytes(bytes: Buffer): Utf8Line[] {
  const lines: Utf8Line[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start);
    lines.push(decoded(bytes.subarray(start, end === -1 ? bytes.length : end), lines.length + 1));
    start = end === -1 ? bytes.length : end + 1;
  }
  return lines;
}

function decoded(bytes: Buffer, number: number): Utf8Line {
  try {
    return { number, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r$/, "") };
  } catch {
    return { number, problem: "not valid UTF-8", beginning: bytes.subarray(0, 200).toString("utf8") };
  }
}
