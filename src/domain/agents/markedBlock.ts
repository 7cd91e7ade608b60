const BEGIN = /^<!-- spectool:begin(?: v(\d+))? -->[ \t]*$/;
const END = /^<!-- spectool:end -->[ \t]*$/;

export type BlockPlacement =
  | { readonly kind: 'placed'; readonly text: string; readonly change: 'added' | 'refreshed' | 'unchanged' }
  /** Markers are there but not as one pair: what is ours cannot be told from what is the user's. */
  | { readonly kind: 'unclear'; readonly line: number; readonly reason: string };

/**
 * A text with our block in it, between markers; everything around it is the user's and stays, line ends too.
 * @param block Markdown with `\n` line ends, without markers.
 */
export function placeBlock(existing: string, block: string, version: number): BlockPlacement {
  const newline = existing.includes('\r\n') ? '\r\n' : '\n';
  const own = [`<!-- spectool:begin v${String(version)} -->`, block.trim(), '<!-- spectool:end -->']
    .join('\n')
    .replaceAll('\n', newline);
  const lines = existing.split(/\r?\n/);
  const begins = lines.flatMap((line, i) => (BEGIN.test(line) ? [i] : []));
  const ends = lines.flatMap((line, i) => (END.test(line) ? [i] : []));
  const [begin, end] = [begins[0], ends[0]];
  if (begin === undefined && end === undefined) {
    const before = existing === '' ? '' : `${existing.replace(/(?:\r?\n)+$/, '')}${newline}${newline}`;
    return { kind: 'placed', text: `${before}${own}${newline}`, change: 'added' };
  }
  if (begins.length > 1)
    return { kind: 'unclear', line: (begins[1] ?? 0) + 1, reason: 'the begin marker stands twice' };
  if (ends.length > 1)
    return { kind: 'unclear', line: (ends[1] ?? 0) + 1, reason: 'the end marker stands twice' };
  if (begin === undefined || end === undefined || end < begin) {
    const line = (begin ?? end ?? 0) + 1;
    return {
      kind: 'unclear',
      line,
      reason:
        begin === undefined ? 'the begin marker is missing' : 'the end marker is missing or comes first',
    };
  }
  const text = [...lines.slice(0, begin), own, ...lines.slice(end + 1)].join(newline);
  return { kind: 'placed', text, change: text === existing ? 'unchanged' : 'refreshed' };
}
