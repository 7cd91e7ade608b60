import { BOX } from '../../domain/criteria/checkboxGrammar.js';

/** Rules for `marked` that accept task list checkboxes with marks other than a tick or blank. */
export const BOX_RULES = {
  listIsTask: new RegExp(String.raw`^${BOX}\s+\S`),
  listReplaceTask: new RegExp(String.raw`^${BOX}\s+`),
  listTaskCheckbox: new RegExp(BOX),
};
