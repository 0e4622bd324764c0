import type { StoredResults, TrialRecords } from "../../operations/index.ts";
import { chunkName, type SentText } from "../wire/index.ts";
import type { NamedChunk } from "./trial-chunks.ts";

/** What judges were told, each text once: it is the same for all trials of a campaign, and longer than most answers. */
export interface SystemPrompts {
  /** Notes which one the judges of a trial had. */
  take(trial: Pick<TrialRecords, "evaluation">): void;
  /** By the name of its chunk; undefined when no trial that was looked at had it, or it is damaged. */
  read(name: string): SentText | undefined;
  /** All that were noted. */
  all(): Generator<NamedChunk>;
}

export function openSystemPrompts({ text }: Pick<StoredResults, "text">): SystemPrompts {
  const hashes = new Map<string, string>();
  function read(name: string): SentText | undefined {
    const hash = hashes.get(name);
    const found = hash === undefined ? null : text(hash);
    return found === null ? undefined : { text: found };
  }
  return {
    take({ evaluation }) {
      if (evaluation) hashes.set(chunkName("system", evaluation.system_sha256), evaluation.system_sha256);
    },
    read,
    *all() {
      for (const name of hashes.keys()) yield { name, value: read(name) };
    },
  };
}
