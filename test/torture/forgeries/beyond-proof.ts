/**
 * Forgeries that no program can tell from an honest campaign, because nothing in them is contradictory: only a signature, or
 * running it again, would.
 */
export const BEYOND_PROOF: { name: string; why: string }[] = [
  {
    name: "a judge's answer rewritten, or taken from another packet, or made a failure, in what the provider sent too",
    why: "the raw answer is the root of all that follows from it, and a provider does not sign what it sends",
  },
  {
    name: "a subject's answer rewritten in run, raw answers and packet, with fitting verdicts",
    why: "checks, packet, calls and scores then follow from the new answer",
  },
  {
    name: "prices or tokens changed in raw answers, usage, results and the records of spending alike",
    why: "what a call cost is known only from what the provider said",
  },
  {
    name: "times of runs changed everywhere they stand: beginning, end and duration, or how long the model took to answer",
    why: "clocks are the machine's own; beginning, end and duration that contradict each other are named",
  },
  {
    name: "the model string of a subject changed in runs, identities, packets' calls and the campaign",
    why: "which model answered is the provider's word",
  },
  {
    name: "a subject or a variant left out altogether, with all of its runs",
    why: "it is a campaign of fewer subjects, as `--model` runs it",
  },
  {
    name: "a case left out for all subjects",
    why: "it is a campaign of fewer cases, as `--case` runs it",
  },
  {
    name: "all second repetitions left out",
    why: "it is a campaign of one repetition: their number is part of no identity",
  },
  {
    name: "a judge left out everywhere, with the campaign's name and fingerprint made anew",
    why: "it is a panel of fewer judges, whose identity is right",
  },
  {
    name: "one threshold or method for all trials, other than it was",
    why: "the report names the rule that it applies, and another rule may be applied to old verdicts",
  },
  {
    name: "the best of many runs of the same trial, stored as the only one",
    why: "runs that were thrown away leave nothing behind in a store that was never shown",
  },
  {
    name: "the best of many answers to the same judge call, stored as the only one",
    why: "the same, for judges",
  },
  {
    name: "an older run of the same identity dated later than the newer one",
    why: "both are answers to one question, and the later moment is the writer's word",
  },
  {
    name: "what people said, or the plan that they name, changed in their files and in the store's copies",
    why: "labels are not signed by who gave them, and no score follows from them; labels and plans are kept in git for that",
  },
  {
    name: "a whole campaign made up, answers of judges included",
    why: "it is what a campaign would look like that was really run",
  },
];
