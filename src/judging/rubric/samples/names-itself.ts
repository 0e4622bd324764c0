import { type NameHider, openNameHider } from "../../../text/index.ts";
import type { Sample } from "./sample.ts";

/** Removes the names of a sample's model and variant from its output, by the common rules. The question is not changed. */
export function sampleHider({ meta, question }: Sample): NameHider {
  const names = { models: [spell(meta.model)], called: [spell(meta.prompt_variant)], providers: [] };
  return openNameHider(names, question);
}

/**
 * True if the question or the output names its model or variant: "As GPT-5, I …". The model's name is removed before a judge sees
 * the output; a variant's name is often an ordinary word, which stays. Either way the judge is not fully blind, and the number of
 * such samples is reported.
 */
export function namesItself(sample: Sample): boolean {
  const { meta, question, model_output } = sample;
  const hider = sampleHider(sample);
  return [model_output, question].some((text) => hider.hide(text).named || standsIn(text, spell(meta.prompt_variant)));
}

/** Shorter names occur in any text by chance: `A`, `v2`, `o3`. */
const SHORTEST_NAME = 4;

/** Matches whole words: `explained` does not contain the word `plain`. */
function standsIn(text: string, name: string): boolean {
  const wanted = name.trim().toLowerCase();
  if ([...wanted].length < SHORTEST_NAME) return false;
  const inside = text.toLowerCase();
  for (let at = inside.indexOf(wanted); at !== -1; at = inside.indexOf(wanted, at + 1)) {
    const [before, after] = [inside[at - 1] ?? "", inside[at + wanted.length] ?? ""];
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

function spell(label: Sample["meta"][string]): string {
  return String(label ?? "");
}
