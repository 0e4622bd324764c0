import type { DeclarativeCheck } from "../../config/index.ts";
import type { Finding } from "../../records/index.ts";
import type { CheckSubject, CheckSurroundings } from "../inspection/check-subject.ts";
import { costAtMost } from "./cost-at-most.ts";
import { fileContains } from "./file-contains.ts";
import { fileExists } from "./file-exists.ts";
import { finalResponsePresent } from "./final-response-present.ts";
import { latencyAtMost } from "./latency-at-most.ts";
import { openclawWorkspaceFilePresent } from "./openclaw-workspace-file-present.ts";
import { outputArtifactPresent } from "./output-artifact-present.ts";
import { pathExists } from "./path-exists.ts";
import { responseContains } from "./response-contains.ts";
import { responseEquals } from "./response-equals.ts";
import { responseJson } from "./response-json.ts";
import { responseLength } from "./response-length.ts";
import { responseMatches } from "./response-matches.ts";
import { statusIs } from "./status-is.ts";
import { tokensAtMost } from "./tokens-at-most.ts";
import { toolCallCount } from "./tool-call-count.ts";
import { toolCalled } from "./tool-called.ts";
import { turnsAtMost } from "./turns-at-most.ts";

export async function checkDeclaratively(
  check: DeclarativeCheck,
  subject: CheckSubject,
  surroundings: CheckSurroundings,
): Promise<Finding> {
  switch (check.kind) {
    case "final_response_present":
      return finalResponsePresent(subject.artifact);
    case "tool_call_count":
      return toolCallCount(check.count, subject.artifact);
    case "file_exists":
      return fileExists(check.path, subject, check.changed);
    case "file_contains":
      return fileContains(check.path, check.text, subject);
    case "path_exists":
      return pathExists(check.path, subject);
    case "status_is":
      return statusIs(check.status, subject.artifact);
    case "output_artifact_present":
      return outputArtifactPresent(check.artifact_type, subject.artifact);
    case "openclaw_workspace_file_present":
      return openclawWorkspaceFilePresent(check, subject);
    case "response_contains":
      return responseContains(check, subject.artifact);
    case "response_matches":
      return responseMatches(check, subject.artifact);
    case "response_equals":
      return responseEquals(check, subject.artifact);
    case "response_json":
      return responseJson(check, subject);
    case "response_length":
      return responseLength(check, subject.artifact);
    case "tool_called":
      return toolCalled(check, subject);
    case "latency_at_most":
      return latencyAtMost(check.seconds, subject.artifact);
    case "cost_at_most":
      return costAtMost(check.usd, subject.artifact);
    case "tokens_at_most":
      return tokensAtMost(check, subject.artifact);
    case "turns_at_most":
      return turnsAtMost(check.turns, subject.artifact);
    case "command": {
      const { runCommandCheck } = await import("../commands/run-command.ts");
      return runCommandCheck(check, subject, surroundings);
    }
  }
}
