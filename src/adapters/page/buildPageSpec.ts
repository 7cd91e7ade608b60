import type { ExportedCommit, ExportedSpec } from '../../application/projections/exportedSpec.js';
import { withoutLabel } from '../../domain/criteria/checkboxGrammar.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import { doubtWords, type ProofState, stateWords } from '../../domain/proof/criterionStates.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { type DistinctName, distinctNames } from '../../domain/naming/unambiguousSpecNames.js';
import { referenceIndex } from '../../domain/naming/referenceIndex.js';
import { retiredWords } from '../../domain/criteria/retiredCriteria.js';
import { APPROVAL_FIELD, approvalWords } from '../../domain/review/approvalState.js';
import { outcomeText } from '../../domain/spec/archiveOutcome.js';
import { dayOf } from '../../domain/value/calendarDate.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { eventSentence } from '../presentation/eventSentence.js';
import { partsText } from '../presentation/describeParts.js';
import { tickText } from '../presentation/describeTick.js';
import type { PageCriterion, PageMatrixRow, PageSpec, PageState } from './pageData.js';
import { type LinkTarget, renderMarkdown } from './renderMarkdown.js';

/** A spec as the page has it, and its text as sanitised HTML. */
export interface BuiltSpec {
  readonly page: PageSpec;
  readonly text: string;
  /** The criteria that count, with their tests; empty if no report of tests was recorded for the spec. */
  readonly matrix: readonly { readonly state: ProofState; readonly row: PageMatrixRow }[];
}

/**
 * Returns a function that converts an exported spec into the page's data.
 * @param folders the folders of all exported specs.
 * @param digits number of digits of a spec number (`structure.sequenceDigits`).
 */
export function pageSpecs(
  folders: readonly SpecFolder[],
  digits: number,
): (exported: ExportedSpec) => BuiltSpec {
  const find = referenceIndex(folders);
  const byPath = new Map(folders.map((folder) => [folder.path, folder]));
  const addressOf = distinctNames(folders);
  const named = (names: readonly string[]) => [
    ...new Map(names.flatMap((name) => find(name) ?? []).map((spec) => [addressOf(spec), spec])),
  ];
  return (one) => {
    const { spec, body, criteria } = one;
    const needs = named(spec.dependsOn);
    const doubts = doubtWords(spec.proof);
    const neededAt = new Map(
      needs.flatMap(([address, { ref, path }]) => [ref, path].map((name) => [name, address])),
    );
    const page = {
      ref: addressOf(spec),
      ...unturned(facts(spec, digits)),
      criteria: unturned(criteria.map(pageCriterion)),
      ...(doubts.length > 0 && { doubts }),
      needs: needs.map(([address]) => address),
      waitsFor: one.waitsFor.map((ref) => neededAt.get(ref) ?? ref),
      ...(spec.partOf !== undefined && { partOf: named([spec.partOf])[0]?.[0] ?? spec.partOf }),
      ...(one.parts !== undefined && {
        parts: { progress: partsText(one.parts), specs: named(one.parts.specs).map(([address]) => address) },
      }),
      related: named(spec.related).map(([address]) => address),
      phases: one.phases.map(({ day, state }) => [day, state] as const),
      ...worked(one),
      ...(one.diverged !== undefined && { diverged: unturned(one.diverged) }),
      events: unturned(eventsOf(one)),
      ...(one.commits !== undefined && { commits: unturned(commitsOf(one.commits)) }),
    };
    const targets = targetsFrom(spec.path, byPath, addressOf);
    const text = renderMarkdown(body, targets, new Set(criteria.map((criterion) => criterion.text)));
    return { page, text, matrix: matrixOf(one, page.ref) };
  };
}

function pageCriterion(criterion: CriterionView): PageCriterion {
  const { text, done, retired } = criterion;
  const proof = tickText(criterion);
  if (retired === undefined) return { text, done, ...(proof !== '' && { proof }) };
  return { text: retiredWords(text) ?? text, done, retired: true, proof: `retired: ${retired.reason}` };
}

const MOST_TESTS = 5;

