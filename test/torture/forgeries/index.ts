import { campaignForgeries } from "./campaigns.ts";
import { evaluationForgeries } from "./evaluation-fields.ts";
import type { ForgeryTheme } from "./forgery.ts";
import { indexForgeries } from "./indexes.ts";
import { callForgeries } from "./judge-calls.ts";
import { knownForgeries } from "./known.ts";
import { momentForgeries } from "./moments.ts";
import { packetForgeries } from "./packets.ts";
import { panelForgeries } from "./panels.ts";
import { runForgeries } from "./run-fields.ts";
import { trialForgeries } from "./trials.ts";

/** Everything that is tried, by theme. */
export const FORGERIES: ForgeryTheme[] = [
  knownForgeries,
  evaluationForgeries,
  runForgeries,
  callForgeries,
  panelForgeries,
  packetForgeries,
  trialForgeries,
  campaignForgeries,
  momentForgeries,
  indexForgeries,
];
