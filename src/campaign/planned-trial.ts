import type { Gateway } from "../gateway/index.ts";
import type { Trial } from "../runners/index.ts";
import type { TrialPlace } from "../store/index.ts";
import type { TrialDecision } from "./decide-trial.ts";
import type { SharedFingerprint, TrialFingerprint } from "./identity.ts";

/** What all repetitions of one model on one case have in common. */
export interface PlannedQuestion {
  trial: Omit<Trial, "run_id" | "repetition">;
  place: Omit<TrialPlace, "repetition">;
  gateway: Gateway;
  /** Of the model that plays the user, where there is one. */
  userGateway?: Gateway;
  fingerprint: SharedFingerprint;
}

/**
 * One trial of a plan and what is to be done about it. A plan may have a hundred thousand of them for the whole of a campaign, so each one
 * holds only what is its own; the rest is put together when somebody looks.
 */
export class PlannedTrial {
  constructor(
    readonly question: PlannedQuestion,
    readonly repetition: number,
    readonly runId: string,
    readonly decision: TrialDecision,
  ) {}

  get trial(): Trial {
    return { run_id: this.runId, repetition: this.repetition, ...this.question.trial };
  }

  get place(): TrialPlace {
    return { ...this.question.place, repetition: this.repetition };
  }

  get gateway(): Gateway {
    return this.question.gateway;
  }

  /** Whether nobody is paid for it: programs answer, and a program plays the user if anybody does. */
  get isFree(): boolean {
    return this.question.gateway.offline && (this.question.userGateway?.offline ?? true);
  }

  get fingerprint(): TrialFingerprint {
    return { ...this.question.fingerprint, repetition: this.repetition };
  }
}
