export { openCodeCopies } from "./copy-code.ts";
export { loadedValue } from "./loaded-value.ts";
export { ASSERTION_TABLE } from "./table.ts";
export { sayThreshold, translateAssertions } from "./translate-assertions.ts";
