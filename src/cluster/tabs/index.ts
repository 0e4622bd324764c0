export { countedGateway } from "./counted-gateway.ts";
export { allowAgain, type BegunTab, beginTab, type LostTab, tabKey } from "./open-tab.ts";
export { openRoom } from "./open-room.ts";
