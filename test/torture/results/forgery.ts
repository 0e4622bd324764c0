/** An honest worker's result of a job, as stored in Redis. */
export interface HonestAnswer {
  jobId: string;
  envelope: Record<string, unknown>;
  result: Record<string, unknown>;
}

/** The forger's replacement. */
export interface ForgedAnswer {
  /** The value of the result's key: any bytes at all. */
  text: string | Buffer;
  /** Contents that go with it, by the hash that they pretend to have: the fields of a hash in Redis. */
  contents?: Record<string, Record<string, string | Buffer>>;
  /** Commands of Redis besides, after the result is there. */
  more?: string[][];
  /** The job itself fails with these words. */
  throws?: string;
}

/** One thing that a worker may say that is not so. */
export interface Forgery {
  name: string;
  family: string;
  on: "trial" | "call" | "checks";
  forge(honest: HonestAnswer, place: ForgeryPlace): ForgedAnswer;
  /** Nothing of it may count: a trial that is forged so must not be stored as one that ended well. */
  mustNotCount?: boolean;
  /** Said once, and the truth when it is asked again; without it, said as often as it is asked. */
  once?: boolean;
  /** It is tried in a campaign of its own, because it is about what all trials share. */
  alone?: boolean;
}

export interface ForgeryPlace {
  /** Files that nothing may be written to. */
  canary: string;
  /** Another trial of the same campaign, as it was answered. */
  other: HonestAnswer;
}

/** An answer with another result, which is otherwise as the honest one. */
export function answerWith(honest: HonestAnswer, resultJson: string): ForgedAnswer {
  return { text: JSON.stringify({ ...honest.envelope, result: resultJson }) };
}
