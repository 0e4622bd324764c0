export { type Account, openAccount, temporaryAccount } from "./account.ts";
export { type Ledger, type LedgerOptions, openLedger, type Payer, type Reservation } from "./ledger.ts";
export { ledgersTogether } from "./ledgers-together.ts";
export { meteredGateway } from "./metered-gateway.ts";
