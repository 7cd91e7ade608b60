/** Fenced code first: what looks like a comment in there is code. */
const FENCE_OR_COMMENT = /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:[^]*?^ {0,3}\1[`~]*[ \t]*$|[^]*$)|<!--[^]*?-->/gm;

/** A Markdown text with its HTML comments blanked; lines stay where they are. */
export function withoutComments(text: string): string {
  if (!text.includes('<!--')) return text;
  return text.replace(FENCE_OR_COMMENT, (match, fence: string | undefined) =>
    fence === undefined ? match.replace(/[^\n]+/g, '') : match,
  );
}
