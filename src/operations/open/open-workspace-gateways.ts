import { environmentSecrets } from "../../campaign/index.ts";
import { type Gateways, loadDotEnv, openGateways } from "../../gateway/index.ts";
import { createRedactor, type Redactor, type RedactorOptions } from "../../text/index.ts";
import { type FunctionModel, judgeFunctions, withFunctions } from "./functions/function-gateways.ts";

/** The endpoints of a workspace, and the environment with its .env beneath that their keys come from. */
export interface WorkspaceGateways {
  gateways: Gateways;
  env: Record<string, string | undefined>;
  /** Takes the keys of all endpoints, and what else in the environment looks like a secret, out of a text. */
  redactor(options?: RedactorOptions): Redactor;
}

/** Functions of the calling program that stand in for models. */
export interface FunctionsInPlace {
  subjects?: Record<string, FunctionModel>;
  judges?: Record<string, FunctionModel>;
}

/** The one place where an operation comes by its gateways. Whoever opens them closes them. */
export async function openWorkspaceGateways(
  root: string,
  env: Record<string, string | undefined>,
  { subjects = {}, judges = {} }: FunctionsInPlace = {},
): Promise<WorkspaceGateways> {
  const complete = await loadDotEnv(root, env);
  const gateways = withFunctions(openGateways({ env: complete }), { ...subjects, ...judgeFunctions(judges) });
  return {
    gateways,
    env: complete,
    redactor: (options) => createRedactor([...gateways.secrets(), ...environmentSecrets(complete)], options),
  };
}
