import { BOUNDS } from '../../value/bounds.js';
import {
  checkboxIn,
  isBlankText,
  isTicked,
  labelKey,
  markIn,
  withoutLabel,
} from '../../criteria/checkboxes.js';
import { type Criterion, retiredWords, struckWords } from '../../criteria/criteria.js';
import {
  findCriterion,
  labelledLikeOthers,
  missingLabels,
  numberOf,
  withCriterion,
} from '../../criteria/criterionEdits.js';
import { insertedText, textProblem, withoutBlankEnds } from '../../document/decodeText.js';
import { type PlacedHeading, placedHeadings } from '../../document/sections/headings.js';
import {
  bareHeading,
  editedSection,
  findSection,
  replacedLines,
  type Section,
} from '../../document/sections/sections.js';
import { lineEnd } from '../../document/textEdit.js';
import { reasonNeeded, SpectoolError } from '../../errors/spectoolError.js';
import { fieldText } from '../../fields/customField.js';
import { isSamePerson } from '../../fields/person.js';
import { unmetIn } from '../../proof/criterionStates.js';
import { largestNumber } from '../../value/collections.js';
import { jsonEquals } from '../../value/jsonValue.js';
import { quoted } from '../../value/text.js';
import { criteriaIn, lostIn, retirementOf, tickFact, tickFinder, ticksOf } from '../criteriaInText.js';
import { undoRefused } from '../eventDefinition.js';
import type {
  CriteriaLabelled,
  CriterionAdded,
  CriterionChecked,
  CriterionUnchecked,
} from '../events/criterionEvents.js';
import type { CriterionRestored, CriterionRetired } from '../events/reviewEvents.js';
import { addedNote, type NoteAdded, type SectionReplaced } from '../events/textEvents.js';
import { type ActiveSpec, isWellFormed } from '../spec.js';
import type { SpecRequests } from '../specCommands.js';
import { evolve, inverseOf, type SpecEvent } from '../specEvents.js';
import { criteriaUnmet } from './statusDecisions.js';

/**
 * Returns the event that retires a criterion, which is named by number, label or the beginning of its text.
 * @throws SpectoolError `CRITERION_NOT_FOUND`, `CRITERION_AMBIGUOUS`; `FIELD_INVALID` for a reason that cannot be written.
 */
export function decideRetired(
  request: SpecRequests['RetireCriterion'],
  spec: ActiveSpec,
): readonly CriterionRetired[] {
  // A criterion that was removed from the text can still be retired; it has no number.
  const removed = lostIn(spec).removed.map((one) => ({
    ...one,
    n: 0,
    done: false,
    line: 0,
    at: 0,
    end: 0,
    box: '',
  }));
  const { n, label, text, at, box, end } = findCriterion(
    [...criteriaIn(spec), ...removed],
    request.criterion,
    spec.labels.ref,
  );
  if (retirementOf(spec, text) !== undefined) return [];
  if (request.by === `${spec.labels.ref}/${label ?? String(n)}`)
    throw new SpectoolError('FIELD_INVALID', 'A criterion cannot replace itself.', {
      details: { field: 'by' },
    });
  if (request.reason.trim() === '')
    throw reasonNeeded('Retiring a criterion needs a reason.', {
      useCase: 'retireCriterion',
      request: { spec: spec.labels.ref, criterion: request.criterion },
      needs: ['reason'],
    });
  const reason = fieldText('reason', request.reason);
  if (reason.includes('~~') || reason.includes('\n'))
    throw new SpectoolError('FIELD_INVALID', 'The reason must be one line without "~~".', {
      details: { field: 'reason' },
    });
  const struck = retiredWords(text) ?? struckWords(text);
  const was = spec.text?.body.slice(at + box.length, end).trimStart();
  return [
    {
      type: 'CriterionRetired',
      data: {
        n,
        ...(label !== undefined && { label }),
        text: struck ?? text,
        reason,
        ...(request.by !== undefined && { by: request.by }),
        ...(struck !== undefined && was !== undefined && { was }),
      },
    },
  ];
}

/** Returns the event that restores a retired criterion; none if the criterion is not retired. */
export function decideRestored(
  { criterion }: SpecRequests['RestoreCriterion'],
  spec: ActiveSpec,
): readonly CriterionRestored[] {
  const { text, n } = findCriterion(criteriaIn(spec), criterion, spec.labels.ref);
  const found = retirementOf(spec, text);
  return found === undefined ? [] : [{ type: 'CriterionRestored', data: { ...found, n } }];
}

