import { environmentSecrets } from "../../campaign/index.ts";
import { type Gateways, loadDotEnv, openGateways } from "../../gateway/index.ts";
import { createRedactor, type Redactor, type RedactorOptions } from "../../text/index.ts";
import { addFunctions, type FunctionModel, judgeFunctions } from "./functions/function-gateways.ts";

/** A workspace's endpoints, and the environment with their keys. */
export interface WorkspaceGateways {
  gateways: Gateways;
  env: Record<string, string | undefined>;
  /** Removes endpoints' keys, and what else looks like a secret in the environment, from texts. */
  redactor(options?: RedactorOptions): Redactor;
}

/** Functions of the calling program that replace models. */
export interface FunctionsInPlace {
  subjects?: Record<string, FunctionModel>;
  judges?: Record<string, FunctionModel>;
}

/** Opens the gateways of an operation; the caller closes them. */
export async function openWorkspaceGateways(
  root: string,
  env: Record<string, string | undefined>,
  { subjects = {}, judges = {} }: FunctionsInPlace = {},
): Promise<WorkspaceGateways> {
  const complete = await loadDotEnv(root, env);
  const gateways = addFunctions(openGateways({ env: complete }), { ...subjects, ...judgeFunctions(judges) });
  return {
    gateways,
    env: complete,
    redactor: (options) => createRedactor([...gateways.secrets(), ...environmentSecrets(complete)], options),
  };
}
