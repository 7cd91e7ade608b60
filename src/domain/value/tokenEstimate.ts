import { cutText } from './text.js';

/** Matches runs of similar characters. Runs of signs end at 1,000, because the engine stores each sign of a run. */
const RUNS = /[A-Za-z]+|[0-9]+|\n+| {2,}|[^A-Za-z0-9\s\x80-\uffff]{1,1000}|[\x80-\uffff]{1,1000}/g;
const WORDS = /[A-Za-z]+/g;
const ENGLISH = new Set(
  'a an and are as at be before but by can do does for from has have how if in is it its not of on only or so than that the their them then there they this to was we what when which who will with you'.split(
    ' ',
  ),
);
/** The least share of common English words in a text that is treated as English. */
const LEAST_ENGLISH = 0.12;

/**
 * Estimates the number of tokens of a text, rather too high than too low, because it is used to limit output. Ordinary text has
 * 10 to 20 % fewer tokens than the estimate, titles half as many. A real tokenizer takes longer to load than most commands run.
 * @param letters the number of letters per token in words; by default it is estimated from the text.
 */
export function tokenEstimate(text: string, letters = lettersPerToken(text)): number {
  let tokens = 0;
  // `match` takes half the time of `matchAll`, and a listing estimates hundreds of lines.
  for (const run of text.match(RUNS) ?? []) tokens += runTokens(run, letters);
  return tokens;
}

function runTokens(run: string, letters: number): number {
  const code = run.charCodeAt(0);
  if (code > 0x7f) return otherTokens(run);
  return code <= 0x20 ? 1 : Math.ceil(run.length / charactersPerToken(code, letters));
}

function charactersPerToken(code: number, letters: number): number {
  return isLetter(code) ? letters : isDigit(code) ? 3 : 2;
}

/**
 * Estimates the number of tokens of a document (encoding o200k_base): within 5 % for nine specs of ten, and within 10 % for
 * nearly all documents. The weights are a least-squares fit to 400 specs.
 */
export function textTokens(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(RUNS)) {
    const code = run.charCodeAt(0);
    if (code > 0x7f) tokens += (code < 0x2e80 ? 0.41 : 0.75) * run.length;
    // A run of more than 40 letters is not a word but encoded data, such as an image.
    else if (isLetter(code)) tokens += run.length > 40 ? run.length / 2 : run.length > 9 ? 1.86 : 1.04;
    else if (isDigit(code)) tokens += 1.3 * Math.ceil(run.length / 3);
    else tokens += 0.78 * (code <= 0x20 ? 1 : Math.ceil(run.length / 2));
  }
  return Math.round(tokens);
}

/**
 * Returns an upper bound for the number of tokens of a text (encoding o200k_base of language models), even for invented words. It
 * is used for output with a strict limit, because the estimate is sometimes too low. Three digits count as one token, and so does
 * each byte of other scripts and of signs.
 */
export function mostTokens(text: string): number {
  let tokens = 0;
  for (const [part] of text.matchAll(/[A-Za-z]+|\d+|\s+|[^\sA-Za-z\d]/gu)) {
    if (/^[A-Z]{4}/.test(part)) tokens += Math.ceil(part.length / 1.4);
    else if (/^[A-Za-z]/.test(part)) tokens += Math.ceil(part.length / 1.7);
    else if (/^\d/.test(part)) tokens += Math.ceil(part.length / 3);
    else if (/^\s/.test(part)) tokens += part === ' ' ? 0 : 1;
    else tokens += utf8Bytes(part.codePointAt(0) ?? 0);
  }
  return tokens;
}

/**
 * Estimates the number of letters per token of a text: 6 for English, in which most words are one token, and 3 for other texts.
 * @param least the least share of common English words in an English text; for long texts a smaller share is enough.
 */
export function lettersPerToken(text: string, least = LEAST_ENGLISH): number {
  const words = text.match(WORDS) ?? [];
  const known = words.filter((word) => ENGLISH.has(word.toLowerCase())).length;
  return known > 0 && known >= words.length * least ? 6 : 3;
}

/** Cuts a text to at most `most` tokens; a text that was cut ends with `mark`. */
export function withinTokens(text: string, most: number, mark = '…'): string {
  // A text with at most `most` characters fits, because a token has at least one character.
  if (text.length <= most) return text;
  const letters = lettersPerToken(text);
  let [tokens, fits] = [0, 0];
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    const room = most - 1 - tokens;
    tokens += runTokens(run, letters);
    if (room >= 0) fits = index + (tokens < most ? run.length : lengthWithin(run, room, letters));
    if (tokens > most) break;
  }
  if (tokens <= most) return text;
  const kept = cutText(text, fits);
  const atWord = kept.replace(/\s\S*$/, '');
  // A last word that was cut is dropped, unless it is most of the text.
  return `${(atWord.length * 2 > kept.length ? atWord : kept).trimEnd()}${mark}`;
}

/** Returns the length of the longest beginning of a run with at most `most` tokens. */
function lengthWithin(run: string, most: number, letters: number): number {
  const code = run.charCodeAt(0);
  if (code <= 0x20) return 0;
  if (code <= 0x7f) return most * charactersPerToken(code, letters);
  let [length, tokens] = [0, 0];
  for (const char of run) {
    tokens += shareOf(char.codePointAt(0) ?? 0);
    if (tokens > most) break;
    length += char.length;
  }
  return length;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function otherTokens(run: string): number {
  let tokens = 0;
  for (const char of run) tokens += shareOf(char.codePointAt(0) ?? 0);
  return Math.ceil(tokens);
}

/** Returns the number of tokens per character, which depends on how well the tokenizer's vocabulary covers the script. */
function shareOf(code: number): number {
  if (code < 0x370) return 1;
  if (code < 0x900) return 0.6;
  if (code < 0x1000) return 0.9;
  const isEastAsian = (code >= 0x3000 && code < 0xa000) || (code >= 0xac00 && code < 0xd800);
  return isEastAsian || (code >= 0xff00 && code < 0xfff0) ? 1.1 : 2;
}

function utf8Bytes(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** A rating of a document's length: how well it fits a person's attention or a model's context. */
export type SizeRating = 'optimal' | 'good' | 'consider splitting' | 'should split';

/** The number of tokens above which a spec should be split. */
export const OVERSIZED_ABOVE = 5000;

export function sizeRating(tokens: number): SizeRating {
  if (tokens < 2000) return 'optimal';
  if (tokens < 3500) return 'good';
  return tokens <= OVERSIZED_ABOVE ? 'consider splitting' : 'should split';
}

/** Letters per token in the lines of tables. Estimates with this number are a quarter to a half too high. */
const LETTERS_PER_TOKEN = 4;

/** Estimates the tokens of a line of text that is printed to a pipe. */
export function lineTokens(line: string): number {
  return tokenEstimate(line, LETTERS_PER_TOKEN) + 1;
}
