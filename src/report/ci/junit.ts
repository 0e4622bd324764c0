import { escapeMarkup, formatFixed, shortLine, visibleLine } from "../../text/presentation/index.ts";
import type { CampaignReport } from "../campaign/campaign-report.ts";
import { type CaseOutcome, caseOutcomes } from "./case-outcomes.ts";
import { uniqueNames } from "./unique-names.ts";

/** GitLab accepts 30 MB per file; the margin allows for different counting. */
const LARGEST_FILE = 29_000_000;
/** GitLab's limit for names. */
const LONGEST_NAME = 250;
const LONGEST_MESSAGE = 300;

/**
 * Renders a judged campaign as JUnit XML: a test suite per subject, a test case per case. Missing a threshold is a `failure`, a missing
 * result an `error`, and a trial that was not run `skipped`.
 */
export function renderJunit(report: CampaignReport): string {
  const outcomes = caseOutcomes(report);
  const names = uniqueNames(
    outcomes.map(({ case_id, model_id }) => `${case_id} [${model_id}]`),
    LONGEST_NAME,
  );
  const named = outcomes.map((outcome, index) => ({ ...outcome, name: names[index]! }));
  const write = (detailed: boolean) => testSuites(report, named, detailed);
  const whole = write(true);
  return Buffer.byteLength(whole) <= LARGEST_FILE ? whole : write(false);
}

type NamedOutcome = CaseOutcome & { name: string };

function testSuites(report: CampaignReport, outcomes: NamedOutcome[], detailed: boolean): string {
  const title = `${report.suite_id} × ${report.run_profile_id}, judged by ${report.evaluation_profile_id}`;
  const suites = report.models.map(({ model_id, label }) => {
    const own = outcomes.filter((outcome) => outcome.model_id === model_id);
    const skipped = { skipped: own.filter(({ outcome }) => outcome === "not_run").length };
    return element(
      "testsuite",
      { name: label, ...counts(own), ...skipped },
      own.map((outcome) => testCase(`${report.suite_id}.${model_id}`, outcome, detailed)),
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", { name: title, ...counts(outcomes) }, suites)}\n`;
}

function counts(outcomes: NamedOutcome[]): Record<string, string | number> {
  return {
    tests: outcomes.length,
    failures: outcomes.filter(({ outcome }) => outcome === "failed").length,
    errors: outcomes.filter(({ outcome }) => outcome === "error").length,
    time: formatFixed(
      outcomes.reduce((sum, { seconds }) => sum + seconds, 0),
      3,
    ),
  };
}

const TAGS = { failed: "failure", error: "error", not_run: "skipped" } as const;

function testCase(classname: string, outcome: NamedOutcome, detailed: boolean): string {
  const attributes = { name: outcome.name, classname, time: formatFixed(outcome.seconds, 3) };
  if (outcome.outcome === "passed") return element("testcase", attributes, []);
  const message = shortLine(outcome.message!, LONGEST_MESSAGE);
  const details = detailed ? escapeMarkup(outcome.details.join("\n")) : "";
  return element("testcase", attributes, [element(TAGS[outcome.outcome], { message }, [details])]);
}

function element(tag: string, attributes: Record<string, string | number>, children: string[]): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${attribute(String(value))}"`);
  const inside = children.filter((child) => child !== "");
  if (inside.length === 0) return `<${tag}${written.join("")}/>`;
  const body = inside.every((child) => child.startsWith("<")) ? `\n${inside.join("\n")}\n` : inside.join("");
  return `<${tag}${written.join("")}>${body}</${tag}>`;
}

function attribute(text: string): string {
  return escapeMarkup(visibleLine(text));
}
