/**
 * Characters that a terminal could interpret or that could mislead a reader: control characters (C0, DEL, C1), line separators,
 * characters that change the writing direction, zero-width and tag characters, lone surrogates. Joiners (U+200C/D) are allowed,
 * because emoji and several scripts need them.
 */
const UNSAFE =
  /[\0-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]/gu;
const PLAIN = /^[\x20-\x7e]*$/;
const PLAIN_LINES = /^[\n\t\x20-\x7e]*$/;
const HARMFUL = new RegExp(UNSAFE.source, 'u');
const LINE_BREAKS = /[\t\n\v\f\r\u2028\u2029]+ */g;

/** Makes untrusted text safe on one line: line breaks and tabs become a space, other unsafe characters are spelled out. */
export function safeText(text: string): string {
  return PLAIN.test(text) || !HARMFUL.test(text)
    ? text
    : text.replace(LINE_BREAKS, ' ').replace(UNSAFE, visible);
}

/** Makes untrusted text of several lines safe: line breaks (as `\n`) and tabs are kept. */
export function safeBlock(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSAFE, (char) => (char === '\n' || char === '\t' ? char : visible(char)));
}

/**
 * Serializes a value as JSON without characters that a terminal could interpret; parsing it gives the same value.
 * @param indent spaces per level; without it, everything is on one line.
 */
export function safeJson(value: unknown, indent?: number): string {
  // JSON.stringify has escaped control characters below U+0020 and lone surrogates, so every newline here is indentation.
  const text = JSON.stringify(value, null, indent);
  return PLAIN_LINES.test(text)
    ? text
    : text.replace(UNSAFE, (char) => (char === '\n' ? char : escaped(char)));
}

/**
 * Returns the indentation of JSON output: 2 spaces for a terminal, none for a pipe, because an agent that reads it pays for each
 * token.
 */
export function jsonIndent({ columns }: { readonly columns: number | undefined }): number | undefined {
  return columns === undefined ? undefined : 2;
}

/** Returns the JSON escape of a character, such as `\u202e`. A character above U+FFFF gets two escapes (a surrogate pair). */
function escaped(char: string): string {
  return [...Array(char.length).keys()]
    .map((i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Returns a visible replacement for an unsafe character: a symbol such as `␛` for DEL and control characters below U+0020,
 * nothing for a byte order mark or soft hyphen, `\u{202e}` and the like for others.
 */
function visible(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if (code === 0xfeff || code === 0xad) return '';
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return `\\u{${code.toString(16)}}`;
}
