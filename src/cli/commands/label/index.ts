import type { Command } from "commander";
import type { RegisterCommand } from "../../options/command.ts";
import { outputOption } from "../../options/output-format.ts";
import { labelPlanOption, nameOption, questionOption, seedOption } from "../../options/repeated-options.ts";
import { addExchange } from "./exchange.ts";
import { addPacketOptions, annotatorOption, collectOptionValues, purposeOption, wholeNumber } from "./label-flags.ts";

/** `assay label …`: collects what people say about the same packets that judges saw. */
export const registerLabel: RegisterCommand = (group, terminal, finish) => {
  addGive(group).action(async (_options, command: Command) => {
    const { labelInTerminal } = await import("./session.ts");
    finish(await labelInTerminal(command.opts(), terminal));
  });
  addPlan(group).action(async (_options, command: Command) => {
    const { planInTerminal } = await import("./plan.ts");
    finish(await planInTerminal(command.opts(), terminal));
  });
  addAdjudicate(group).action(async (_options, command: Command) => {
    const { adjudicateInTerminal } = await import("./session.ts");
    finish(await adjudicateInTerminal(command.opts(), terminal));
  });
  addExchange(group, terminal, finish);
};

/** Runs for plain `assay label` too. A command of its own keeps its options apart from those of the other commands. */
function addGive(group: Command): Command {
  return addPacketOptions(group.command("give", { isDefault: true }))
    .description("label one packet after another; `assay label` alone does the same")
    .addOption(annotatorOption())
    .addOption(questionOption().argParser(collectOptionValues))
    .addOption(labelPlanOption())
    .option("--no-plan", "label anything, chosen by hand; such labels never correct scores")
    .addOption(purposeOption())
    .addHelpText(
      "after",
      `
Without --plan, the only plan is used; --question may be repeated.
Each packet is shown as the judge saw it: no verdict, no subject, no other labels. Type an answer and Enter:
a score, p or f, a band, or a, b, t for a preference. Before it, q <words> quotes and n <words> notes; s skips, z undoes, x ends.
Every answer is saved before the next packet is shown: labels/<annotator>.jsonl.

Exit codes: 0 everything is labelled or you ended it, 2 a mistake in the command, 130 interrupted; every answer is kept.

Examples:
  $ assay label plan --suite my_suite --budget 60
  $ assay label --annotator ann
  $ assay label --annotator ben --suite my_suite --question score:task --no-plan
  $ assay label status`,
    );
}

function addPlan(group: Command): Command {
  return addPacketOptions(group.command("plan"))
    .description("draw packets to be labelled, with known probabilities")
    .requiredOption("--budget <labels>", "how many labels each annotator is to give", wholeNumber)
    .addOption(questionOption())
    .addOption(purposeOption())
    .addOption(nameOption())
    .addOption(seedOption().argParser(wholeNumber))
    .option("--each", "draw packets individually, not all subjects of a case together")
    .addOption(outputOption("label_plan"))
    .addHelpText(
      "after",
      `
Packets are grouped by the judges' score, by how far apart a judge's repetitions are and by how far apart the judges are; the same share
is drawn from each group. The probabilities are kept in labels/plans/<name>.json, because the correction needs them.

Examples:
  $ assay label plan --budget 60
  $ assay label plan --suite my_suite --evaluation-profile strict --question score:overall --budget 40
  $ assay label plan --budget 90        # enlarges the plan: what was drawn stays drawn`,
    );
}

function addAdjudicate(group: Command): Command {
  return addPacketOptions(group.command("adjudicate"))
    .description("settle what annotators disagree about")
    .addOption(annotatorOption())
    .addHelpText(
      "after",
      `
Shows the packet and what was said about it, without names. Your answer takes precedence over the annotators' labels, which are kept.

Example:
  $ assay label adjudicate --annotator chief`,
    );
}
