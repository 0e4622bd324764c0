import type { CampaignConfig } from "../config/index.ts";

/** Restricts the campaign's trials; omit fields for all. */
export interface TrialSelection {
  models?: string[];
  cases?: string[];
  /** Restricts to these repetitions. */
  trials?: SelectedRepetitions;
}

/** Individual trials, by subject and case: `<model_id>/<case_id>`. */
export type SelectedRepetitions = ReadonlyMap<string, ReadonlySet<number>>;

/** Subjects with their cases and repetitions, in the order of the files. */
export function* selectedTrials(
  { subjects, cases, runProfile }: CampaignConfig,
  { models, cases: wanted, trials }: TrialSelection = {},
) {
  const caseIds = wanted && new Set(wanted);
  const all = Array.from({ length: runProfile.execution_policy.run_repetitions }, (_, index) => index + 1);
  for (const subject of subjects) {
    if (models && !models.includes(subject.model.model_id)) continue;
    for (const selected of cases) {
      const { case_id } = selected.loaded.case;
      if (caseIds && !caseIds.has(case_id)) continue;
      const chosen = trials?.get(`${subject.model.model_id}/${case_id}`);
      if (trials && !chosen) continue;
      yield { subject, selected, repetitions: chosen ? all.filter((repetition) => chosen.has(repetition)) : all };
    }
  }
}
