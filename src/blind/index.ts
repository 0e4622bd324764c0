export { type HiddenNames, NAME_REMOVED, type NameHider, offsetBefore, openNameHider } from "./hide-names.ts";
export { keyOf, type SubjectNames } from "./subject-names.ts";