function matrixOf({ criteria }: ExportedSpec, address: string): BuiltSpec['matrix'] {
  if (criteria.every(({ verdict }) => verdict === undefined)) return [];
  return criteria
    .filter(({ retired }) => retired === undefined)
    .map(({ n, label = String(n), text, state, verdict: { tests = [] } = {} }) => {
      const left = tests.length - MOST_TESTS;
      const row = {
        ref: address,
        label,
        text: withoutLabel(text),
        state: stateWords(state),
        tests: tests.slice(0, MOST_TESTS).map(({ name, outcome }) => [name, outcome] as const),
        ...(left > 0 && { more: left }),
      };
      return { state, row: unturned(row) };
    });
}

const MOST_COMMITS = 12;

function commitsOf(commits: readonly ExportedCommit[]): NonNullable<PageSpec['commits']> {
  const shown = commits.slice(0, MOST_COMMITS);
  return {
    total: commits.length,
    shown: shown.map(({ hash, at, subject }) => [hash.slice(0, 10), at.slice(0, 10), subject] as const),
  };
}

/** Matches bidirectional control characters, which would reorder the text around them, even in a menu or the window's title. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Replaces bidirectional control characters by escapes such as `\u202e`, in all strings of a value. */
export function unturned<Value>(value: Value): Value {
  if (typeof value === 'string')
    return value.replace(TURNS, (char) => `\\u${char.charCodeAt(0).toString(16)}`) as Value;
  if (Array.isArray(value)) return value.map(unturned) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unturned(member)])) as Value;
}

function facts(spec: SpecView, digits: number) {
  const { title, tags, priority, assignee, reviewer, group, completed, claim } = spec;
  return {
    number: spec.sequence === null ? '' : String(spec.sequence).padStart(digits, '0'),
    title,
    state: stateOf(spec),
    ...(spec.archivedAs !== undefined && { ended: outcomeText(spec.archivedAs, spec.supersededBy) }),
    ...(priority !== undefined && { priority }),
    tags,
    ...(assignee !== undefined && { assignee }),
    ...(reviewer !== undefined && { reviewer }),
    ...(group !== undefined && { group }),
    ...(spec.created !== null && { created: spec.created }),
    ...(spec.updated !== null && { updated: spec.updated }),
    ...(completed !== undefined && { completed }),
    ...(claim !== undefined && { claim: { by: claim.by, until: claim.until } }),
    ...(spec.approval !== undefined && { approval: approvalWords(spec.approval) }),
    fields: Object.entries(spec.fields)
      .filter(([name]) => name !== APPROVAL_FIELD || spec.approval === undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const),
    problems: (spec.problems ?? []).map(({ message }) => message),
  };
}

function worked({ spec, startedAt, completedAt }: ExportedSpec): Pick<PageSpec, 'worked'> {
  const [from, to] = [startedAt, completedAt].map((at) => (at === undefined ? undefined : dayOf(at)));
  if (spec.status !== 'complete' || from === undefined || to === undefined || to < from) return {};
  return { worked: [from, to] };
}

function stateOf({ archived, status }: SpecView): PageState {
  return archived ? 'archived' : (status ?? 'unknown');
}

function eventsOf({ events }: ExportedSpec): PageSpec['events'] {
  return events.map(({ type, data, at, actor }) => [at ?? '', actor ?? '', eventSentence(type, data)]);
}

/**
 * Returns a function that maps a link in a spec's text to the page of another spec, and drops links to other files of the
 * repository.
 */
function targetsFrom(
  path: string,
  byPath: ReadonlyMap<string, SpecFolder>,
  addressOf: DistinctName,
): LinkTarget {
  return (href) => {
    if (/^(?:https?:|mailto:)/i.test(href)) return href;
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href)) return undefined;
    const parts = path.split('/');
    for (const part of decoded(href.replace(/[?#].*$/, '')).split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.' && part !== '') parts.push(part);
    }
    const spec = byPath.get(parts.join('/')) ?? byPath.get(parts.slice(0, -1).join('/'));
    return spec === undefined || spec.path === path
      ? undefined
      : `#/spec/${encodeURIComponent(addressOf(spec))}`;
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
