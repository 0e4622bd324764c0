import { damageSentences } from "../../campaign/index.ts";
import type { JudgedCampaign } from "../../records/index.ts";
import type { Store } from "../../store/index.ts";
import type { Controls } from "../controls.ts";

/** Hears the warnings of a command while it works, and adds what was found damaged to what it reports. */
export function collectDamageWarnings(store: Store, onEvent: Controls["onEvent"]) {
  const said = new Set<string>();
  const warn = (message: string): void => {
    if (said.has(message)) return;
    said.add(message);
    onEvent?.({ type: "warning", message });
  };
  return {
    warn,
    /** What is damaged comes first: no number below it can be trusted more than that. */
    addTo(judged: JudgedCampaign): JudgedCampaign {
      damageSentences(store).forEach(warn);
      return { ...judged, warnings: [...said, ...judged.warnings] };
    },
  };
}
