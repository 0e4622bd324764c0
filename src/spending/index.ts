export { openAccount, temporaryAccount } from "./account.ts";
export type { HoldOutcome } from "./hold-request.ts";
export { type Ledger, openLedger } from "./ledger.ts";
export { ledgersTogether } from "./ledgers-together.ts";
export { meteredGateway } from "./metered-gateway.ts";
export type { Payer } from "./payer.ts";
export type { Reservation } from "./reservation.ts";
