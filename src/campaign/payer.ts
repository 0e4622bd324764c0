import type { Payer } from "../spending/index.ts";
import type { PlannedTrial } from "./planned-trial.ts";

/** Whose prices a trial has: those of its model, and of the model that plays its user. */
export function payerOf({ question, isFree }: PlannedTrial): Payer {
  const { gateway, userGateway, trial } = question;
  const alone = `${gateway.endpoint} ${trial.resolved_model}`;
  if (!userGateway) return { name: alone, endpoint: gateway.endpoint, size: 1, isFree };
  const endpoints = [...new Set([gateway.endpoint, userGateway.endpoint])];
  const name = `${alone} with ${userGateway.endpoint} ${trial.request.user?.model}`;
  return { name, endpoint: endpoints.join(" or "), size: 1, isFree };
}
