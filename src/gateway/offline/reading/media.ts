import type { MediaPart } from "../../../records/index.ts";

/** Describes media that a program cannot view: name, kind and size. */
export function describeMedia(media: readonly MediaPart[]): string {
  const named = media.map(({ name, media_type, bytes }) => `${name} (${media_type}, ${bytes} bytes)`);
  const list = named.length === 1 ? named[0] : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
  return `I was given ${list}. I am a small rule-based program and can't look at images or listen to audio.`;
}
