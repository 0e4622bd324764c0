import type { RegisterCommand } from "../words/command.ts";
import { registerBatch } from "./batch/index.ts";
import { registerCases } from "./cases.ts";
import { registerCompare } from "./compare.ts";
import { registerCompletion } from "./completion.ts";
import { registerDocs } from "./docs.ts";
import { registerDoctor } from "./doctor.ts";
import { registerExamples } from "./examples.ts";
import { registerFiles } from "./files.ts";
import { registerGate } from "./gate.ts";
import { registerImport } from "./import.ts";
import { registerInit } from "./init.ts";
import { registerCalibrate, registerLabel } from "./label/index.ts";
import { registerPack } from "./pack.ts";
import { registerPlan } from "./plan.ts";
import { registerReport } from "./report.ts";
import { registerRubric } from "./rubric.ts";
import { registerRun } from "./run.ts";
import { registerRunEval } from "./run-eval.ts";
import { registerSchema } from "./schema.ts";
import { registerShow } from "./show.ts";
import { registerStore } from "./store/index.ts";
import { registerSuites } from "./suites.ts";
import { registerTrials } from "./trials.ts";
import { registerUnpack } from "./unpack.ts";
import { registerValidate } from "./validate.ts";
import { registerVerify } from "./verify.ts";
import { registerView } from "./view.ts";
import { registerWorker } from "./worker.ts";
import { registerWorkers } from "./workers.ts";

/** All commands, in the order `assay --help` shows them. */
export const commands: RegisterCommand[] = [
  registerInit,
  registerExamples,
  registerValidate,
  registerDoctor,
  registerPlan,
  registerRun,
  registerRunEval,
  registerWorker,
  registerWorkers,
  registerReport,
  registerTrials,
  registerShow,
  registerView,
  registerFiles,
  registerStore,
  registerPack,
  registerUnpack,
  registerVerify,
  registerCompare,
  registerLabel,
  registerCalibrate,
  registerGate,
  registerRubric,
  registerBatch,
  registerImport,
  registerCases,
  registerSuites,
  registerSchema,
  registerDocs,
  registerCompletion,
];
