import { AGENT_RUNNERS } from "../agents/agent-image.ts";
import { missingAgent } from "../agents/agent-shelf.ts";
import type { CaseFile } from "../case/load-case.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/did-you-mean.ts";
import { unpinnedImage } from "../profiles/run-profile-rules.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";
import type { Suite } from "../schema/campaign/suite.ts";
import { type Complaint, complainAbout } from "../source/source-file.ts";
import { loadVariants } from "../suite/load-variants.ts";
import { ASSIGNING_RUNNERS, assignable, matchAssignments } from "../suite/match-assignments.ts";
import { selectCases } from "../suite/select-cases.ts";
import { checkSuite } from "../suite/suite-rules.ts";
import { checkVariantEffects } from "../suite/variant-effects.ts";
import { loadWorkspace, type NamedFile, type Workspace } from "./load-workspace.ts";
import { type LoadedWorkspaceFile, loadWorkspaceFile } from "./load-workspace-file.ts";
import { refusedAgents } from "./refused-agents.ts";

/** File or agent folder of a workspace, with all its problems. */
export interface CheckedFile {
  kind: "case" | "suite" | "run profile" | "evaluation profile" | "agent" | "tool" | "workspace file";
  path: string;
  /** Number of cases made by its dataset. */
  rows?: number;
  diagnostics: Diagnostic[];
}

export interface CheckedWorkspace {
  workspace: Workspace;
  files: CheckedFile[];
  /** Problems with the placement of files. */
  diagnostics: Diagnostic[];
}

/** Checks each file of a workspace, alone and in relation to the others. */
export async function validateWorkspace(root: string): Promise<CheckedWorkspace> {
  const workspace = await loadWorkspace(root);
  const { cases, suites, runProfiles, evaluationProfiles, agents, tools, diagnostics } = workspace;
  const workspaceFile = loadWorkspaceFile(root);
  const modelIds = new Set(suites.flatMap(({ value }) => value?.models.map(({ model_id }) => model_id) ?? []));
  return {
    workspace,
    diagnostics,
    files: [
      ...checkedCases(cases),
      ...suites.map(
        (file): CheckedFile => ({
          kind: "suite",
          path: file.path,
          diagnostics: [...file.diagnostics, ...problemsOfSuite(file, workspace)],
        }),
      ),
      ...runProfiles.map(
        (file): CheckedFile => ({
          kind: "run profile",
          path: file.path,
          diagnostics: [...file.diagnostics, ...problemsOfRunProfile(file, workspace, modelIds)],
        }),
      ),
      ...evaluationProfiles.map(
        ({ path, loaded }): CheckedFile => ({ kind: "evaluation profile", path, diagnostics: loaded.diagnostics }),
      ),
      ...agents.map(({ path, loaded }): CheckedFile => ({ kind: "agent", path, diagnostics: loaded.diagnostics })),
      ...tools.map(({ path, diagnostics }): CheckedFile => ({ kind: "tool", path, diagnostics })),
      ...(workspaceFile === null ? [] : [checkedWorkspaceFile(workspaceFile)]),
    ],
  };
}

function checkedWorkspaceFile({ path, diagnostics }: LoadedWorkspaceFile): CheckedFile {
  return { kind: "workspace file", path, diagnostics };
}

/** Groups cases by test.yaml, so that problems shared by a dataset's rows are reported once. */
export function checkedCases(cases: readonly CaseFile[]): CheckedFile[] {
  const files = new Map<string, { rows: number; diagnostics: Set<Diagnostic> }>();
  for (const { path, caseId, datasetCaseId, diagnostics } of cases) {
    const file = files.get(path) ?? { rows: 0, diagnostics: new Set() };
    files.set(path, file);
    if (datasetCaseId !== undefined && datasetCaseId !== caseId) file.rows += 1;
    for (const diagnostic of diagnostics) file.diagnostics.add(diagnostic);
  }
  return [...files].map(([path, { rows, diagnostics }]) => ({
    kind: "case",
    path,
    ...(rows > 0 ? { rows } : {}),
    diagnostics: [...diagnostics],
  }));
}

function problemsOfSuite({ source, value: suite }: NamedFile<Suite>, workspace: Workspace): Diagnostic[] {
  if (source === undefined || suite === undefined) return [];
  const { selected, complaints } = selectCases(suite, workspace.cases);
  complaints.push(...checkSuite(suite));
  if (suite.models.length === 0)
    complaints.push({ severity: "warning", path: [], message: "has no `models`, so it cannot be run" });
  if (selected.length === 0)
    complaints.push({ severity: "warning", path: ["case_selection"], at: "key", message: "selects no case at all" });
  complaints.push(
    ...matchAssignments(
      suite,
      selected.map(({ file }) => assignable(file)),
    ).complaints,
  );
  const { variants, diagnostics: ofVariants } = loadVariants(suite, source, workspace.root);
  complaints.push(
    ...checkVariantEffects(
      variants,
      selected.flatMap(({ file }) => file.loaded ?? []),
    ),
  );
  const missing = ASSIGNING_RUNNERS.flatMap((runner) =>
    (suite[runner]?.agent_assignments ?? []).map(({ agent_id }, index) =>
      missingAgent(workspace.root, agent_id, source, [runner, "agent_assignments", index, "agent_id"]),
    ),
  );
  missing.push(
    ...suite.models.map(({ agent_id }, index) =>
      agent_id === undefined
        ? undefined
        : missingAgent(workspace.root, agent_id, source, ["models", index, "agent_id"]),
    ),
  );
  return [
    ...ofVariants,
    ...complaints.map((complaint) => complainAbout(source, complaint)),
    ...missing.filter((diagnostic) => diagnostic !== undefined),
  ];
}

function problemsOfRunProfile(
  { source, value: profile }: NamedFile<RunProfile>,
  workspace: Workspace,
  modelIds: ReadonlySet<string>,
): Diagnostic[] {
  if (source === undefined || profile === undefined) return [];
  const complaints = Object.keys(profile.model_overrides).flatMap((key): Complaint[] => {
    if (modelIds.has(key)) return [];
    const suggestion = didYouMean(key, modelIds);
    return [
      {
        severity: "warning",
        path: ["model_overrides", key],
        at: "key",
        message: "no suite has a model with this id, so these settings do nothing",
        ...(suggestion ? { suggestion } : {}),
      },
    ];
  });
  const missing = AGENT_RUNNERS.flatMap((runner) => {
    const agentId = profile[runner]?.agent_id;
    return (agentId !== undefined && missingAgent(workspace.root, agentId, source, [runner, "agent_id"])) || [];
  });
  complaints.push(...unpinnedImage(profile), ...refusedAgents(profile, workspace));
  return [...complaints.map((complaint) => complainAbout(source, complaint)), ...missing];
}
