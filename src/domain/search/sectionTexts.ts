import { placedHeadings } from '../document/sections/headings.js';

/** Of a longer section, every part of about so many characters is one. */
const LENGTH = 1200;
/** A shorter one goes with what follows it. */
const SHORTEST = 300;

/** The texts a vector is made of: every section with title and heading before it. A text without sections is one. */
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

/** Where a part ends that begins at `start`: at a blank line, else at the end of a line or word. */
function partEnd(text: string, start: number): number {
  const part = text.slice(start, start + 1.25 * LENGTH);
  for (const gap of ['\n\n', '\n', ' ']) {
    const at = part.lastIndexOf(gap);
    if (at > LENGTH / 2) return start + at;
  }
  return start + part.length;
}
