import { followPage } from "../follow-page.ts";

followPage("labelling");
