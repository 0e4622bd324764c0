/** Somebody whose prices are alike: a model that is tried, a judge. */
export interface Payer {
  /** Equal for whoever has the same prices. */
  name: string;
  /** Who names the prices. */
  endpoint: string;
  /** Of the question, where longer ones cost more: its characters. */
  size: number;
  /** Of everything that is sent, in characters, where that is known and `size` does not tell. */
  length?: number;
  /** A program in place of a model. */
  isFree: boolean;
  /** Room is kept for each of its requests before it is sent, so that they need not be foreseen together. */
  asksPerRequest?: boolean;
}
