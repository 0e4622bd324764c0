export { type CodeCopies, openCodeCopies } from "./copy-code.ts";
export { loadedValue } from "./loaded-value.ts";
export { ASSERTION_TABLE } from "./table.ts";
export { sayThreshold, type TranslatedAssertions, translateAssertions } from "./translate-assertions.ts";
