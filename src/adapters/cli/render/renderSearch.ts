import type { SearchMatch, SearchResult, SearchSpecsResult } from '../../../application/searchSpecs.js';
import { safeText } from './safeText.js';
import { numberText } from './specCells.js';
import { createStyle, type Style } from './style.js';
import type { Terminal } from './terminal.js';
import { wrap } from './wrap.js';

/** Hits with the passage that speaks for them; words asked for stand in [brackets] where there is no colour. */
export function renderSearch(result: SearchSpecsResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  if (result.results.length > 0) {
    const shown = result.results.map((hit) => renderHit(hit, style, terminal));
    const rest = result.total - result.results.length;
    return [...shown, ...(rest > 0 ? [style.quiet(`${rest} more; --limit shows them`)] : [])].join('\n\n');
  }
  if (result.nearest.length === 0) return `Nothing is about ${safeText(JSON.stringify(result.query))}.`;
  const nearest = result.nearest.map(
    ({ spec }) => `  ${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`,
  );
  return [
    `Nothing is about ${safeText(JSON.stringify(result.query))}. Nearest, but no matches:`,
    ...nearest,
  ].join('\n');
}

function renderHit(
  { spec, score, matches, explanation }: SearchResult,
  style: Style,
  terminal: Terminal,
): string {
  const lines = [
    `${style.ref(numberText(spec))}  ${style.strong(safeText(spec.title))}  ${style.status(spec.status)}`,
  ];
  for (const match of matches) {
    const heading = match.heading === undefined ? '' : `  ${style.quiet(safeText(match.heading))}`;
    lines.push(`  ${style.path(`${safeText(match.file)}:${match.line}`)}${heading}`);
    const columns = terminal.columns === undefined ? undefined : Math.max(20, terminal.columns - 4);
    for (const line of wrap(safeText(match.snippet), columns))
      lines.push(`    ${marked(line, match, style, terminal)}`);
  }
  if (matches.length === 0) lines.push(`  ${style.path(safeText(spec.path))}`);
  if (explanation !== undefined) {
    const parts = Object.entries(explanation.parts).filter(([, share]) => share > 0.0005);
    lines.push(
      style.quiet(
        `  ${score.toFixed(3)} = ${parts.map(([name, share]) => `${name} ${share.toFixed(3)}`).join(' + ')}`,
      ),
    );
    for (const [word, words] of Object.entries(explanation.related)) {
      lines.push(style.quiet(`  ${safeText(word)} ~ ${words.slice(0, 12).map(safeText).join(', ')}`));
    }
  }
  return lines.join('\n');
}

/** Words asked for and related ones, told apart also without colour. */
function marked(line: string, match: SearchMatch, style: Style, terminal: Terminal): string {
  const direct = new Set(match.terms);
  const words = [...match.terms, ...match.relatedTerms].sort((a, b) => b.length - a.length).map(escaped);
  if (words.length === 0) return line;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return line.replace(pattern, (word) => {
    const isDirect = direct.has(word);
    if (terminal.colour) return isDirect ? style.strong(word) : style.hint(word);
    return isDirect ? `[${word}]` : `~${word}~`;
  });
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
