import { followPage } from "../follow-page.ts";

followPage("simulated-user");
