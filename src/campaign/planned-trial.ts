import type { Gateway } from "../gateway/index.ts";
import type { RunArtifact, TrialKey } from "../records/index.ts";
import { identityOfRepetition, type RunnerIdentity, type Trial } from "../runners/index.ts";
import type { TrialDecision } from "./decide-trial.ts";
import { type SharedFingerprint, sharedFingerprint, type TrialFingerprint } from "./identity.ts";

/** The common part of all repetitions of one model on one case. */
export class PlannedQuestion {
  constructor(
    readonly trial: Omit<Trial, "run_id" | "repetition">,
    readonly place: Omit<TrialKey, "repetition">,
    readonly gateway: Gateway,
    /** Gateway of the model that plays the user, if any. */
    readonly userGateway: Gateway | undefined,
    private readonly identity: RunnerIdentity,
  ) {}

  /** Computed lazily: most trials of a large campaign are already stored and never need it. */
  get fingerprint(): SharedFingerprint {
    const { request, loadedCase } = this.trial;
    const { endpoint } = this.gateway;
    return sharedFingerprint({ runner: loadedCase.case.runner.type, endpoint, request, identity: this.identity });
  }
}

/**
 * One trial of a plan, with its decision. A plan may have a hundred thousand, so each holds only its own fields and computes the
 * rest on demand.
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

  // Copied field by field, five times as fast as spreading an object; both are read several times per trial.
  get place(): TrialKey {
    const { suite_id, run_profile, model_id, case_id } = this.question.place;
    return { suite_id, run_profile, model_id, case_id, repetition: this.repetition };
  }

  get identity(): RunArtifact["identity"] {
    return identityOfRepetition(this.question.trial, this.runId, this.repetition);
  }

  get gateway(): Gateway {
    return this.question.gateway;
  }

  get userGateway(): Gateway | undefined {
    return this.question.userGateway;
  }

  /** True if the trial costs nothing: the subject and the simulated user, if any, are programs. */
  get isFree(): boolean {
    return this.question.gateway.offline && (this.question.userGateway?.offline ?? true);
  }

  get fingerprint(): TrialFingerprint {
    return { ...this.question.fingerprint, repetition: this.repetition };
  }
}
