import { NAMED_PROTOCOL_NAMES, NAMED_PROTOCOLS } from "../../judging/table.ts";
import { ASKED_COMMAND } from "../completion/asked-command.ts";
import type { RegisterCommand } from "../options/command.ts";

/** Describes a command without loading it. */
export interface CommandRow {
  name: string;
  /** Arguments after the name, as in the help. */
  takes: string;
  description: string;
  /** Page in docs/ about the command. */
  page: string;
  load: () => Promise<RegisterCommand>;
  /** Hidden from the help; only scripts call it. */
  isHidden?: true;
}

/** Commands of protocols that ask one question about each item of a file. */
const ITEM_COMMANDS = NAMED_PROTOCOL_NAMES.flatMap((name): CommandRow[] => {
  const { items } = NAMED_PROTOCOLS[name];
  if (!items) return [];
  const { description, page } = items;
  return [
    { name, takes: "", description, page, load: async () => (await import("./items/index.ts")).registerItems(name) },
  ];
});

/** All commands, in the order of `assay --help`. A command is loaded only to run it or to print its own help. */
export const COMMANDS: readonly CommandRow[] = [
  {
    name: "init",
    takes: "[options] [directory]",
    description: "create a workspace that validates and runs offline, without a key",
    page: "tutorial",
    load: async () => (await import("./init.ts")).registerInit,
  },
  {
    name: "examples",
    takes: "[options] [name] [directory]",
    description: "list the examples that come with Assay, or copy one here",
    page: "index",
    load: async () => (await import("./examples.ts")).registerExamples,
  },
  {
    name: "validate",
    takes: "[options] [paths...]",
    description: "check configuration files, individually and together",
    page: "configuration",
    load: async () => (await import("./validate.ts")).registerValidate,
  },
  {
    name: "doctor",
    takes: "[options]",
    description: "look at this machine: sandbox and its limits, container engines, keys by name, disk, store",
    page: "sandbox",
    load: async () => (await import("./doctor.ts")).registerDoctor,
  },
  {
    name: "plan",
    takes: "[options]",
    description:
      "show what a run would do: what is stored, what must run and be judged, and what it may cost; spends nothing",
    page: "running",
    load: async () => (await import("./plan.ts")).registerPlan,
  },
  {
    name: "run",
    takes: "[options]",
    description: "run a suite's cases under a run profile; what is stored already is reused",
    page: "running",
    load: async () => (await import("./run.ts")).registerRun,
  },
  {
    name: "run-eval",
    takes: "[options]",
    description: "run what is missing, judge it and report",
    page: "judging",
    load: async () => (await import("./run-eval.ts")).registerRunEval,
  },
  {
    name: "eval",
    takes: "[options]",
    description: "the same as run-eval",
    page: "judging",
    load: async () => (await import("./run-eval.ts")).registerRunEval,
  },
  {
    name: "worker",
    takes: "[options]",
    description: "execute trials, judge calls and hooks that other machines post to a Redis",
    page: "workers",
    load: async () => (await import("./worker.ts")).registerWorker,
  },
  {
    name: "workers",
    takes: "[options]",
    description: "list the workers at a Redis: what they can do, what they are doing, and what they declined",
    page: "workers",
    load: async () => (await import("./workers.ts")).registerWorkers,
  },
  {
    name: "report",
    takes: "[options] [campaign]",
    description: "report what is stored, with today's settings; makes no calls and runs nothing",
    page: "reports",
    load: async () => (await import("./report.ts")).registerReport,
  },
  {
    name: "trials",
    takes: "[options] [campaign]",
    description: "list the trials of a stored campaign; runs nothing and calls no model",
    page: "terminal",
    load: async () => (await import("./trials.ts")).registerTrials,
  },
  {
    name: "show",
    takes: "[options] <trial>",
    description: "show one stored trial: question, answer with what judges quoted, tools, checks, verdicts, files",
    page: "terminal",
    load: async () => (await import("./show.ts")).registerShow,
  },
  {
    name: "view",
    takes: "[options] [store or campaign]",
    description: "show the store in a browser: campaigns, trials, and why each was scored as it was",
    page: "viewer",
    load: async () => (await import("./view.ts")).registerView,
  },
  {
    name: "files",
    takes: "[options] [campaign]",
    description: "write the readable files under outputs/runs and outputs/evaluations from the stored records",
    page: "store",
    load: async () => (await import("./files.ts")).registerFiles,
  },
  {
    name: "store",
    takes: "",
    description: "see what outputs/ holds and how large it is; verify, prune and merge stores",
    page: "store",
    load: async () => (await import("./store/index.ts")).registerStore,
  },
  {
    name: "pack",
    takes: "[options] [campaign]",
    description: "write a stored campaign into one file that can be opened, reported and verified elsewhere",
    page: "sharing",
    load: async () => (await import("./pack.ts")).registerPack,
  },
  {
    name: "unpack",
    takes: "[options] <file>",
    description: "open a packed campaign in a folder of its own",
    page: "sharing",
    load: async () => (await import("./unpack.ts")).registerUnpack,
  },
  {
    name: "verify",
    takes: "[options] [campaign or file]",
    description: "recompute every score of a campaign from the stored answers, and say what differs",
    page: "sharing",
    load: async () => (await import("./verify.ts")).registerVerify,
  },
  {
    name: "compare",
    takes: "[options] <base> <candidate>",
    description: "compare two models or variants of a campaign, or two judged campaigns, on the cases they share",
    page: "reports",
    load: async () => (await import("./compare.ts")).registerCompare,
  },
  {
    name: "label",
    takes: "",
    description: "label what judges saw, blind; draw what to label; see how far labelling has come",
    page: "labelling",
    load: async () => (await import("./label/index.ts")).registerLabel,
  },
  {
    name: "calibrate",
    takes: "[options]",
    description: "compare judges with human labels and correct their scores; makes no calls, except with --gold",
    page: "calibration",
    load: async () => (await import("./label/calibrate.ts")).registerCalibrate,
  },
  {
    name: "gate",
    takes: "[options]",
    description: "say whether this workspace's results are worse than a base's, allowing for chance",
    page: "gates",
    load: async () => (await import("./gate.ts")).registerGate,
  },
  {
    name: "rubric",
    takes: "",
    description: "judge single samples by a rubric, blind to models and variants, with verified evidence",
    page: "rubric",
    load: async () => (await import("./rubric.ts")).registerRubric,
  },
  {
    name: "batch",
    takes: "",
    description: "judge a sample of an experiment's output in batches, and decide whether to keep or revert it",
    page: "batch",
    load: async () => (await import("./batch/index.ts")).registerBatch,
  },
  ...ITEM_COMMANDS,
  {
    name: "import",
    takes: "",
    description: "import evaluations and answers from other programs, and list what did not translate",
    page: "importing",
    load: async () => (await import("./import.ts")).registerImport,
  },
  {
    name: "cases",
    takes: "[options]",
    description: "list the cases of the workspace; with a suite, what it selects and why",
    page: "datasets",
    load: async () => (await import("./cases.ts")).registerCases,
  },
  {
    name: "suites",
    takes: "[options] [suite]",
    description: "list the suites of the workspace, or show one: its models, and which cases it selects and why",
    page: "variants",
    load: async () => (await import("./suites.ts")).registerSuites,
  },
  {
    name: "schema",
    takes: "[options] [kind]",
    description: "print the JSON Schema of a kind of file, for editors",
    page: "configuration",
    load: async () => (await import("./schema.ts")).registerSchema,
  },
  {
    name: "docs",
    takes: "[options] [page]",
    description: "list the pages of the documentation, or print one",
    page: "index",
    load: async () => (await import("./docs.ts")).registerDocs,
  },
  {
    name: "completion",
    takes: "[options] <shell>",
    description: "print the script that completes commands, flags and ids of the workspace in your shell",
    page: "command-line",
    load: async () => (await import("./completion.ts")).registerCompletion,
  },
  {
    name: ASKED_COMMAND,
    takes: "<shell> [words...]",
    description: "",
    page: "command-line",
    load: async () => (await import("./complete.ts")).registerComplete,
    isHidden: true,
  },
];
