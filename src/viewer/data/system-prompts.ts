import type { StoredResults, TrialRecords } from "../../operations/index.ts";
import { chunkName, type SentText } from "../wire/index.ts";
import type { NamedChunk } from "./trial-chunks.ts";

/** System prompts of judges, each stored once: a campaign's trials share it, and it is longer than most answers. */
export interface SystemPrompts {
  /** Collects the prompt of a trial's judges. */
  take(trial: Pick<TrialRecords, "evaluation">): void;
  /** Returns a prompt by its chunk's name; undefined if it was not collected or is damaged. */
  read(name: string): SentText | undefined;
  /** All collected prompts. */
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
