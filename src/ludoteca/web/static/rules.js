/** Diagrams on a rule page. */

import { byId } from "./dom.js";
import { drawDiagrams } from "./rule_diagrams.js";

drawDiagrams(byId("rules"));
