import { headingsOf } from '../../domain/document/sections/headings.js';
import { missingSections } from '../../domain/document/sections/missingSections.js';

/** The sections that imported documents have in common. */
export interface OfferedSections {
  /** Headings that all of the documents have, in their order; empty if they have none in common. */
  readonly names: readonly string[];
  /** Number of documents that lack a section of the ones recommended now. */
  readonly lacking: number;
  /** True if the import sets these sections as the recommended ones. */
  readonly isChosen?: true;
}

const MOST = 6;

/**
 * Returns the sections to recommend, if documents lack the ones that are recommended now.
 * @param alike headings of sections with criteria.
 */
export function offeredSections(
  texts: readonly string[],
  recommended: readonly string[],
  alike: readonly string[],
  isChosen: boolean,
): OfferedSections | undefined {
  const lacking = texts.filter((text) => missingSections(text, recommended, alike).length > 0).length;
  if (lacking === 0) return undefined;
  const [first = '', ...others] = texts;
  const own = headingsOf(first).filter(({ level, heading }) => level === 2 && isName(heading));
  const names = [...new Set(own.map(({ heading }) => heading.trim()))].filter((name) =>
    others.every((text) => missingSections(text, [name], alike).length === 0),
  );
  return { names: names.slice(0, MOST), lacking, ...(isChosen && { isChosen }) };
}

function isName(heading: string): boolean {
  return /^[\p{L}][\p{L}\p{M}\p{N} '&/-]{1,60}$/u.test(heading.trim());
}
