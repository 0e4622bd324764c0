export type { ImportedLabels } from "./imported-labels.ts";
export type { LabelListing } from "./label-listing.ts";
export type { LabelEntry, LabelStatus } from "./label-status.ts";
export type { PlannedLabels } from "./planned-labels.ts";
