export { seccompFilter } from "./filter.ts";
