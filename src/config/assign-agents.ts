import { join } from "node:path";
import type { Diagnostic } from "./diagnostic.ts";
import { didYouMean } from "./did-you-mean.ts";
import { loadAgent } from "./load-agent.ts";
import type { LoadedAgent, SelectedCase } from "./loaded.ts";
import type { RunProfile, Suite } from "./schema/index.ts";
import { complaintsAboutSelection } from "./select-cases.ts";
import { decide } from "./selection.ts";
import { complainAbout, type SourceFile } from "./source/source-file.ts";
import { entriesOf } from "./workspace/list-files.ts";
import { FOLDERS, isDirectory } from "./workspace/root.ts";

interface Assignment {
  root: string;
  suite: Suite;
  suiteSource: SourceFile;
  runProfile: RunProfile;
  profileSource: SourceFile;
  cases: readonly SelectedCase[];
}

/** Gives every OpenClaw case its agent: that of the one assignment which matches it, else the run profile's. */
export async function assignAgents(given: Assignment): Promise<{ cases: SelectedCase[]; diagnostics: Diagnostic[] }> {
  const { root, suite, suiteSource, runProfile, profileSource } = given;
  const agents = new AgentShelf(root);
  const diagnostics: Diagnostic[] = [];
  const assignments = suite.openclaw?.agent_assignments ?? [];
  const candidates = given.cases.map((selected) => ({
    caseId: selected.loaded.case.case_id,
    tags: selected.loaded.case.tags,
  }));
  for (const [index, { case_selection }] of assignments.entries()) {
    const at = ["openclaw", "agent_assignments", index, "case_selection"];
    for (const complaint of complaintsAboutSelection(case_selection, at, candidates))
      diagnostics.push(complainAbout(suiteSource, complaint));
  }
  const cases: SelectedCase[] = [];
  for (const selected of given.cases) {
    const { case_id: caseId, tags, runner } = selected.loaded.case;
    if (runner.type !== "openclaw") {
      cases.push(selected);
      continue;
    }
    const matching = assignments
      .map((assignment, index) => ({ assignment, index }))
      .filter(({ assignment }) => decide(assignment.case_selection, { caseId, tags }).selected);
    if (matching.length > 1) {
      const names = matching.map(({ index }) => `agent_assignments[${index}]`).join(" and ");
      const path = ["openclaw", "agent_assignments", matching[1]!.index, "case_selection"];
      const message = `the case "${caseId}" matches ${names}; every case has one agent`;
      diagnostics.push(complainAbout(suiteSource, { path, message }));
      continue;
    }
    const [match] = matching;
    const agent = match
      ? await agents.take(match.assignment.agent_id, suiteSource, [
          "openclaw",
          "agent_assignments",
          match.index,
          "agent_id",
        ])
      : runProfile.openclaw &&
        (await agents.take(runProfile.openclaw.agent_id, profileSource, ["openclaw", "agent_id"]));
    cases.push(agent ? { ...selected, agent } : selected);
  }
  return { cases, diagnostics: [...diagnostics, ...agents.diagnostics] };
}

/** Reads each agent once and complains about each once. */
class AgentShelf {
  readonly diagnostics: Diagnostic[] = [];
  readonly #agents = new Map<string, LoadedAgent | undefined>();
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async take(agentId: string, source: SourceFile, path: (string | number)[]): Promise<LoadedAgent | undefined> {
    if (this.#agents.has(agentId)) return this.#agents.get(agentId);
    const agent = await this.#read(agentId, source, path);
    this.#agents.set(agentId, agent);
    return agent;
  }

  async #read(agentId: string, source: SourceFile, path: (string | number)[]): Promise<LoadedAgent | undefined> {
    const folder = join(this.#root, FOLDERS.agents);
    if (!(await isDirectory(join(folder, agentId)))) {
      const suggestion = didYouMean(agentId, await entriesOf(folder));
      const message = `no agent is called "${agentId}"; expected a folder ${FOLDERS.agents}/${agentId}/`;
      this.diagnostics.push(complainAbout(source, { path, message, ...(suggestion ? { suggestion } : {}) }));
      return undefined;
    }
    const loaded = await loadAgent(this.#root, agentId);
    this.diagnostics.push(...loaded.diagnostics);
    return loaded.ok ? loaded.value : undefined;
  }
}
