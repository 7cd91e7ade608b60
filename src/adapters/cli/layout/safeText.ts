/**
 * What a terminal could act on or be deceived by: C0, DEL, C1, line separators, bidi controls, zero-width and
 * tag characters, lone surrogates. Joiners (U+200C/D) stay: emoji and several scripts need them.
 */
const UNSAFE =
  /[\0-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\ud800-\udfff]/gu;
const PLAIN = /^[\x20-\x7e]*$/;
const PLAIN_LINES = /^[\n\t\x20-\x7e]*$/;
const HARMFUL = new RegExp(UNSAFE.source, 'u');
const LINE_BREAKS = /[\t\n\v\f\r\u2028\u2029]+ */g;

/** Untrusted text on one line: line breaks and tabs become a space, everything a terminal could obey is spelled out. */
export function safeText(text: string): string {
  return PLAIN.test(text) || !HARMFUL.test(text)
    ? text
    : text.replace(LINE_BREAKS, ' ').replace(UNSAFE, visible);
}

/** As `safeText` for text of several lines: line breaks (as `\n`) and tabs stay. */
export function safeBlock(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSAFE, (char) => (char === '\n' || char === '\t' ? char : visible(char)));
}

/**
 * A value as JSON: the same value to whoever parses it, and nothing a terminal could obey or be deceived by.
 * @param indent spaces a level; one line without it.
 */
export function safeJson(value: unknown, indent?: number): string {
  // JSON escapes C0 and lone surrogates by itself; the line breaks of the layout stay.
  const text = JSON.stringify(value, null, indent);
  return PLAIN_LINES.test(text)
    ? text
    : text.replace(UNSAFE, (char) => (char === '\n' ? char : escaped(char)));
}

/** Whoever reads JSON in a pipe pays for every space. */
export function jsonIndent({ columns }: { readonly columns: number | undefined }): number | undefined {
  return columns === undefined ? undefined : 2;
}

/** `\u202e`; a pair of them for what lies beyond the first plane. */
function escaped(char: string): string {
  return [...Array(char.length).keys()]
    .map((i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}

/** `␛` for C0 and DEL, nothing for a byte order mark or a soft hyphen, `\u{202e}` for the rest. */
function visible(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if (code === 0xfeff || code === 0xad) return '';
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return `\\u{${code.toString(16)}}`;
}
