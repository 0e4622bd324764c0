import { followPage } from "../follow-page.ts";

followPage("importing");
