import type { NamedChunk } from "../data/trial-chunks.ts";
import { chunkName, type PartList, readTrialChunkName } from "../wire/index.ts";
import { chunkScript } from "./chunk-script.ts";

/** Browsers parse this much in milliseconds, and ten thousand trials make some hundred files. */
const CHARACTERS_IN_A_PART = 512 * 1024;

/** File of an exported folder, without its extension. */
export interface PartFile {
  name: string;
  script: string;
}

/**
 * Groups chunks of trials into files, followed by the list that the page uses to find them. A trial that would fill a file, and chunks of
 * no trial, get a file per chunk.
 *
 * @param chunks with those of one trial next to each other
 */
export function* partFiles(chunks: Iterable<NamedChunk>): Generator<PartFile> {
  const list: PartList = { parts: [] };
  let part = openPart();
  let trial = openTrial(null);

  for (const { name, value } of chunks) {
    const owner = readTrialChunkName(name)?.trial ?? null;
    const file = { name, script: chunkScript(name, value) };
    if (owner === null || owner !== trial.name) {
      yield* close(trial);
      trial = openTrial(owner);
    }
    trial.files.push(file);
    trial.characters += file.script.length;
    // Release these at once: an agent may have left hundreds of megabytes.
    if (owner === null || trial.characters > CHARACTERS_IN_A_PART) yield* trial.files.splice(0);
  }
  yield* close(trial);
  yield* finish();
  const name = chunkName("parts");
  yield { name, script: chunkScript(name, list) };

  function* close({ name: own, files, characters }: OpenTrial): Generator<PartFile> {
    if (own === null || files.length === 0 || characters > CHARACTERS_IN_A_PART) return;
    if (part.characters + characters > CHARACTERS_IN_A_PART) yield* finish();
    part.trials.push(own);
    part.scripts.push(...files.map(({ script }) => script));
    part.characters += characters;
  }

  function* finish(): Generator<PartFile> {
    if (part.trials.length === 0) return;
    yield { name: `part-${list.parts.length}`, script: part.scripts.join("") };
    list.parts.push(part.trials);
    part = openPart();
  }
}

interface OpenTrial {
  /** Null for chunks of no trial. */
  name: string | null;
  files: PartFile[];
  characters: number;
}

function openTrial(name: string | null): OpenTrial {
  return { name, files: [], characters: 0 };
}

function openPart(): { trials: string[]; scripts: string[]; characters: number } {
  return { trials: [], scripts: [], characters: 0 };
}
