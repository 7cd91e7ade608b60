const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A text, or why there is none, in words that follow the name of what was read. */
export type PlainText =
  { readonly text: string; readonly problem?: never } | { readonly problem: string; readonly text?: never };

/** The text these bytes are: UTF-8 without NUL, or none. Anything else would come back changed when it is written. */
export function plainText(bytes: Uint8Array): PlainText {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { problem: 'is UTF-16, not UTF-8' };
  if (bytes.includes(0)) return { problem: 'is binary, not text' };
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    return { problem: 'is not UTF-8' };
  }
}

/** A text that is put into a document: without byte order mark and blank lines around it, lines end in `\n`. */
export function insertedText(given: string): string {
  return withoutBlankEnds(given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'));
}

export function withoutBlankEnds(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

/** Why a text cannot stand in a file that is read back as text. */
export function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains a NUL character';
  return /[\ud800-\udfff]/u.test(text)
    ? 'contains half of a surrogate pair, which UTF-8 cannot encode'
    : undefined;
}
