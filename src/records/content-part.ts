/** What a message consists of where it is more than text. snake_case is the file's. */
export type ContentPart = { type: "text"; text: string } | MediaPart;

/**
 * An image or a recording, named by what it holds. Its bytes are never part of a record: they are kept once in the store, by their
 * SHA-256, and join the request when it is sent.
 */
export interface MediaPart {
  type: "image" | "audio";
  /** Of the file, for people; it is not sent. */
  name: string;
  media_type: MediaType;
  sha256: string;
  bytes: number;
  /** How closely an image is looked at, for providers that offer a choice. */
  detail?: "auto" | "low" | "high";
}

export const MEDIA_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp", "audio/wav", "audio/mpeg"] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** The media of a message, or of several. */
export function mediaIn(...messages: readonly { parts?: readonly ContentPart[] }[]): MediaPart[] {
  return messages.flatMap(({ parts = [] }) => parts.filter((part) => part.type !== "text"));
}

/** Parts in words, for whoever reads text only: each image and recording is named in its place. */
export function textOfParts(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : `[${part.type}: ${part.name}]`)).join("\n");
}
