import { readPrompt } from "../read-prompt.ts";
import type { ClusterSummary, Item } from "./experiment-output.ts";

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

/**
 * JSON, one element a line, in which no tag can be closed and nothing is invisible: `<` and characters that reorder or
 * hide text are escaped. To a JSON reader it is the same data.
 */
export function asData(elements: unknown[]): string {
  if (elements.length === 0) return "[]";
  return `[\n${elements.map((element) => `  ${JSON.stringify(element).replace(DISGUISES, escapeCharacter)}`).join(",\n")}\n]`;
}

const DISGUISES = /[<\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The bucket says how an item was sampled; a judge that knew it could not be blind to it. */
function withoutBucket({ bucket: _bucket, ...rest }: Item): Record<string, unknown> {
  return rest;
}
