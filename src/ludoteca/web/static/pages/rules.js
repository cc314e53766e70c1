/** Diagrams on a rule page. */

import { byId } from "../dom.js";
import { drawDiagrams } from "../board/rule_diagrams.js";

drawDiagrams(byId("rules"));
