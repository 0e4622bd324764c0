import type { MediaPart } from "../../../records/index.ts";

/** What a program can say of media that it can't look at: what each is called, what it is and how large. */
export function describeMedia(media: readonly MediaPart[]): string {
  const named = media.map(({ name, media_type, bytes }) => `${name} (${media_type}, ${bytes} bytes)`);
  const list = named.length === 1 ? named[0] : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
  return `I was given ${list}. I am a small rule-based program and can't look at images or listen to audio.`;
}
