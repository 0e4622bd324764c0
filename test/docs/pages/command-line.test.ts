import { followPage } from "../follow-page.ts";

followPage("command-line");
