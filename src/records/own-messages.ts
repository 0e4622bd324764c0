import type { RunArtifact } from "./run.ts";

/** The messages of a trial's case as they were sent: without those that its variant put before them, which would give it away. */
export function ownMessages(
  { messages }: RunArtifact["request"],
  { variant }: RunArtifact["identity"],
): RunArtifact["request"]["messages"] {
  const ofVariant = variant?.messages ?? [];
  return ofVariant.length === 0 ? messages : messages.filter((_, place) => !ofVariant.includes(place));
}
