export { blindMeta, revealMeta } from "./blind.ts";
export { GrowingNumbers } from "./growing-numbers.ts";
export { namesItself, sampleHider } from "./names-itself.ts";
export { type PreparedSample, type PreparedSamples, prepareSamples } from "./prepared-samples.ts";
export { formatOf, SampleFileError, type SampleFormat } from "./read-samples.ts";
export { createRubricReader } from "./rubric-reader.ts";
export { type RunSample, sampleOfRun } from "./run-sample.ts";
export {
  kindOfValue,
  META_FIELDS,
  type MetaValue,
  type RubricDimensions,
  type Sample,
  type SampleMeta,
} from "./sample.ts";
export { fieldOf, type SampleMapping } from "./sample-mapping.ts";
