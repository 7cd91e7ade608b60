import { personText } from '../../../../../domain/fields/person.js';
import { underItsName } from '../../../../../domain/naming/references.js';
import type { ApprovalState } from '../../../../../domain/review/approvalState.js';
import type { SpecView } from '../../../../../domain/spec/specView.js';
import { withinTokens } from '../../../../../domain/value/tokenEstimate.js';
import { safeText } from '../../../layout/escapeUnsafeText.js';
import {
  claimNote,
  elsewhereText,
  numberText,
  problemText,
  metText,
} from '../../../layout/specTableCells.js';
import type { Style } from '../../../layout/terminalStyle.js';
import { displayWidth, truncate } from '../../../layout/displayWidth.js';
import { wrap } from '../../../layout/wrapText.js';

/** Data that cards show in addition to the specs' own fields. */
export interface CardFacts {
  readonly since: Readonly<Record<string, string>>;
  readonly waitingFor: Readonly<Record<string, readonly string[]>>;
  readonly waitedFor: Readonly<Record<string, number>>;
  /** The number of digits to which spec numbers are padded (the setting `structure.sequenceDigits`). */
  readonly digits: number;
  /** The actor who runs the command. */
  readonly actor?: string | undefined;
  /** Returns the age of a timestamp in words; undefined if the text is not a timestamp. */
  readonly ageOf: (moment: string) => string | undefined;
  /** Shorten long texts to save tokens, even if the column is wide enough for them. */
  readonly isShort?: boolean;
}

/** A line of text with its colours, and its width in cells without them. */
export interface Line {
  readonly text: string;
  readonly width: number;
}

const LINES_SHOWN = 2;
const TITLE_TOKENS = 24;
const FACTS_TOKENS = 28;

/**
 * Renders a spec as a card: number and title, a line of fields, and the problems of its document. Lines are at most `width`
 * cells, if given.
 */
export function boardCard(
  spec: SpecView,
  width: number | undefined,
  groupBy: string,
  facts: CardFacts,
  style: Style,
): Line[] {
  // Without a width, columns are printed one below the other, so line widths are not needed.
  const widthOf = width === undefined ? () => 0 : displayWidth;
  const number = numberText(spec, facts.digits);
  const indent = ' '.repeat(displayWidth(number) + 1);
  const room = width === undefined ? undefined : Math.max(4, width - indent.length);
  const short = (text: string, most: number): string =>
    facts.isShort === true ? withinTokens(text, most, style.symbols.ellipsis) : text;
  const fit = (text: string): string =>
    room === undefined ? short(text, FACTS_TOKENS) : truncate(text, room, style.symbols.ellipsis);
  const [first = '', ...rest] = clipped(short(safeText(spec.title), TITLE_TOKENS), room, style);
  const lines: Line[] = [
    { text: `${style.ref(number)} ${first}`, width: indent.length + widthOf(first) },
    ...rest.map((text) => ({ text: indent + text, width: indent.length + widthOf(text) })),
  ];
  const below = (text: string, paint: (text: string) => string): void => {
    if (text === '') return;
    const cut = fit(text);
    lines.push({ text: indent + paint(cut), width: indent.length + widthOf(cut) });
  };
  const details = factWords(spec, groupBy, facts).join(` ${style.symbols.dot} `);
  below(details, (text) => withPriority(text, spec, groupBy, style));
  const waiting = underItsName(facts.waitingFor, spec) ?? [];
  if (waiting.length > 0) {
    const sequenceOf = (ref: string) =>
      Object.hasOwn(facts.waitedFor, ref) ? (facts.waitedFor[ref] ?? null) : null;
    const names = waiting.map((ref) => numberText({ ref, sequence: sequenceOf(ref) }, facts.digits));
    below(`${style.symbolOf('blocked')} blocked by ${names.join(', ')}`, style.markPaint('blocked'));
  }
  const problem = problemText(spec);
  for (const line of problem === '' ? [] : clipped(`${style.symbolOf('broken')} ${problem}`, room, style)) {
    below(line, style.markPaint('broken'));
  }
  return lines;
}

/** Wraps a text, keeps at most two lines, and cuts off the rest. */
function clipped(text: string, room: number | undefined, style: Style): string[] {
  const lines = wrap(text, room);
  if (lines.length <= LINES_SHOWN || room === undefined) return lines;
  const last = lines.slice(LINES_SHOWN - 1).join(' ');
  return [...lines.slice(0, LINES_SHOWN - 1), truncate(last, room, style.symbols.ellipsis)];
}

/**
 * Returns the words on a card for the spec's fields, such as priority, claim and tags. The field that the columns are grouped by
 * is left out.
 */
function factWords(spec: SpecView, groupBy: string, facts: CardFacts): string[] {
  const words: string[] = [];
  const { priority, status, assignee, tags } = spec;
  const claim = claimNote(spec, facts.actor);
  const since = underItsName(facts.since, spec);
  const age = since === undefined ? undefined : facts.ageOf(since);
  if (groupBy !== 'priority' && priority !== undefined) words.push(priority);
  if (groupBy !== 'status' && status !== null) words.push(status);
  if (spec.criteria !== undefined) words.push(metText(spec));
  if (spec.forced !== undefined) words.push('completed by force');
  if (spec.approval !== undefined && status !== 'complete') words.push(APPROVAL_WORDS[spec.approval.state]);
  if (age !== undefined) words.push(age);
  if (claim !== undefined) words.push(claim);
  else if (groupBy !== 'assignee' && assignee !== undefined) words.push(safeText(personText(assignee)));
  if (spec.elsewhere !== undefined) words.push(elsewhereText(spec.elsewhere));
  if (groupBy !== 'tag' && tags.length > 0) words.push(safeText(tags.join(', ')));
  return words;
}

const APPROVAL_WORDS: Readonly<Record<ApprovalState, string>> = {
  approved: 'approved',
  lapsed: 'approval lapsed',
  waiting: 'not approved',
};

/** Colours a card's line of fields: a priority at its beginning in the priority's colour, the rest in a quiet colour. */
function withPriority(text: string, spec: SpecView, groupBy: string, style: Style): string {
  const { priority } = spec;
  if (priority === undefined || groupBy === 'priority' || !text.startsWith(priority))
    return style.quiet(text);
  return style.priorityPaint(priority)(priority) + style.quiet(text.slice(priority.length));
}
