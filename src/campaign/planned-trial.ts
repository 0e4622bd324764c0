import type { Gateway } from "../gateway/index.ts";
import type { RunArtifact, TrialKey } from "../records/index.ts";
import { identityOfRepetition, type RunnerIdentity, type Trial } from "../runners/index.ts";
import type { TrialDecision } from "./decide-trial.ts";
import { type SharedFingerprint, sharedFingerprint, type TrialFingerprint } from "./identity.ts";

/** What all repetitions of one model on one case have in common. */
export class PlannedQuestion {
  constructor(
    readonly trial: Omit<Trial, "run_id" | "repetition">,
    readonly place: Omit<TrialKey, "repetition">,
    readonly gateway: Gateway,
    /** Of the model that plays the user, where there is one. */
    readonly userGateway: Gateway | undefined,
    private readonly identity: RunnerIdentity,
  ) {}

  /** Put into words when somebody asks: most trials of a large campaign are stored already, and then nobody does a second time. */
  get fingerprint(): SharedFingerprint {
    const { request, loadedCase } = this.trial;
    const { endpoint } = this.gateway;
    return sharedFingerprint({ runner: loadedCase.case.runner.type, endpoint, request, identity: this.identity });
  }
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

  // Field by field: both are asked for several times a trial, and copying an object takes five times as long.
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

  /** Whether nobody is paid for it: programs answer, and a program plays the user if anybody does. */
  get isFree(): boolean {
    return this.question.gateway.offline && (this.question.userGateway?.offline ?? true);
  }

  get fingerprint(): TrialFingerprint {
    return { ...this.question.fingerprint, repetition: this.repetition };
  }
}
