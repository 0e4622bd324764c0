export { composeWorkspace } from "./compose-workspace.ts";
export {
  type ForeignEvaluation,
  type ForeignExpectation,
  type ForeignJudge,
  type ForeignMessage,
  type ForeignModel,
  type ForeignPrompt,
  type ForeignTest,
  Liftable,
} from "./foreign-evaluation.ts";
export { type HookAdapter, moduleHookOf } from "./hook-files.ts";
export { namesOnce, slugOf } from "./slugs.ts";
