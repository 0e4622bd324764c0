import { followPage } from "../follow-page.ts";

followPage("compare-prompts");
