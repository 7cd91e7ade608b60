import { BOX } from '../../domain/criteria/boxGrammar.js';

/** How `marked` is told of the boxes of task lists: by itself it knows those with a tick or a blank. */
export const BOX_RULES = {
  listIsTask: new RegExp(String.raw`^${BOX}\s+\S`),
  listReplaceTask: new RegExp(String.raw`^${BOX}\s+`),
  listTaskCheckbox: new RegExp(BOX),
};
