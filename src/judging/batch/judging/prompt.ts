import { readPrompt, taglessJson } from "../../../text/index.ts";
import type { ClusterSummary, Item } from "../sampling/experiment-output.ts";

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

/**
 * The question as it would be about one of its items alone: what a judge was shown about that item, whichever others were in the batch. Null when
 * the item is not in it.
 */
export function questionAboutOne(user: string, item: Item): string | null {
  const line = `\n  ${taglessJson(withoutBucket(item))}`;
  const at = [`${line},\n`, `${line}\n]`].map((ending) => user.indexOf(ending)).find((found) => found !== -1);
  if (at === undefined) return null;
  const from = user.lastIndexOf("\n[\n", at) + 1;
  const until = user.indexOf("\n]", at) + 2;
  const [rest] = user.slice(until).split(COMPLAINT, 1);
  return user.slice(0, from) + asData([withoutBucket(item)]) + rest;
}

/** Begins what is said about earlier answers, which is no part of the question. */
export const COMPLAINT = "\n\nAn earlier answer about these items could not be used:\n";

/** The bucket says how an item was sampled; a judge that knew it could not be blind to it. */
function withoutBucket({ bucket: _bucket, ...rest }: Item): Record<string, unknown> {
  return rest;
}
