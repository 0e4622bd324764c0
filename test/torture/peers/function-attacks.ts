import { BEHAVIOURS } from "../../corpora/hostile-peers/functions.mjs";
import type { Attack } from "./attack.ts";

/** A function of the calling program in the place of a model or a judge. */
export interface FunctionAttack extends Attack {
  place: "subjects" | "judges";
  behaviour: string;
}

/** Judges share a trial, and its time is the sum of theirs; these show for subjects what they would show for judges. */
const ONLY_SUBJECTS = /tool|changes|frozen|media|busy|listens|usage/;

export const FUNCTION_ATTACKS: FunctionAttack[] = (["subjects", "judges"] as const).flatMap((place) =>
  Object.keys(BEHAVIOURS)
    .filter((behaviour) => place === "subjects" || !ONLY_SUBJECTS.test(behaviour))
    .map((behaviour) => ({ name: `${place}: ${behaviour}`, kind: `functions as ${place}`, place, behaviour })),
);
