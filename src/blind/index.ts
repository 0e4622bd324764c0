export { NAME_REMOVED, type NameHider, offsetBefore, openNameHider } from "./hide-names.ts";
