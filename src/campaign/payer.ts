import { RUNNERS } from "../runners/index.ts";
import type { PlannedTrial } from "./planned-trial.ts";
import type { Payer } from "./spending/payer.ts";

/** The payer of a trial: its model, and the model that plays its user. */
export function payerOf({ question, isFree }: PlannedTrial): Payer {
  const { gateway, userGateway, trial } = question;
  const { request, settings, loadedCase } = trial;
  const asksPerRequest = RUNNERS[loadedCase.case.runner.type].requests(request, settings).most === null;
  const media = (request.media ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
  const length = JSON.stringify([request.messages, request.turns]).length + media;
  const paying = { size: 1, length, isFree, asksPerRequest };
  const alone = `${gateway.endpoint} ${trial.resolved_model}`;
  if (!userGateway) return { name: alone, endpoint: gateway.endpoint, ...paying };
  const endpoints = [...new Set([gateway.endpoint, userGateway.endpoint])];
  const name = `${alone} with ${userGateway.endpoint} ${trial.request.user?.model}`;
  return { name, endpoint: endpoints.join(" or "), ...paying };
}
