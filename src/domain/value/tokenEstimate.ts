import { cutText } from './cutText.js';

const RUNS = /[A-Za-z]+|[0-9]+|\n+| {2,}|[^A-Za-z0-9\s\x80-\uffff]+|[\x80-\uffff]+/g;
const WORDS = /[A-Za-z]+/g;
const ENGLISH = new Set(
  'a an and are as at be before but by can do does for from has have how if in is it its not of on only or so than that the their them then there they this to was we what when which who will with you'.split(
    ' ',
  ),
);
/** The least share of English words in prose. */
const LEAST_ENGLISH = 0.12;

/**
 * Estimates the tokens of a text, rather too many than too few, to keep output below a size; a real tokenizer takes longer to
 * load than most commands take to run. Prose has 10 to 20 % fewer, titles half as many; invented words come close to the
 * estimate.
 * @param letters letters per token in words, if better known than from the text.
 */
export function tokenEstimate(text: string, letters = lettersPerToken(text)): number {
  let tokens = 0;
  for (const [run] of text.matchAll(RUNS)) {
    const code = run.charCodeAt(0);
    if (code > 0x7f) tokens += otherTokens(run);
    else if (isLetter(code)) tokens += Math.ceil(run.length / letters);
    else if (isDigit(code)) tokens += Math.ceil(run.length / 3);
    else tokens += code <= 0x20 ? 1 : Math.ceil(run.length / 2);
  }
  return tokens;
}

/**
 * Returns an upper bound of the tokens (o200k) of a text, even for words of no language: for output with a strict limit, where
 * the estimate would sometimes be too low. Digits count in threes; other scripts and signs take at most a token for each byte.
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
 * Estimates the letters per token: most words of a language that the vocabulary knows well are one token.
 * @param least the share of known words that identifies the language; in long texts a smaller one is enough.
 */
export function lettersPerToken(text: string, least = LEAST_ENGLISH): number {
  const words = text.match(WORDS) ?? [];
  const known = words.filter((word) => ENGLISH.has(word.toLowerCase())).length;
  return known > 0 && known >= words.length * least ? 6 : 3;
}

/** Estimates the tokens of a value as JSON without spaces. Its keys are common English words. */
export function jsonTokenEstimate(value: unknown, letters?: number): number {
  if (typeof value === 'string') return tokenEstimate(value, letters);
  if (typeof value !== 'object' || value === null) return Math.ceil(String(value).length / 3);
  const inside = Object.entries(value).reduce((sum, [key, member]) => {
    if (member === undefined) return sum;
    const name = Array.isArray(value) ? 1 : 3 + key.replace(/[^A-Z]/g, '').length;
    return sum + name + jsonTokenEstimate(member, letters);
  }, 0);
  return inside + 1;
}

/** Cuts a text to at most `most` tokens, and then appends `mark`. */
export function withinTokens(text: string, most: number, mark = '…'): string {
  // A token has at least one character.
  if (text.length <= most || isSurelyWithin(text, most) || tokenEstimate(text) <= most) return text;
  let [fits, tooLong] = [0, text.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (tokenEstimate(text.slice(0, middle)) < most) fits = middle;
    else tooLong = middle;
  }
  const kept = cutText(text, fits);
  const atWord = kept.replace(/\s\S*$/, '');
  // A partial last word is dropped, unless it is most of the text.
  return `${(atWord.length * 2 > kept.length ? atWord : kept).trimEnd()}${mark}`;
}

/** True if a text fits even when its words are of no language: a fast check for most of the ten thousand titles of a listing. */
function isSurelyWithin(text: string, most: number): boolean {
  let [tokens, before, length] = [0, OTHER, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return false;
    const kind = isLetter(code) ? LETTER : isDigit(code) ? DIGIT : OTHER;
    length = kind === before ? length + 1 : 1;
    before = kind;
    // Letters and digits count in threes; each sign or blank may be one token, except a single space between words.
    const isOne = kind === OTHER ? code !== 0x20 || length > 1 : length % 3 === 1;
    if (isOne) tokens += 1;
    if (tokens > most) return false;
  }
  return true;
}

const [OTHER, LETTER, DIGIT] = [0, 1, 2];

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

/** Returns the tokens per character, by how well the vocabulary covers its script. */
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
