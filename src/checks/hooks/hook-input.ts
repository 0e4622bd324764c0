import { type DeterministicCheck, hintsOf } from "../../config/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import type { HookStage } from "./hook-stage.ts";

/** The single argument of every hook. Stored runs are redacted, so it contains no secrets. */
export function hookInput(
  { check_id, python_hook, module_hook }: DeterministicCheck,
  { loadedCase, artifact }: CheckSubject,
  { paths }: HookStage,
): Record<string, unknown> {
  const { case_id, title, tags, metadata = {}, input } = loadedCase.case;
  const { messages, turns, attachments } = loadedCase;
  const { runner, status, final_output, final_output_forced, failure, trace, artifacts, usage, timing } = artifact;
  return {
    check: { check_id, arguments: (python_hook ?? module_hook)?.arguments ?? {} },
    case: {
      case_id,
      title,
      tags,
      metadata,
      hints: hintsOf(input.context.openclaw),
      input: {
        messages,
        turns,
        attachments: attachments.map(({ filename, sha256, bytes }) => ({ filename, sha256, bytes })),
      },
      directory: paths.case,
    },
    run: {
      runner,
      status,
      final_output,
      final_output_forced,
      failure,
      trace,
      artifacts,
      usage,
      timing,
      repetition: artifact.identity.repetition,
      workspace: paths.workspace,
      tmp: paths.tmp,
    },
  };
}
