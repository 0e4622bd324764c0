import { type Command, Option } from "commander";

// Options of several commands, described once so that they mean the same everywhere.

export function suiteOption(): Option {
  return new Option("--suite <id or path>", "the suite: models and cases");
}

export function runProfileOption(): Option {
  return new Option("--run-profile <id or path>", "the run profile: settings and execution policy");
}

export function evaluationProfileOption(): Option {
  return new Option("--evaluation-profile <id or path>", "the evaluation profile: judges and aggregation");
}

export function forceOption(): Option {
  return new Option("--force", "redo what is selected, even if a result is stored");
}

/** Adds `--files` and `--no-files`: one setting, of which `assay.yaml` may say the default. */
export function addFilesOptions(command: Command): Command {
  const when = new Option(
    "--files <when>",
    "make files for reading per trial: always, never, or auto, which is up to 2,000 trials (default: auto)",
  ).choices(["auto", "always", "never"]);
  return command
    .addOption(when)
    .option("--no-files", "keep records only, without files per trial; `assay files` makes them later");
}

export function strictSandboxOption(): Option {
  return new Option("--strict-sandbox", "run nothing if the sandbox lacks a limit; `assay doctor` shows which");
}

export function recordToolsOption(): Option {
  return new Option("--record-tools", "let tools with `recordings` really answer and record it; later runs replay it");
}

export function dryRunOption(): Option {
  return new Option("--dry-run", "make no calls: print what would be asked, and how many calls there would be");
}

export function nameOption(): Option {
  return new Option(
    "--name <name>",
    "name of the result; an existing name continues from there (default: made from the input's)",
  );
}

export function seedOption(): Option {
  return new Option("--seed <number>", "the same seed gives the same order and the same draw");
}

export function mappingOption(): Option {
  return new Option("--mapping <file>", "YAML or JSON that says what the input's columns or fields mean");
}

export function intoOption(): Option {
  return new Option("--into <folder>", "the folder to write to; nothing in it is overwritten");
}

export function outFileOption(): Option {
  return new Option("--out <file>", "the file to write");
}

export function groupByOption(): Option {
  return new Option("--group-by <columns>", "one more grouped table by these columns; may be repeated");
}

export function allowHooksOption(): Option {
  return new Option(
    "--allow-hooks",
    "switch hooks on in the evaluation profile: imported code then runs in the sandbox",
  );
}

export function questionOption(): Option {
  return new Option("--question <question>", "pass, score:<dimension>, band:<dimension> or preference");
}

export function labelPlanOption(): Option {
  return new Option("--plan <name>", "what `assay label plan` drew");
}

export function yesOption(): Option {
  return new Option("--yes", "agree in advance to costs or to removing records");
}

export function campaignOption(): Option {
  return new Option("--campaign <name>", "only this campaign, as `assay store list` names it");
}

export function specOption(): Option {
  return new Option("--spec <file>", "how to measure: rubric, scoring, sampling, judge (YAML)");
}

/** Format of an input; outputs have an option of their own. */
export function inputFormatOption(choices: string[]): Option {
  return new Option(
    "--format <format>",
    "format of the input; told by the file's name when left out, jsonl for stdin",
  ).choices(choices);
}
