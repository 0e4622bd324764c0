export type { CaseListing, ListedCase } from "./cases-text.ts";
export type { DoctorGuarantee, DoctorReport } from "./doctor-text.ts";
export type { StoreCheck } from "./store-check-text.ts";
export type { StoredCampaigns } from "./store-text.ts";
export type { DescribedVariant, ListedSuite, SuiteDescription, SuiteListing } from "./suites-text.ts";
export type { Validation } from "./validation-text.ts";
