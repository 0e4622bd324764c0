import { readPrompt, taglessJson } from "../../../text/index.ts";
import type { ClusterSummary, Item } from "../sampling/experiment-output.ts";

/** The prompt texts of the protocol. */
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

/** Fills `{name}` in a single pass, so that a rubric which mentions `{items_json}` stays unchanged. */
export function fillTemplate(template: string, variables: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? variables[name]! : whole,
  );
}

/** Formats JSON with one element per line: the same data to a JSON reader, in a form that cannot close a tag. */
export function asData(elements: unknown[]): string {
  if (elements.length === 0) return "[]";
  return `[\n${elements.map((element) => `  ${taglessJson(element)}`).join(",\n")}\n]`;
}

/**
 * Reduces a question to one of its items, as the judge was shown it regardless of the others in the batch. Null when the item is
 * not in it.
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

/** Start of the remarks on earlier answers, which are not part of the question. */
export const COMPLAINT = "\n\nAn earlier answer about these items could not be used:\n";

/** Removes the bucket, which reveals the sampling, so that the judge is blind to it. */
function withoutBucket({ bucket: _bucket, ...rest }: Item): Record<string, unknown> {
  return rest;
}
