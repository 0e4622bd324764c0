import type { LoadedCase, LoadedVariant } from "../../config/index.ts";
import type { OutputArtifact, RunArtifact } from "../../records/index.ts";
import type { RunnerDescriptor } from "../contract/descriptor.ts";
import { needsSandbox, reachesFiles } from "../own-tools/needs.ts";
import { planTools } from "../own-tools/plan-tools.ts";
import { applyVariant } from "../request/apply-variant.ts";
import { injectAttachments } from "../request/inject-attachments.ts";
import { planWorkspace } from "../request/planned-workspace.ts";
import { requestOptions } from "../request/request-options.ts";
import { composeUser } from "../request/simulated-user.ts";
import type { TrialRequest } from "../request/trial-request.ts";
import { runLlmProbe } from "./run-llm-probe.ts";
import { requestsWithUser, userIdentity } from "./user-in-plan.ts";

/** A model behind a gateway, with the tools that the case lists. */
export const llmProbe: RunnerDescriptor = {
  run: runLlmProbe,
  async compose({ model, resolvedModel, variant, loadedCase, settings, user }, attachments, catalogue) {
    const injected = await injectAttachments(loadedCase.messages, loadedCase.attachments, attachments);
    if (!injected.ok) return injected;
    const planned = await planTools(loadedCase.tools, catalogue);
    if (!planned.ok) return { ...planned, sharedByCases: true };
    const reaches = reachesFiles({ tools: planned.tools, ownTools: planned.ownTools });
    const given = reaches ? await planWorkspace(loadedCase) : NOTHING_GIVEN;
    if (!given.ok) return given;
    return {
      ok: true,
      request: {
        model: resolvedModel,
        ...given.planned,
        ...applyVariant(injected, variant),
        turns: [],
        ...(user ? { user: await composeUser(user) } : {}),
        ...mediaOf(loadedCase, variant),
        tools: planned.tools,
        ...(planned.ownTools ? { ownTools: planned.ownTools } : {}),
        options: requestOptions(model, settings),
      },
    };
  },
  identity({ request, settings, runProfile }) {
    const user = request.user ? { user: userIdentity(request.user) } : {};
    if (request.tools.length === 0) return { context: {}, ...user };
    const own = request.ownTools?.map(({ definition, behaviour }) => [definition.function.name, behaviour]);
    return {
      context: {},
      max_turns: settings.max_turns,
      // A list of hosts is for agents; with a shell it is refused before anything runs.
      sandbox_network: runProfile.network_access === "allow" ? "allow" : "deny",
      ...(own ? { tool_behaviours: Object.fromEntries(own) } : {}),
      ...user,
    };
  },
  profileIdentity: () => undefined,
  image: () => undefined,
  runsInSandbox: needsSandbox,
  canLeaveFiles: needsSandbox,
  /**
   * Without tools one request, not counting the second of a model that calls one nevertheless; with them at most `max_turns` and
   * the last one that forces an answer.
   */
  requests({ tools, user, messages }, { max_turns }) {
    const most = tools.length > 0 ? max_turns + 1 : 1;
    return user ? requestsWithUser(most, user, messages) : { least: 1, most };
  },
  answersInFiles: false,
  keepsAnswers: true,
  evidenceFiles: (artifact) =>
    artifact.artifacts.filter((file) => isEvidence(file, artifact)).map((file) => ({ file, ours: false })),
};

/** A subject that cannot reach its workspace gets the same request, whatever the workspace contains. */
const NOTHING_GIVEN = { ok: true as const, planned: {} };

/** Types of files that runners write for debugging, or that the subject found in its workspace and left unchanged. */
const PLUMBING: ReadonlySet<string> = new Set(["log", "transcript", "config", "given_file", "setup_file"]);

/** For a given file that was changed, the diff is shown instead. */
function isEvidence({ artifact_type, path }: OutputArtifact, { workspace }: RunArtifact): boolean {
  return !PLUMBING.has(artifact_type) && !workspace?.changed.some((changed) => path === `workspace/${changed}`);
}

function mediaOf({ media: ofCase = [] }: LoadedCase, variant: LoadedVariant | undefined): Pick<TrialRequest, "media"> {
  const media = [...ofCase, ...(variant?.media ?? [])];
  return media.length > 0 ? { media } : {};
}
