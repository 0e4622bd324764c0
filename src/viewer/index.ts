/** Shows the store in a browser: served on loopback, as a folder, or as one file. */

export { exportViewer, openViewer, writeCampaignHtml } from "./view.ts";
