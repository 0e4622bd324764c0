import { damageSentences } from "../../campaign/index.ts";
import type { JudgedCampaign } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import type { Controls } from "../controls.ts";

/** Collects a command's warnings, and adds damage found in the store to its report. */
export function collectDamageWarnings(store: Store, onEvent: Controls["onEvent"]) {
  const said = new Set<string>();
  const warn = (message: string): void => {
    if (said.has(message)) return;
    said.add(message);
    onEvent?.({ type: "warning", message });
  };
  return {
    warn,
    /** Report damage first, as it affects all numbers. */
    addTo(judged: JudgedCampaign): JudgedCampaign {
      damageSentences(store).forEach(warn);
      return { ...judged, warnings: [...said, ...judged.warnings] };
    },
  };
}
