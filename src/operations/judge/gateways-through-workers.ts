import { OptionError } from "../../errors/index.ts";
import type { Controls } from "../controls.ts";
import type { FunctionModel } from "../open/functions/function-gateways.ts";
import type { WorkspaceGateways } from "../open/open-workspace-gateways.ts";
import type { WorkersOptions } from "../workers/remote-execution.ts";

/** Worker options of commands that only ask judges. */
export interface ThroughWorkers {
  workers?: WorkersOptions;
  judges?: Record<string, FunctionModel>;
  force?: boolean;
  keepLookalikes?: boolean;
}

/** Returns the gateways, or with workers, ones that send requests through them. Closing them closes the connection to the workers. */
export async function openGatewaysThroughWorkers(
  opened: WorkspaceGateways,
  { workers, judges, force, keepLookalikes }: ThroughWorkers,
  controls: Controls,
): Promise<WorkspaceGateways> {
  if (!workers) return opened;
  if (judges)
    throw new OptionError(
      "functions of the calling program cannot be executed by workers: give one or the other",
      "workers",
    );
  const { gateways: own, env } = opened;
  const { openWorkersBoard } = await import("../workers/workers-board.ts");
  // Judging has a progress row per judge and none for workers; a lack of workers is still reported.
  const { onEvent } = controls;
  const listening: Controls = { ...controls, onEvent: (event) => event.type === "workers" || onEvent?.(event) };
  const { gateways, close } = await openWorkersBoard(
    { ...workers, gateways: own, env, force, keepLookalikes },
    listening,
  );
  return {
    ...opened,
    gateways: {
      ...gateways,
      async close() {
        await own.close();
        await close();
      },
    },
  };
}
