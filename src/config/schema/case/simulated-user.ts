import { z } from "zod";
import { gatewayConfig, nonEmpty } from "../fields/common.ts";
import { refuseSettingsAsOptions, runnerSettingsFields } from "../fields/runner-settings.ts";

const { max_turns: _, ...requestSettings } = runnerSettingsFields;

const model = nonEmpty
  .optional()
  .describe("Model that plays the user, e.g. `offline/user`; a case's own takes precedence over the run profile's");

/** Longer conversations measure the two models' patience rather than the subject. */
const MOST_TURNS = 50;

/** User played by a model, with its instructions and stop conditions. */
export const simulatedUser = z
  .strictObject({
    persona: nonEmpty.describe("Who the user is, what they know, and how they talk"),
    goal: nonEmpty.describe("What the user wants from the subject"),
    stop_when: nonEmpty.optional().describe("When the user is done, in words; left out: when the goal is reached"),
    max_turns: z
      .number()
      .int()
      .min(1)
      .max(MOST_TURNS)
      .default(5)
      .describe("Most turns that the user may write; messages of the case are not counted"),
    model,
    ...requestSettings,
  })
  .superRefine(refuseSettingsAsOptions);

/** Defaults for simulated users. */
export const simulatedUserDefaults = z
  .strictObject({
    model,
    gateway: gatewayConfig.optional().describe("Endpoint of the user's model; default: `gateway`, then OpenRouter"),
    ...requestSettings,
  })
  .superRefine(refuseSettingsAsOptions);

export type SimulatedUser = z.infer<typeof simulatedUser>;
