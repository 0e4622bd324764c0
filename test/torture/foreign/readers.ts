const CAMPAIGN = ["--suite", "s", "--run-profile", "p", "--evaluation-profile", "e"];

/** Everything that reads a store. Each mutation gets some of them in turn, so that each kind of record meets all. */
const READERS: string[][] = [
  ["report", ...CAMPAIGN, "--output", "json"],
  ["trials", "--output", "json"],
  ["show", "diligent/greeting_file"],
  ["store", "verify"],
  ["verify"],
  ["view", "--export", "EXPORT"],
  ["report"],
  ["trials"],
  ["show", "diligent/greeting_file", "--raw"],
  ["label", "export"],
  ["files"],
  ["store", "list", "--output", "json"],
  ["compare", "diligent", "hasty", ...CAMPAIGN],
  ["pack", "--out", "PACK"],
  ["MERGE"],
  ["run-eval", ...CAMPAIGN, "--quiet", "--no-files"],
  ["calibrate", "--suite", "s"],
  ["store", "overview"],
  ["show", "diligent/greeting_file", "--packet"],
  ["store", "prune", "--superseded"],
  ["plan", ...CAMPAIGN],
  ["label", "status", "--suite", "s"],
  ["report", ...CAMPAIGN, "--output", "calls-csv"],
  ["store", "weights"],
  ["trials", "--text", "42"],
  ["gate", ...CAMPAIGN, "--base", "BASE"],
  ["rubric", "samples", "--suite", "s", "--out", "EXPORT"],
];
/** These read what a kind of record is for, whichever turn it is. */
const OWN: Record<string, string[][]> = {
  run: [
    ["show", "diligent/greeting_file"],
    ["report", ...CAMPAIGN],
  ],
  evaluation: [["report", ...CAMPAIGN], ["verify"]],
  call: [["verify"], ["run-eval", ...CAMPAIGN, "--quiet", "--no-files"]],
  text: [["show", "diligent/greeting_file"], ["verify"]],
  campaign: [["report"], ["store", "list"]],
  label: [
    ["label", "list", "--suite", "s"],
    ["calibrate", "--suite", "s"],
  ],
  spend: [
    ["store", "overview"],
    ["run-eval", ...CAMPAIGN, "--quiet", "--no-files", "--max-cost-usd", "1"],
  ],
  checks: [["run-eval", ...CAMPAIGN, "--quiet", "--no-files"]],
  adoption: [["report", ...CAMPAIGN], ["trials"]],
};

const AT_A_TIME = 2;

export function commandsFor(kind: string, number: number): string[][] {
  const some = Array.from({ length: AT_A_TIME }, (_, at) => READERS[(number * AT_A_TIME + at) % READERS.length]!);
  return [...(OWN[kind] ?? [["report"]]), ...some];
}

/** All of them, one after the other. */
export function everyReader(): string[][] {
  return READERS;
}
