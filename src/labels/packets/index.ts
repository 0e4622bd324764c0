export { type AskedQuestion, askAbout, kindName, type QuestionKind, readQuestionKind } from "./asked-question.ts";
export { campaignPackets } from "./campaign-packets.ts";
export { isWanted, type JudgedPacket, OVERALL, type PacketFilter } from "./judged-packet.ts";
export { currentPackets, type OpenedPackets, openPackets } from "./open-packets.ts";
export { type ShownSection, showPacket } from "./show-packet.ts";
