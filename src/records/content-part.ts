/** The parts of a message that is more than text, in the file's snake_case. */
export type ContentPart = { type: "text"; text: string } | MediaPart;

/**
 * An image or a recording, identified by its content. Records never contain its bytes: the store keeps them once, by SHA-256, and
 * they are added to the request when it is sent.
 */
export interface MediaPart {
  type: "image" | "audio";
  /** The file's name, for people; not sent. */
  name: string;
  media_type: MediaType;
  sha256: string;
  bytes: number;
  /** Image resolution, for providers that offer a choice. */
  detail?: "auto" | "low" | "high";
}

export const MEDIA_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp", "audio/wav", "audio/mpeg"] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** The media of one or more messages. */
export function mediaIn(...messages: readonly { parts?: readonly ContentPart[] }[]): MediaPart[] {
  return messages.flatMap(({ parts = [] }) => parts.filter((part) => part.type !== "text"));
}

/** Parts as text for readers without media: each image and recording is replaced by its name. */
export function textOfParts(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : `[${part.type}: ${part.name}]`)).join("\n");
}
