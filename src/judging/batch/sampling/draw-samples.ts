import { type Redactor, redactJson } from "../../../text/index.ts";
import { agree, formatCount, nounFor, plural } from "../../../text/presentation/index.ts";
import type { Measure } from "../measuring/measure.ts";
import { type ClusterSummary, type Item, type ItemId, type OutputFile, readOutput } from "./experiment-output.ts";
import { OutputError } from "./output-error.ts";
import { type DrawnSample, idKey, OTHER_ITEMS, Sampler } from "./sample.ts";
import { SeenIds } from "./seen-ids.ts";

export interface Drawn {
  items: DrawnSample;
  singletons: DrawnSample;
  /** The clusters shown to a judge of singletons: all, or a seeded selection if there are too many. */
  clusters: ClusterSummary[];
  clusterCount: number;
  warnings: string[];
}

/** About a quarter of what small models can read, which a batch of several such items soon is. */
const LONG_ITEM = 100_000;
const ENTRIES_BETWEEN_CALLS = 10_000;

/** Draws samples of items and singletons and summarizes the clusters, in one pass over the experiment's output. */
export async function drawSamples(
  files: OutputFile[],
  measure: Measure,
  onEntries?: (read: number) => void,
): Promise<Drawn> {
  const { seed, shortfall } = measure;
  const items = new Sampler({ seed, shortfall, draw: "item", size: measure.sampleSize, strata: measure.strata });
  const singletons = new Sampler({ seed, shortfall, draw: "singleton", size: measure.singletonSample, strata: [] });
  const clusters = new ClusterChoice(measure);
  let read = 0;
  let unusedSingletons = 0;
  const seen = { item: new SeenIds(), singleton: new SeenIds(), cluster: new SeenIds() };
  for (const file of files) {
    for await (const entry of readOutput(file)) {
      read += 1;
      if (read % ENTRIES_BETWEEN_CALLS === 0) onEntries?.(read);
      const id = entry.kind === "cluster" ? entry.cluster.cluster_id : entry.item.item_id;
      if (seen[entry.kind].add(idKey(id))) throw duplicate(file.path, entry.kind, id);
      if (entry.kind === "cluster") clusters.add(entry.cluster);
      else if (entry.kind === "item") {
        items.add(entry.item);
        clusters.addItem(entry.item);
      } else if (measure.singletonSample > 0) singletons.add(entry.item);
      else unusedSingletons += 1;
    }
  }
  const drawn = { items: items.finish(), singletons: singletons.finish() };
  const paths = files.map(({ path }) => path).join(", ");
  if (drawn.items.population === 0)
    throw new OutputError(
      `${paths}: there are no items; expected JSON Lines, a JSON array, or a JSON object with "items", of objects with "item_id"`,
    );
  if (drawn.singletons.population > 0 && clusters.count === 0)
    throw new OutputError(
      `${paths}: singletons are judged against clusters, and there are none: list them (objects with "cluster_id" and "title", or --clusters), or give the items a "title", or set singleton_sample to 0`,
    );
  return {
    ...drawn,
    clusters: clusters.chosen(),
    clusterCount: clusters.count,
    warnings: [
      ...warningsAbout(drawn, clusters, measure),
      ...(unusedSingletons > 0
        ? [
            `${plural(unusedSingletons, "singleton")} ${agree(unusedSingletons, "is", "are")} not judged, because singleton_sample is 0`,
          ]
        : []),
    ],
  };
}

/** Redacts the drawn sample, so that neither a judge nor a file of ours holds secrets. */
export function redactDrawn(drawn: Drawn, redact: Redactor): Drawn {
  return redactJson(drawn, redact);
}

/**
 * Selects the clusters to show: a judge can read a few hundred titles, so more are sampled. If the output lists no clusters, the
 * items with a title are the clusters, as a clustering experiment produces them.
 */
class ClusterChoice {
  private readonly listed: Sampler;
  private readonly titledItems: Sampler;
  private listedCount = 0;
  private titledCount = 0;

  constructor({ seed, clusterSummaries, singletonSample }: Measure) {
    const plan = {
      seed,
      shortfall: "fill",
      draw: "cluster",
      size: singletonSample > 0 ? clusterSummaries : 0,
      strata: [],
    } as const;
    this.listed = new Sampler({ ...plan, strata: [] });
    this.titledItems = new Sampler({ ...plan, strata: [] });
  }

  get count(): number {
    return this.listedCount || this.titledCount;
  }

  add(cluster: ClusterSummary): void {
    this.listedCount += 1;
    this.listed.add({ item_id: cluster.cluster_id, cluster });
  }

  addItem({ item_id, title }: Item): void {
    if (typeof title !== "string") return;
    this.titledCount += 1;
    this.titledItems.add({ item_id, cluster: { cluster_id: item_id, title } });
  }

  chosen(): ClusterSummary[] {
    const sampler = this.listedCount > 0 ? this.listed : this.titledItems;
    return sampler.finish().items.map(({ item }) => item.cluster as ClusterSummary);
  }
}

function warningsAbout(
  { items, singletons }: { items: DrawnSample; singletons: DrawnSample },
  clusters: ClusterChoice,
  measure: Measure,
): string[] {
  const warnings: string[] = [];
  for (const { stratum, population, wanted, sampled } of items.strata) {
    if (stratum !== OTHER_ITEMS && population < wanted) {
      warnings.push(`bucket "${stratum}" has ${population} of the ${plural(wanted, "item")} wanted`);
    }
    if (population > 0 && sampled === 0)
      warnings.push(
        `no item of ${stratum} (${plural(population, "item")}) was sampled; the means say nothing about them`,
      );
  }
  for (const { item } of [...items.items, ...singletons.items]) {
    const { length } = JSON.stringify(item);
    if (length > LONG_ITEM)
      warnings.push(
        `${idKey(item.item_id)} is ${formatCount(length)} ${nounFor(length, "character")} long; a judge may refuse it`,
      );
  }
  if (items.items.length < measure.sampleSize) {
    warnings.push(`the sample has ${plural(items.items.length, "item")} instead of ${measure.sampleSize}`);
  }
  if (singletons.items.length < measure.singletonSample) {
    warnings.push(
      `the sample has ${plural(singletons.items.length, "singleton")} instead of ${measure.singletonSample}`,
    );
  }
  if (measure.singletonSample > 0 && clusters.count > measure.clusterSummaries) {
    warnings.push(
      `judges of singletons see ${measure.clusterSummaries} of ${plural(clusters.count, "cluster")}; raise cluster_summaries to show more`,
    );
  }
  return warnings;
}

function duplicate(path: string, kind: string, id: ItemId): OutputError {
  return new OutputError(
    `${path}: the ${kind} id ${idKey(id)} appears twice; ids must be unique, or a verdict could not be matched to its ${kind}`,
  );
}
