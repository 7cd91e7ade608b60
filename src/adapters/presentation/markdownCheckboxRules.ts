import { BOX } from '../../domain/criteria/checkboxes.js';

/** Rules for the Markdown parser `marked` that accept checkboxes with any mark, such as `[-]`, besides `[x]` and `[ ]`. */
export const BOX_RULES = {
  listIsTask: new RegExp(String.raw`^${BOX}\s+\S`),
  listReplaceTask: new RegExp(String.raw`^${BOX}\s+`),
  listTaskCheckbox: new RegExp(BOX),
};
