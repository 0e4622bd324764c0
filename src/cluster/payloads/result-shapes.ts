import {
  closedObject,
  FLAG,
  HASH,
  list,
  NAME,
  oneOf,
  orNull,
  RUN_ARTIFACT,
  TEXT,
  TOOL_FUNCTION,
  USD,
  WHOLE_NUMBER,
} from "../../records/index.ts";
import type { DiscoveredTools, ImageChoice } from "../../runners/index.ts";
import {
  type KeptFiles,
  type LeftOut,
  type PackedTreeLimits,
  TREE_ENTRIES,
  TRIAL_FILES_LIMITS,
  type TrialFile,
} from "../../store/index.ts";
import type { TrialResultPayload } from "./trial-result.ts";

/**
 * Limits of a result's files: about twice what a worker keeps of a trial, as redacted text can be longer. The stored files are held to the
 * limits of one machine.
 */
export const RESULT_TREE: PackedTreeLimits = {
  entries: 200_000,
  depth: TRIAL_FILES_LIMITS.depth + 8,
  alike: "refused",
  bytesPerFile: 2 * TRIAL_FILES_LIMITS.bytesPerFile,
  bytesInAll: 2 * TRIAL_FILES_LIMITS.bytesInAll,
};

/** Generous, since users' workspaces may be large. */
export const PAYLOAD_TREE: PackedTreeLimits = {
  entries: 1_000_000,
  depth: 1000,
  alike: "allowed",
  bytesPerFile: 2 * 1024 ** 3,
  bytesInAll: 64 * 1024 ** 3,
};

export const TRIAL_RESULT = closedObject<TrialResultPayload>({
  artifact: RUN_ARTIFACT,
  kept: closedObject<KeptFiles>({
    files: list(closedObject<TrialFile>({ path: NAME, bytes: WHOLE_NUMBER, sha256: HASH })),
    empty: FLAG,
    leftOut: list(closedObject<LeftOut>({ path: TEXT, reason: TEXT }), 1000),
    leftOutCount: WHOLE_NUMBER,
  }),
  files: TREE_ENTRIES,
  paid: list(orNull(USD)),
});

type Found<Choice extends { ok: boolean }> = Extract<Choice, { ok: true }>;

export const IMAGE_FOUND = closedObject<Found<ImageChoice>>({
  ok: oneOf(true),
  image: closedObject<Found<ImageChoice>["image"]>({ name: NAME, id: NAME, digests: list(NAME, 1000) }),
});

export const TOOLS_FOUND = closedObject<Found<DiscoveredTools>>({
  ok: oneOf(true),
  tools: list(TOOL_FUNCTION, 10_000),
});
