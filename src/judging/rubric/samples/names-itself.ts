import type { Sample } from "./sample.ts";

/** Shorter names stand in any text by chance: `A`, `v2`, `o3`. */
const SHORTEST_NAME = 4;

/**
 * Whether the question or the output names the model or the variant it comes from: "As GPT-5, I …". What is to be judged
 * is sent as it is, so the judge of such a sample is not wholly blind, and the user is told how many there are.
 */
export function namesItself({ meta, question, model_output }: Sample): boolean {
  const model = String(meta.model ?? "")
    .split("/")
    .at(-1)!;
  return [model, String(meta.prompt_variant ?? "")].some(
    (name) => standsIn(model_output, name) || standsIn(question, name),
  );
}

/** As a word of its own: `plain` does not stand in `explained`. */
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
