import { BOX } from '../../domain/criteria/checkboxes.js';

/** Rules for the Markdown parser `marked` that accept checkboxes with any mark, such as `[-]`, not only a tick or a blank. */
export const BOX_RULES = {
  listIsTask: new RegExp(String.raw`^${BOX}\s+\S`),
  listReplaceTask: new RegExp(String.raw`^${BOX}\s+`),
  listTaskCheckbox: new RegExp(BOX),
};