/**
 * Returns the events that tick criteria, which are named by number, label or the beginning of their text. A criterion that is
 * already ticked is recorded again if the log does not have its tick, if its text changed since, or if the proof is new; earlier
 * proofs are kept.
 * @throws SpectoolError `CRITERION_NOT_FOUND` if no criterion matches, `CRITERION_AMBIGUOUS` if several do, `CRITERIA_OPEN` if its
 * newest run failed.
 */
export function decideChecked(
  { criteria: wanted, proof: given, by }: SpecRequests['CheckCriteria'],
  spec: ActiveSpec,
): readonly CriterionChecked[] {
  const isOfHolder = given?.reason !== undefined && isSamePerson(spec.lastHolder, by);
  const proof = isOfHolder ? { ...given, byHolder: true as const } : given;
  const criteria = criteriaIn(spec);
  const tickOf = tickFinder(criteria, ticksOf(spec));
  const chosen = named(wanted, criteria, spec);
  const failing = unmetIn(spec).filter(
    ({ n, state }) => state === 'failing' && chosen.some((one) => one.n === n),
  );
  if (failing.length > 0) throw criteriaUnmet(spec, failing, 'was not changed');
  return chosen.flatMap((criterion) => {
    const { done, box } = criterion;
    const before = tickOf(criterion);
    const stands = done && before !== undefined && !before.isReworded;
    const known = stands
      ? [...(before.tick.earlier ?? []), ...(before.tick.proof ? [before.tick.proof] : [])]
      : [];
    if (stands && (proof === undefined || known.some((one) => jsonEquals(one, proof)))) return [];
    const earlier = known.length > 0 && { earlier: known };
    const tick = tickFact({ ...criterion, ...(proof && { proof }), ...earlier });
    const stood = done ? { wasTicked: true as const } : box !== '[ ]' && { was: box };
    return [{ type: 'CriterionChecked', data: { ...tick, ...stood } }];
  });
}

/** Returns the events that untick criteria; any other mark in a checkbox is also removed. */
export function decideUnchecked(
  { criteria: wanted, reason }: SpecRequests['UncheckCriteria'],
  spec: ActiveSpec,
): readonly CriterionUnchecked[] {
  const criteria = criteriaIn(spec);
  const tickOf = tickFinder(criteria, ticksOf(spec));
  return named(wanted, criteria, spec).flatMap((criterion) => {
    const { done, box } = criterion;
    if (markIn(box) === '') return [];
    const { proof, earlier } = (done ? tickOf(criterion)?.tick : undefined) ?? {};
    return [
      {
        type: 'CriterionUnchecked',
        data: {
          ...tickFact({ ...criterion, ...(proof && { proof }), ...(earlier && { earlier }) }),
          ...(reason !== undefined && { reason: fieldText('reason', reason) }),
          ...(!done && { was: box }),
          ...(box === '[X]' && { mark: 'X' as const }),
        },
      },
    ];
  });
}

/**
 * Returns the event that adds a criterion.
 * @throws SpectoolError `FIELD_INVALID` if the text is empty or has several lines, or if a criterion with this text exists.
 */
export function decideAdded(
  { text: given }: SpecRequests['AddCriterion'],
  spec: ActiveSpec,
): readonly CriterionAdded[] {
  const line = fieldText('text', given).trim();
  const bare = checkboxIn(`- ${line}`);
  // If the given text is not a list item, brackets such as `[P]` may be a word of the criterion, so only `[ ]` and `[x]` are
  // removed.
  const isBox = bare !== undefined && (isTicked(bare.box) || markIn(bare.box) === '');
  const text = (isBox ? bare : checkboxIn(line))?.text ?? line;
  if (isBlankText(text))
    throw new SpectoolError('FIELD_INVALID', 'A criterion needs a text.', { details: { field: 'text' } });
  const criteria = criteriaIn(spec);
  const words = withoutLabel(text);
  const same = criteria.find((one) => one.text === text || withoutLabel(one.text) === words);
  if (same !== undefined)
    throw new SpectoolError(
      'FIELD_INVALID',
      `${spec.labels.ref} has this criterion already, as number ${String(same.n)}.`,
      {
        details: { field: 'text', n: same.n },
      },
    );
  const { blank, newSection } = withCriterion(spec.text?.body ?? '', spec.text?.criteriaSections ?? [], text);
  const named = labelledLikeOthers(text, criteria, highestLabel(spec), blank?.trim());
  return [
    {
      type: 'CriterionAdded',
      data: { text: named, ...(blank !== undefined && { blank }), ...(newSection && { newSection }) },
    },
  ];
}

