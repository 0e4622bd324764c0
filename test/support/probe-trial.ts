import type { ModelConfig, RunnerSettings, ToolName } from "../../src/config/index.ts";
import { openAttachments, openCatalogue, RUNNERS, type Trial } from "../../src/runners/index.ts";

export interface ProbeTrial {
  resolvedModel: string;
  message: string;
  tools?: ToolName[];
  model?: Partial<ModelConfig>;
  settings?: Partial<RunnerSettings>;
}

/** A trial of one message, with its request composed as a plan does it. */
export async function probeTrial(given: ProbeTrial): Promise<Trial> {
  const { resolvedModel, message, tools = [] } = given;
  const subject = {
    model: { model_id: "m", ...given.model },
    resolvedModel,
    loadedCase: {
      case: { case_id: "case", input: { context: { llm_probe: { tools } } } },
      path: "/nowhere/test.yaml",
      messages: [{ role: "user", content: message }],
      turns: [],
      attachments: [],
      tools,
    } as unknown as Trial["loadedCase"],
    settings: { timeout_seconds: 5, retries: 0, max_turns: 8, ...given.settings },
  };
  const composed = await RUNNERS.llm_probe.compose(
    subject,
    openAttachments(),
    openCatalogue({ isRecording: false, stored: () => null }),
  );
  if (!composed.ok) throw new Error(composed.problem);
  return {
    run_id: "run",
    suite_id: "suite",
    run_profile_id: "profile",
    repetition: 1,
    model: subject.model,
    resolved_model: resolvedModel,
    loadedCase: subject.loadedCase,
    request: composed.request,
    settings: subject.settings,
    runProfile: { network_access: "deny", sandbox_disk_mb: 1024 } as unknown as Trial["runProfile"],
  };
}
