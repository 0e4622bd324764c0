import { AgentShelf } from "../agents/agent-shelf.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { RunProfile, Suite } from "../schema/index.ts";
import { complainAbout, type SourceFile } from "../source/source-file.ts";
import { type AssignableCase, matchAssignments } from "../suite/match-assignments.ts";
import type { SelectedCase } from "./campaign-config.ts";

interface Assignment {
  root: string;
  suite: Suite;
  suiteSource: SourceFile;
  runProfile: RunProfile;
  profileSource: SourceFile;
  /** What the suite selects, broken cases included. */
  candidates: readonly AssignableCase[];
  cases: readonly SelectedCase[];
}

/** Gives every OpenClaw case its agent: that of the one assignment which matches it, else the run profile's. */
export function assignAgents(given: Assignment): { cases: SelectedCase[]; diagnostics: Diagnostic[] } {
  const { root, suite, suiteSource, runProfile, profileSource } = given;
  const shelf = new AgentShelf(root);
  const { assigned, complaints } = matchAssignments(suite, given.candidates);
  const cases: SelectedCase[] = [];
  for (const selected of given.cases) {
    const { case_id, runner } = selected.loaded.case;
    const index = assigned.get(case_id);
    const agent =
      runner.type !== "openclaw"
        ? undefined
        : index !== undefined
          ? shelf.take(suite.openclaw!.agent_assignments[index]!.agent_id, suiteSource, [
              "openclaw",
              "agent_assignments",
              index,
              "agent_id",
            ])
          : runProfile.openclaw && shelf.take(runProfile.openclaw.agent_id, profileSource, ["openclaw", "agent_id"]);
    cases.push(agent ? { ...selected, agent } : selected);
  }
  const diagnostics = complaints.map((complaint) => complainAbout(suiteSource, complaint));
  return { cases, diagnostics: [...diagnostics, ...shelf.diagnostics] };
}
