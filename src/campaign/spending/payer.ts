/** A model or judge with uniform prices. */
export interface Payer {
  /** Equal for all with the same prices. */
  name: string;
  /** The endpoint that reports the prices. */
  endpoint: string;
  /** Characters of the question, if longer ones cost more. */
  size: number;
  /** Characters of the whole request, if known and different from `size`. */
  length?: number;
  /** A program in place of a model. */
  isFree: boolean;
  /** Reserves each of its requests before it is sent, so that they need not be estimated together. */
  asksPerRequest?: boolean;
}
