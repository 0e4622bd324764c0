import type { CampaignRecord } from "../../../src/records/index.ts";
import { addText, campaignRecordOf, kindOf, recordOf, removeRecords } from "./dossier.ts";
import type { Forgery, ForgeryTheme } from "./forgery.ts";
import { changeListing } from "./moves.ts";

/** Changes of a campaign's record, with their effect on a report. */
const FIELDS: [name: string, change: (record: CampaignRecord) => void][] = [
  ["the model of a judge", ({ judge_runs }) => (judge_runs[0]!.model = "openai/gpt-9")],
  ["that a judge is a program", ({ judge_runs }) => (judge_runs[0]!.offline = false)],
  ["the judge of a judge run", ({ judge_runs }) => (judge_runs[0]!.judge_id = "expert")],
  ["the name of a judge run", ({ judge_runs }) => (judge_runs[0]!.judge_run_id = "expert")],
  ["a judge run less", ({ judge_runs }) => judge_runs.shift()],
  ["a judge run more", ({ judge_runs }) => judge_runs.push({ ...judge_runs[0]!, judge_run_id: "second" })],
  [
    "the labels of two subjects",
    ({ models }) => {
      const [one, , other] = models;
      [one!.label, other!.label] = [other!.label, one!.label];
    },
  ],
  ["the model behind a subject", ({ models }) => (models[2]!.model = "lab/better")],
  ["that a subject is a program", ({ models }) => (models[0]!.offline = false)],
  [
    "the variants of two subjects",
    ({ models }) => {
      const [one, other] = models;
      [one!.variant, other!.variant] = [other!.variant, one!.variant];
    },
  ],
  ["the variant of a subject, to none", ({ models }) => delete models[0]!.variant],
  ["the run profile's name", (record) => (record.run_profile_id = "official")],
  ["the evaluation profile's name", (record) => (record.evaluation_profile_id = "official")],
];

/** The list of cases and samples, by which a report is ordered and which only the store has. */
const LISTING: [
  name: string,
  change: (listing: { cases: Record<string, unknown>[]; sample_sizes: Record<string, number> }) => void,
][] = [
  ["the sample of the careless judge", ({ sample_sizes }) => (sample_sizes.careless = 4)],
  ["a sample of the moody judge", ({ sample_sizes }) => (sample_sizes.moody = 1)],
  ["the samples of all judges, to none", ({ sample_sizes }) => delete sample_sizes.careless],
  ["the runner of a case", ({ cases }) => (cases[0]!.runner = "agent")],
];

export const campaignForgeries: ForgeryTheme = {
  theme: "the record of the campaign",
  forgeries: [
    ...FIELDS.map(
      ([name, change]): Forgery => ({
        name: `${name} other, in the campaign's record`,
        forge: (dossier) => change(campaignRecordOf(dossier).value),
      }),
    ),
    ...LISTING.map(
      ([name, change]): Forgery => ({
        name: `${name} other`,
        only: "store",
        forge: (dossier) => changeListing(dossier, change),
      }),
    ),
    {
      name: "the record of the campaign vanish",
      forge: (dossier) => removeRecords(dossier, [campaignRecordOf(dossier)]),
    },
    {
      name: "the list of cases vanish",
      only: "store",
      forge(dossier) {
        const { listing_sha256 } = campaignRecordOf(dossier).value;
        removeRecords(dossier, [recordOf(dossier, "text", listing_sha256!)]);
      },
    },
    {
      name: "the judges milder, by rules that nobody gave them, in the campaign's record",
      seenIn: { show: "gamma+plain/sum/1" },
      forge(dossier) {
        const { value } = campaignRecordOf(dossier);
        const rules = recordOf(dossier, "text", value.judge_system_prompt_sha256).value;
        value.judge_system_prompt_sha256 = addText(dossier, rules.replace("impartial", "kind"));
        // The texts that were sent are gone with it.
        for (const { value: evaluation } of kindOf(dossier.records, "evaluation"))
          if (evaluation.evaluation_profile_id === "panel")
            evaluation.prompt.system_sha256 = value.judge_system_prompt_sha256;
      },
    },
  ],
};
