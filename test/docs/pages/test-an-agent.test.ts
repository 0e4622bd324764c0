import { followPage } from "../follow-page.ts";

followPage("test-an-agent");
