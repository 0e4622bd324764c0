import type { LoadedCase, LoadedVariant } from "../../config/index.ts";
import type { RunnerDescriptor } from "../contract/descriptor.ts";
import { needsSandbox, planTools } from "../own-tools/index.ts";
import {
  askUnderVariant,
  composeUser,
  injectAttachments,
  requestOptions,
  type TrialRequest,
} from "../request/index.ts";
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
    return {
      ok: true,
      request: {
        model: resolvedModel,
        ...askUnderVariant(injected, variant),
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
  /** Without tools one request, not counting the second of a model that calls one nevertheless; with them at most `max_turns` and the last one that forces an answer. */
  requests({ tools, user, messages }, { max_turns }) {
    const most = tools.length > 0 ? max_turns + 1 : 1;
    return user ? requestsWithUser(most, user, messages) : { least: 1, most };
  },
  answersInFiles: false,
  evidenceFiles: ({ artifacts }) =>
    artifacts.filter(({ artifact_type }) => !PLUMBING.has(artifact_type)).map((file) => ({ file, ours: false })),
};

/** Types of files that runners write for debugging. */
const PLUMBING: ReadonlySet<string> = new Set(["log", "transcript", "config"]);

function mediaOf({ media: ofCase = [] }: LoadedCase, variant: LoadedVariant | undefined): Pick<TrialRequest, "media"> {
  const media = [...ofCase, ...(variant?.media ?? [])];
  return media.length > 0 ? { media } : {};
}
