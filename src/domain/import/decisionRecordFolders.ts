import { WORDS_OF } from './statusWords.js';

/** Names, in the singular, of kinds of documents that are created one at a time and keep their number. */
const RECORDS =
  'adr, madr, decision, decision record, decision log, rfc, rfd, proposal, enhancement, pep, kep, eip, erc, bip, jep, xep, aip, gep, cep, tep';
const KINDS = RECORDS.replaceAll(' ', '[-_. ]?').replaceAll(',[-_. ]?', '|');
const FOLDER = new RegExp(`(?:^|[-_. ])(?:${KINDS})s?$`, 'i');
const WORD = new RegExp(`^(?:${KINDS})$`, 'i');

/**
 * True for a document in a folder that is named after a kind of numbered records: `docs/adr`, `architecture-decisions`, `rfcs`.
 */
export function isAmongRecords(place: string): boolean {
  return place
    .split('/')
    .slice(0, -1)
    .some((folder) => FOLDER.test(folder));
}

/**
 * True if the word is a kind of numbered records, such as `rfc`. In `rfc12`, 12 is therefore the number of a document, but in
 * `oauth2`, 2 is not.
 */
export function isRecordWord(word: string): boolean {
  return WORD.test(word);
}

/** Names of folders of plans and designs, and the words of series of proposals whose last status is another one than accepted. */
const WORK = /(?:^|\/)(?:plans?|designs?|specs?|stories|features?|tasks?|todos?)\//i;
const SERIES = /(?:^|[-/_ ])(?:pep|fip|eip|erc|bip|jep|xep|tep|kep)s?(?=[-_. \d/])/i;

/** Returns the meaning of status words in a numbered or dated document, which may be a decision, a proposal of a series or a plan. */
export function wordsAt(place: string): (typeof WORDS_OF)[keyof typeof WORDS_OF] {
  if (SERIES.test(place)) return WORDS_OF.proposal;
  return WORK.test(place) && !isAmongRecords(place) ? WORDS_OF.work : WORDS_OF.decision;
}
