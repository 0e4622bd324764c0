import { followPage } from "../follow-page.ts";

followPage("statistics");
