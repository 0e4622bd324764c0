import type { RunArtifact } from "./run.ts";

/** The messages of a trial's case as sent, without those that its variant prepended, which would reveal it. */
export function messagesOfCase(
  { messages }: RunArtifact["request"],
  { variant }: RunArtifact["identity"],
): RunArtifact["request"]["messages"] {
  const ofVariant = variant?.messages ?? [];
  return ofVariant.length === 0 ? messages : messages.filter((_, place) => !ofVariant.includes(place));
}
