import { followPage } from "../follow-page.ts";

followPage("debug-a-judge");
