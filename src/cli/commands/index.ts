import type { RegisterCommand } from "../words/command.ts";
import { registerBatch } from "./batch/index.ts";
import { registerCases } from "./cases.ts";
import { registerCompare } from "./compare.ts";
import { registerDoctor } from "./doctor.ts";
import { registerFiles } from "./files.ts";
import { registerInit } from "./init.ts";
import { registerPlan } from "./plan.ts";
import { registerReport } from "./report.ts";
import { registerRubric } from "./rubric.ts";
import { registerRun } from "./run.ts";
import { registerRunEval } from "./run-eval.ts";
import { registerSchema } from "./schema.ts";
import { registerStore } from "./store.ts";
import { registerSuites } from "./suites.ts";
import { registerValidate } from "./validate.ts";
import { registerView } from "./view.ts";

/** All commands, in the order `assay --help` shows them. */
export const commands: RegisterCommand[] = [
  registerInit,
  registerValidate,
  registerDoctor,
  registerPlan,
  registerRun,
  registerRunEval,
  registerReport,
  registerView,
  registerFiles,
  registerStore,
  registerCompare,
  registerRubric,
  registerBatch,
  registerCases,
  registerSuites,
  registerSchema,
];
