export { type CampaignIds, commandsFor } from "./commands.ts";
export type { ShownEvidence, ShownToolCall, ShownTrial, ShownVerdict } from "./shown-trial.ts";
export type { ListedTrialRow, TrialListing } from "./trial-listing.ts";
