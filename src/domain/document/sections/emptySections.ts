import { checkboxIn, isBlankText } from '../../criteria/checkboxGrammar.js';
import { headingsOf } from './headings.js';
import { withoutComments } from './withoutComments.js';

export interface EmptySection {
  readonly heading: string;
  /** 1-based line number of the heading in the text. */
  readonly line: number;
}

/**
 * Returns the recommended sections without content. A section has no content if it and its sub-sections hold only comments,
 * headings and blank checkboxes.
 */
export function emptySections(body: string, recommended: readonly string[]): readonly EmptySection[] {
  const wanted = new Set(recommended.map((name) => name.toLowerCase()));
  const headings = headingsOf(body);
  const lines = withoutComments(body).split(/\r?\n/);
  const isHeading = new Set(headings.map(({ line }) => line));
  return headings.flatMap(({ heading, level, line }, i) => {
    if (!wanted.has(heading.toLowerCase())) return [];
    let next = i + 1;
    while ((headings[next]?.level ?? 0) > level) next++;
    const end = headings[next]?.line ?? lines.length + 1;
    const own = lines.slice(line, end - 1).map((text) => text.trim());
    const isWritten = own.some(
      (text, k) => text !== '' && !isHeading.has(line + 1 + k) && !isBlankBox(text) && !/^[=-]+$/.test(text),
    );
    return isWritten ? [] : [{ heading, line }];
  });
}

function isBlankBox(line: string): boolean {
  const box = checkboxIn(line);
  return box !== undefined && isBlankText(box.text);
}