/** Returns the highest number of a label that the log knows, because tests may still name the label of a removed criterion. */
function highestLabel(spec: ActiveSpec): number {
  const { known = [], verdicts = [], retired = [], lastLabel = 0 } = spec;
  const labels = [...known, ...verdicts, ...retired, ...ticksOf(spec)].map(({ label = '' }) => label);
  return largestNumber(labels.map(numberOf), lastLabel);
}

/** Returns the event that gives labels to criteria without one. */
export function decideLabelled(_: object, spec: ActiveSpec): readonly CriteriaLabelled[] {
  const labels = missingLabels(criteriaIn(spec), highestLabel(spec));
  return labels.length === 0 ? [] : [{ type: 'CriteriaLabelled', data: { labels } }];
}

/**
 * Returns the events for what tests say about criteria. A proven criterion is ticked; a failing one is unticked, except in a
 * complete spec, which only a person reopens.
 */
export function decideVerdicts(
  { tested }: SpecRequests['RecordVerdicts'],
  spec: ActiveSpec,
): readonly SpecEvent[] {
  const byLabel = new Map(
    criteriaIn(spec).flatMap((one) => (one.label === undefined ? [] : [[labelKey(one.label), one]])),
  );
  return tested.flatMap(({ label, state, recorded }): readonly SpecEvent[] => {
    const criterion = byLabel.get(labelKey(label));
    if (criterion === undefined) return [];
    const { done, box } = criterion;
    const events: SpecEvent[] = recorded === undefined ? [] : [{ type: 'CriterionTested', data: recorded }];
    if (state === 'proven' && !done)
      events.push({
        type: 'CriterionChecked',
        data: { ...tickFact(criterion), ...(box !== '[ ]' && { was: box }) },
      });
    const failed = recorded?.tests.find(({ outcome }) => outcome === 'failed');
    if (failed !== undefined && done && spec.frontmatter['status'] !== 'complete')
      events.push({
        type: 'CriterionUnchecked',
        data: {
          ...tickFact(criterion),
          reason: `test failed: ${failed.name}`.slice(0, 200),
          ...(box === '[X]' && { mark: 'X' as const }),
        },
      });
    return events;
  });
}

const LONGEST_RANGE = 1000;

/** Expands lists and ranges of numbers, such as `1,2` and `1-3`; any other text names one criterion and is returned unchanged. */
function numbersIn(wanted: string): readonly string[] {
  if (!/^\d{1,9}(?:-\d{1,9})?(?:\s*,\s*\d{1,9}(?:-\d{1,9})?)*$/.test(wanted)) return [wanted];
  return wanted.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.trim().split('-').map(Number);
    // For a reversed or very long range, only the two ends are looked up.
    if (last < first || last - first > LONGEST_RANGE) return [String(first), String(last)];
    return Array.from({ length: last - first + 1 }, (_, i) => String(first + i));
  });
}

/** Returns the criteria that `wanted` names, each once, in the order of the document. */
function named(
  wanted: readonly string[],
  criteria: readonly Criterion[],
  { labels }: ActiveSpec,
): readonly Criterion[] {
  const found = new Set(wanted.flatMap(numbersIn).map((one) => findCriterion(criteria, one, labels.ref)));
  return criteria.filter((one) => found.has(one));
}

/**
 * Returns the event that replaces the text of a section, or appends a text to it.
 * @throws SpectoolError `SECTION_NOT_FOUND` if no section has the name, `SECTION_AMBIGUOUS` if several have it, `FIELD_INVALID`
 * for a text that would end the section.
 */
export function decideSection(
  { section: name, text: given, how }: SpecRequests['ReplaceSection'],
  spec: ActiveSpec,
): readonly SectionReplaced[] {
  const { body, bodyLine = 1 } = spec.text ?? { body: '' };
  const section = findSection({ ref: spec.labels.ref, body, bodyLine }, name);
  const text = withoutOwnHeading(plain(given), section);
  refuseHeadings(text, section);
  const old = body.slice(section.bodyStart, section.end);
  const now = text === '' && how === 'append' ? old : editedSection(body, section, text, how);
  if (now === old) return [];
  refuseOpenBlock(body, section, now);
  return [
    {
      type: 'SectionReplaced',
      data: {
        heading: section.heading,
        ...(section.nth > 1 && { nth: section.nth }),
        ...replacedLines(old, now),
      },
    },
  ];
}

