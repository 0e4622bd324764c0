import { fileTricks } from "./file-tricks.ts";
import { indexMutations } from "./index-mutations.ts";
import { labelMutations } from "./label-mutations.ts";
import type { ForeignMutation } from "./mutation.ts";
import { packMutations } from "./pack-mutations.ts";
import { headMutations, idMutations, pathMutations, recordMutations } from "./record-mutations.ts";
import type { Original } from "./workspace.ts";

/** Everything that strangers send, by what it is that they changed. */
export function foreignMutations(original: Original): Map<string, ForeignMutation[]> {
  const all = [
    ...fileTricks(original),
    ...recordMutations(original),
    ...headMutations(original),
    ...idMutations(original),
    ...pathMutations(original),
    ...indexMutations(),
    ...packMutations(original),
    ...labelMutations(original),
  ];
  const families = new Map<string, ForeignMutation[]>();
  for (const mutation of all) families.set(mutation.family, [...(families.get(mutation.family) ?? []), mutation]);
  return families;
}
