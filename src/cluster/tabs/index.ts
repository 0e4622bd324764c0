export { countedGateway } from "./counted-gateway.ts";
export { openRoom } from "./open-room.ts";
export { allowAgain, type BegunTab, beginTab, type LostTab, tabKey } from "./open-tab.ts";
