import { openPanel, type Panel, type PanelOptions } from "../../judging/index.ts";
import type { Controls } from "../controls.ts";
import { announceWaitOnce } from "../open/announce-wait-once.ts";

/** Opens a panel for a command: it stops with the command and reports to its listener. */
export function openAskingPanel(
  options: Pick<PanelOptions, "judges" | "store" | "redact" | "maxConcurrency" | "ledger" | "force">,
  { signal, noNewWork, onEvent }: Controls,
): Panel {
  return openPanel({
    ...options,
    ask: true,
    noNewWork,
    signal,
    onWarning: (message) => onEvent?.({ type: "warning", message }),
    onWait: announceWaitOnce(onEvent),
  });
}
