import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { NoStoreError, OptionError, UnknownNameError } from "../../../errors/index.ts";
import { rubric } from "../../../judging/index.ts";
import { currentRun, findStore, listRuns, openLineWriter, type Store, type TrialEntry } from "../../../store/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../../controls.ts";
import { resolveFolderOrName } from "../../open/folder-or-name.ts";
import { refuseFolder } from "../../open/refuse-folder.ts";
import { withStore } from "../../open/with-store.ts";

export interface CollectSamplesOptions extends Surroundings {
  /** A store or a part of its runs: `outputs`, `outputs/runs`, `outputs/runs/<suite>/<run profile>` … */
  from: string;
  /** File to write, one sample per line. */
  out?: string;
}

export interface CollectedSamples {
  samples: number;
  left_out: number;
}

/**
 * Turns the stored runs of campaigns into samples for `judgeSamples`.
 *
 * @example
 * const { samples } = await collectSamples({ from: "outputs/runs/quickstart", out: "collected.jsonl" });
 * console.log(samples);
 */
export async function collectSamples(
  options: CollectSamplesOptions,
  controls: Controls = {},
): Promise<CollectedSamples> {
  const { onEvent, signal, noNewWork } = controls;
  const { cwd } = completeSurroundings(options);
  if (options.out !== undefined) refuseFolder(options.out, cwd);
  const from = await resolveFolderOrName(options.from, cwd, (outputs, name) => join(outputs, "runs", name));
  const found = findStore(from);
  if (!found)
    throw new NoStoreError(`--from ${options.from}: there is no store at this place or above it`, {
      folder: options.from,
    });
  const prefix = placeOf(found.below);
  if (prefix === null)
    throw new OptionError(`--from ${options.from}: runs are below outputs/runs, and this is another place`, "from");
  return await withStore(found.outputs, onEvent, async (store) => {
    const runs = listRuns(store, prefix);
    if (runs.length === 0 && !existsSync(resolve(cwd, options.from)))
      throw new UnknownNameError(
        `--from ${options.from}: there is no such folder, and the store has no runs by this name`,
        { kind: "campaign", name: options.from, known: [] },
      );
    const writer = options.out === undefined ? null : await openLineWriter(resolve(cwd, options.out));
    const collected: CollectedSamples = { samples: 0, left_out: 0 };
    try {
      for (const entry of runs) {
        if (signal?.aborted || noNewWork?.aborted) break;
        const place = entry.place!;
        const read = readSample(store, entry);
        if (read.ok) {
          collected.samples += 1;
          await writer?.line(JSON.stringify(read.sample));
          onEvent?.({ type: "sample_collected", place, sample: read.sample });
        } else {
          collected.left_out += 1;
          onEvent?.({ type: "run_left_out", place, reason: read.reason });
        }
      }
      await writer?.finish();
    } catch (error) {
      await writer?.discard();
      throw error;
    }
    return collected;
  });
}

/** Returns the place in the log for a path in the store; null if it contains no runs. */
function placeOf(below: string): string | null {
  if (below === "") return "";
  const [folder, ...names] = below.split("/");
  if (folder !== "runs") return null;
  return names.map((name) => /^run_(\d+)(?:\.json)?$/.exec(name)?.[1] ?? name).join("/");
}

function readSample(store: Store, entry: TrialEntry): rubric.RunSample {
  const stored = store.readEntry<"run" | "adoption">(entry);
  const current = currentRun(store, entry.key);
  const run = current && store.readEntry(current);
  if (!stored || !run) return { ok: false, reason: "its record is damaged or missing" };
  const identity = "identity" in stored ? stored.identity : stored.artifact.identity;
  return rubric.sampleOfRun(run.artifact, identity);
}
