import type { SimulatedUser } from "../../config/index.ts";
import { canonicalJson, readPrompt } from "../../text/index.ts";

/** The simulated user of a case, with everything merged and resolved. */
export interface UserSettings extends Pick<SimulatedUser, "persona" | "goal" | "stop_when" | "max_turns"> {
  model: string;
  /** The endpoint of its gateway. */
  endpoint: string;
  options: Readonly<Record<string, unknown>>;
  timeout_seconds: number;
  retries: number;
}

/** The simulated user, with its model's prompt. */
export interface UserRequest extends UserSettings {
  /** The system message: its instructions and role. */
  system: string;
}

/** Composes the prompt of the model that plays the user. The subject's messages follow later, as data. */
export async function composeUser(user: UserSettings): Promise<UserRequest> {
  const { persona, goal, stop_when = "The goal is reached." } = user;
  instructions ??= readPrompt("simulated_user");
  return { ...user, system: `${await instructions}\n\n${canonicalJson({ persona, goal, stop_when })}` };
}

/** Cached: a campaign may have ten thousand cases with a user. */
let instructions: Promise<string> | undefined;
