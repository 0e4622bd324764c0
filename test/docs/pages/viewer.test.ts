import { followPage } from "../follow-page.ts";

followPage("viewer");
