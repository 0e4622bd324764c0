export { keepHeapSmall } from "./small-heap.ts";
export { startServer, type ViewerServer } from "./start-server.ts";