function plain(given: string): string {
  const problem =
    given.length > BOUNDS.section
      ? `is longer than ${String(BOUNDS.section)} characters`
      : textProblem(given);
  if (problem !== undefined) throw invalid(`The text ${problem}.`);
  return insertedText(given);
}

/**
 * Returns the given text without the section's own heading, because a user may have copied a printed section, which includes it.
 */
function withoutOwnHeading(text: string, { heading, level }: Section): string {
  const [first] = placedHeadings(text);
  const isOwn =
    first?.line === 1 && first.level === level && bareHeading(first.heading) === bareHeading(heading);
  if (!isOwn) return text;
  const below = text.slice(lineEnd(text, first.textEnd));
  return withoutBlankEnds(text.startsWith('#') ? below : below.slice(lineEnd(below, 0)));
}

function refuseHeadings(text: string, { heading, level }: Section): void {
  for (const other of placedHeadings(text))
    if (other.level <= level)
      throw invalid(
        `Line ${String(other.line)} of the text is a heading that would end the section ${quoted(heading)}: ${quoted(other.heading)}.`,
        `Begin that heading with ${String(level + 1)} or more "#", or write that section in a change of its own.`,
      );
}

/**
 * Refuses a text with a code block or comment that is never closed, because the text below the section would become part of it.
 */
function refuseOpenBlock(body: string, { heading, bodyStart, end }: Section, now: string): void {
  const head = body.slice(0, bodyStart) + (bodyStart > 0 && body[bodyStart - 1] !== '\n' ? '\n' : '');
  const below = (text: string, from: number) =>
    [...placedHeadings(text)].filter(({ start }) => start >= from).map(nameAndLevel);
  const after = below(head + now + body.slice(end), head.length + now.length);
  if (after.join('\n') === below(body, end).join('\n')) return;
  throw invalid(
    `The text leaves a code block or comment open, which would include the sections below ${quoted(heading)}.`,
    'Close the code block or comment.',
  );
}

function nameAndLevel({ heading, level }: PlacedHeading): string {
  return `${String(level)} ${heading}`;
}

function invalid(message: string, hint?: string): SpectoolError {
  return new SpectoolError('FIELD_INVALID', message, {
    ...(hint !== undefined && { hint }),
    details: { field: 'text' },
  });
}

/**
 * Returns the event that adds a note.
 * @throws SpectoolError `FIELD_INVALID` if the note is empty, too long, or not plain text.
 */
export function decideNote(
  { text: given, today, by }: SpecRequests['AddNote'],
  spec: ActiveSpec,
): readonly NoteAdded[] {
  const text = insertedText(given);
  const problem = noteProblem(text);
  if (problem !== undefined)
    throw new SpectoolError('FIELD_INVALID', `The note ${problem}.`, {
      hint: 'Keep notes short; put longer text into a section or a file of its own.',
      details: { field: 'text' },
    });
  const signed = `${today} (${by.replace(/[\0-\x1f\x7f-\x9f\s]+/g, ' ').trim()})`;
  return [{ type: 'NoteAdded', data: addedNote(spec, text, signed) }];
}

function noteProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (text.length > BOUNDS.note) return `is longer than ${String(BOUNDS.note)} characters`;
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text)) return 'contains a control character';
  return textProblem(text);
}

/**
 * Returns the events that revert recorded events: a `ChangeUndone` event, then the inverse of each event, newest first.
 * @throws SpectoolError `UNDO_REFUSED` if later changes depend on the events, or if an event cannot be reverted.
 */
export function decideUndo({ undone, events }: SpecRequests['Undo'], spec: ActiveSpec): readonly SpecEvent[] {
  try {
    const back = events.toReversed().flatMap((event) => inverseOf(event, spec));
    const facts: readonly SpecEvent[] = [{ type: 'ChangeUndone', data: { undone } }, ...back];
    if (isWellFormed(facts.reduce(evolve, spec))) return facts;
  } catch (error) {
    // Data of an unexpected shape, as in a damaged or hostile log, may cause any error.
    if (error instanceof SpectoolError) throw error;
  }
  throw undoRefused(
    spec,
    'the record of the change is not in the format that spectool writes',
    'Change the spec directly instead.',
  );
}
