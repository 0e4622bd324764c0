import type { FieldPath } from "../diagnostics/diagnostic.ts";

/**
 * Suggests what to write instead of fields known from other harnesses. Most suggestions follow from the name and the schema; these fields
 * have no counterpart.
 */
export function preferredSpelling(path: FieldPath): string | undefined {
  const written = path.map((key) => (typeof key === "number" ? "[]" : key)).join(".");
  return PREFERRED.find(([place]) => place.test(written))?.[1];
}

const A_COMMENT = "Write notes of your own as a comment, `# …`";
const THE_SUITES_MODEL = "Remove it: the suite's `models` say which model runs, and it is the only one";

/** Matches dotted paths, with `[]` for any index. */
const PREFERRED: readonly [RegExp, string][] = [
  [
    /^final_aggregation$/,
    "Remove it: the final score is the judges' overall score, and checks are evidence that they are shown",
  ],
  [/^metadata$/, A_COMMENT],
  [/^expectations\.(?:hard|soft)_expectations\.\[\]\.metadata$/, A_COMMENT],
  [/^deterministic_checks\.\[\]\.description$/, A_COMMENT],
  [/^input\.context\.[^.]+$/, "Notes of your own belong under `metadata`, hints for an agent's case under `openclaw`"],
  [
    /^openclaw\.model_defaults\.aliases\.[^.]+$/,
    "Write `aliases: name`: there is one model, the suite's, and it has one name",
  ],
  [
    /^openclaw\.model_defaults\.(?:model|models|model_id|default_model|primary_model|requested_model)$/,
    THE_SUITES_MODEL,
  ],
  [/^openclaw\.model_defaults\.[^.]+$/, "Parameters for the model belong under `primary_params`"],
  [/^openclaw\.(?:model|models|default_model|primary_model)$/, THE_SUITES_MODEL],
  [
    /^openclaw\.(?:image|timeout_seconds|docker_cli)$/,
    "It belongs in the run profile, under `openclaw`: agents can be run with several images",
  ],
  [/^openclaw\.prompt$/, "It belongs under `agent`, as `openclaw.agent.prompt`"],
  [/^openclaw\.sandbox$/, "Remove it: the container of a trial is its sandbox"],
  [/^openclaw\.workspace$/, "Remove it: the workspace is the folder workspace/ beside agent.yaml"],
  [/^(?:run_profile|evaluation_profile)$/, "Name it when you call Assay: `--run-profile`, `--evaluation-profile`"],
];
