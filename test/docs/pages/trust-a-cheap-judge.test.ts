import { followPage } from "../follow-page.ts";

followPage("trust-a-cheap-judge");
