import { openPanel, type Panel, type PanelOptions } from "../../judging/index.ts";
import type { Controls } from "../controls.ts";
import { announceWaitOnce } from "../open/announce-wait-once.ts";

/** The panel of a command that asks its judges: it stops when the command does, and tells the command's listener what the user must know. */
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
