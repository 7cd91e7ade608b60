import { placedHeadings } from '../document/sections/headings.js';

/** The length in characters of the parts into which a longer section is split. */
const LENGTH = 1200;
/** The least length of a section in characters; a shorter section is joined with the next one. */
const SHORTEST = 300;

/**
 * Returns the texts from which vectors are computed: each section together with the title and the section's heading. A text
 * without sections is one section.
 */
export function sectionTexts(title: string, texts: readonly string[]): readonly string[] {
  const sections = texts.flatMap((text) => sectionsOf(title, text));
  return sections.length === 0 ? [title] : sections;
}

function sectionsOf(title: string, text: string): readonly string[] {
  const sections: string[] = [];
  let heading = '';
  let start = 0;
  const end = (at: number) => {
    for (; at - start > 1.5 * LENGTH; start = partEnd(text, start))
      add(text.slice(start, partEnd(text, start)));
    add(text.slice(start, at));
    start = at;
  };
  const add = (part: string) => {
    if (part.trim() !== '') sections.push(`${title}\n${heading}\n${part}`);
  };
  for (const placed of placedHeadings(text)) {
    if (placed.start - start < SHORTEST) continue;
    end(placed.start);
    heading = placed.heading;
  }
  end(text.length);
  return sections;
}

/**
 * Returns the end of the part of a section that begins at `start`: at a blank line, or else at the end of a line, or else of a
 * word.
 */
function partEnd(text: string, start: number): number {
  const part = text.slice(start, start + 1.25 * LENGTH);
  for (const gap of ['\n\n', '\n', ' ']) {
    const at = part.lastIndexOf(gap);
    if (at > LENGTH / 2) return start + at;
  }
  return start + part.length;
}
