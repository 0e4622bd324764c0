import { followPage } from "../follow-page.ts";

followPage("datasets");
