import { readPrompt, taglessJson } from "../../../text/index.ts";
import type { ClusterSummary, Item } from "../sampling/index.ts";

/** The texts that every question of the protocol is made of. */
export interface BatchPrompts {
  system: string;
  items: string;
  singletons: string;
}

export async function readBatchPrompts(): Promise<BatchPrompts> {
  const [system, items, singletons] = await Promise.all(
    ["batch_system", "batch_items", "batch_singletons"].map(readPrompt),
  );
  return { system: system!, items: items!, singletons: singletons! };
}

export function itemsQuestion(prompts: BatchPrompts, rubric: string, items: Item[]): string {
  return fillTemplate(prompts.items, { rubric, items_json: asData(items.map(withoutBucket)) });
}

export function singletonsQuestion(
  prompts: BatchPrompts,
  rubric: string,
  singletons: Item[],
  clusters: ClusterSummary[],
): string {
  return fillTemplate(prompts.singletons, {
    singleton_rubric: rubric,
    singletons_json: asData(singletons.map(withoutBucket)),
    cluster_summaries: asData(clusters),
  });
}

/** Fills `{name}` in one pass, so that a rubric which mentions `{items_json}` stays a rubric. */
export function fillTemplate(template: string, variables: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? variables[name]! : whole,
  );
}

/** JSON, one element a line. To a JSON reader it is the same data; a tag it cannot close. */
export function asData(elements: unknown[]): string {
  if (elements.length === 0) return "[]";
  return `[\n${elements.map((element) => `  ${taglessJson(element)}`).join(",\n")}\n]`;
}

/** The bucket says how an item was sampled; a judge that knew it could not be blind to it. */
function withoutBucket({ bucket: _bucket, ...rest }: Item): Record<string, unknown> {
  return rest;
}
