import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type {
  ExportedCommit,
  ExportedSpec,
  ExportProjectResult,
} from '../../application/queries/project/exportProject.js';
import { personText } from '../../domain/value/person.js';
import { withoutLabel } from '../../domain/criteria/checkboxes.js';
import { retiredWords } from '../../domain/criteria/criteria.js';
import { type Edge, findCycles } from '../../domain/graph/dependencies.js';
import type { CriterionView } from '../../domain/log/criteriaViews.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { type DistinctName, distinctNames, referenceIndex } from '../../domain/naming/references.js';
import { describeDoubtfulCriteria, PROOF_STATES, stateWords } from '../../domain/proof/criterionStates.js';
import { APPROVAL_FIELD, approvalWords } from '../../domain/review/approvalState.js';
import { outcomeText } from '../../domain/spec/archiveOutcome.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { eventSentence, partsText, tickText } from '../presentation/sentences.js';
import type { PageMatrixRow, PageSpec, PageState } from './pageData.js';
import { escaped, type LinkTarget, renderMarkdown, type ShownProof } from './renderMarkdown.js';

/** A spec's data for the page, and the spec's text as sanitised HTML. */
interface BuiltSpec {
  readonly page: PageSpec;
  readonly text: string;
  /** The criteria with their tests; `rank` is smallest for the worst state, `isTested` is true if a report was recorded. */
  readonly matrix: readonly {
    readonly rank: number;
    readonly isTested: boolean;
    readonly row: PageMatrixRow;
  }[];
}

/**
 * Returns a function that converts an exported spec into the page's data.
 * @param folders the folders of all exported specs.
 * @param digits number of digits of a spec number (`structure.sequenceDigits`).
 */
function pageSpecs(folders: readonly SpecFolder[], digits: number): (exported: ExportedSpec) => BuiltSpec {
  const find = referenceIndex(folders);
  const byPath = new Map(folders.map((folder) => [folder.path, folder]));
  const addressOf = distinctNames(folders);
  const named = (names: readonly string[]) => [
    ...new Map(names.flatMap((name) => find(name) ?? []).map((spec) => [addressOf(spec), spec])),
  ];
  return (one) => {
    const { spec, body, criteria } = one;
    const needs = named(spec.dependsOn);
    const counted = criteria.filter(({ retired }) => retired === undefined);
    const doubts = describeDoubtfulCriteria(spec.proof);
    const neededAt = new Map(
      needs.flatMap(([address, { ref, path }]) => [ref, path].map((name) => [name, address])),
    );
    const page = {
      ref: addressOf(spec),
      ...unturned(facts(spec, digits)),
      ...(counted.length > 0 && {
        met: [counted.filter(({ done }) => done).length, counted.length] as const,
      }),
      ...(doubts.length > 0 && { doubts }),
      needs: needs.map(([address]) => address),
      waitsFor: one.waitsFor.map((ref) => neededAt.get(ref) ?? ref),
      ...(spec.partOf !== undefined && { partOf: named([spec.partOf])[0]?.[0] ?? spec.partOf }),
      ...(one.parts !== undefined && {
        parts: { progress: partsText(one.parts), specs: named(one.parts.specs).map(([address]) => address) },
      }),
      related: named(spec.related).map(([address]) => address),
      ...(one.diverged !== undefined && { diverged: unturned(one.diverged) }),
      events: unturned(eventsOf(one)),
      ...(one.commits !== undefined && { commits: unturned(commitsOf(one.commits)) }),
    };
    const targets = targetsFrom(spec.path, byPath, addressOf);
    const text = renderMarkdown(body, targets, unturned(criteria.flatMap(shownProof)));
    return { page, text, matrix: matrixOf(one, page.ref) };
  };
}

/** Returns the words about a criterion; nothing for a retired criterion, whose reason stands in the document. */
function shownProof(criterion: CriterionView): readonly ShownProof[] {
  const { text, state, retired } = criterion;
  return retired ? [] : [{ text, proof: tickText(criterion), isFailing: state === 'failing' }];
}

const MOST_TESTS = 5;

function matrixOf({ criteria }: ExportedSpec, address: string): BuiltSpec['matrix'] {
  return criteria.map(({ n, label = String(n), text, state, retired, verdict }) => {
    const tests = verdict?.tests ?? [];
    const left = tests.length - MOST_TESTS;
    const row = {
      ref: address,
      label,
      text: withoutLabel((retired && retiredWords(text)) ?? text),
      state: retired ? 'retired' : stateWords(state),
      tests: tests.slice(0, MOST_TESTS).map(({ name, outcome }) => [name, outcome] as const),
      ...(left > 0 && { more: left }),
    };
    const rank = retired ? PROOF_STATES.length : PROOF_STATES.indexOf(state);
    return { rank, isTested: verdict !== undefined, row: unturned(row) };
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

/** Matches characters that change the writing direction. They would reorder the text around them, even in the window's title. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Replaces characters that change the writing direction by escapes such as `\u202e`, in all strings of a value. */
function unturned<Value>(value: Value): Value {
  if (typeof value === 'string')
    return value.replace(TURNS, (char) => `\\u${char.charCodeAt(0).toString(16)}`) as Value;
  if (Array.isArray(value)) return value.map(unturned) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unturned(member)])) as Value;
}

function facts(spec: SpecView, digits: number) {
  const { title, tags, priority, assignee, reviewer, group, completed, claim, approval } = spec;
  const isOpen = !spec.archived && spec.status !== 'complete';
  const isUnapproved = isOpen && approval !== undefined && approval.state !== 'approved';
  return {
    number: spec.sequence === null ? '' : String(spec.sequence).padStart(digits, '0'),
    title,
    state: stateOf(spec),
    ...(spec.archivedAs !== undefined && { ended: outcomeText(spec.archivedAs, spec.supersededBy) }),
    ...(priority !== undefined && { priority }),
    tags,
    ...(assignee !== undefined && { assignee: personText(assignee) }),
    ...(reviewer !== undefined && { reviewer: personText(reviewer) }),
    ...(group !== undefined && { group }),
    ...(spec.created !== null && { created: spec.created }),
    ...(spec.updated !== null && { updated: spec.updated }),
    ...(completed !== undefined && { completed }),
    ...(claim !== undefined && { claim: { by: personText(claim.by), until: claim.until } }),
    ...(approval !== undefined && { approval: approvalWords(approval) }),
    ...(isUnapproved && { unapproved: approval.state === 'lapsed' ? 'approval lapsed' : 'not approved' }),
    fields: Object.entries(spec.fields)
      .filter(([name]) => name !== APPROVAL_FIELD || spec.approval === undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const),
    problems: (spec.problems ?? []).map(({ message }) => message),
  };
}

function stateOf({ archived, status }: SpecView): PageState {
  return archived ? 'archived' : (status ?? 'unknown');
}

function eventsOf({ events }: ExportedSpec): PageSpec['events'] {
  return events.map(({ type, data, at, actor }) => [
    at ?? '',
    actor == null ? '' : personText(actor),
    eventSentence(type, data),
  ]);
}

/**
 * Returns a function for the links in a spec's text. Links to other specs lead to their pages, web links are kept, and links to
 * other files of the repository are removed.
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

/** Returns the compressed JSON of a value in base64. The highest level would take twice as long, for half a percent of the size. */
function packed(value: object): string {
  return deflateRawSync(JSON.stringify(value), { level: 6 }).toString('base64');
}

/** The script and the style sheet of the page, as the build of spectool writes them. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
}

/**
 * Returns the page as one self-contained HTML file. Data and texts are compressed blocks that the page unpacks, the texts on first
 * use. The content security policy allows only this script and style, and no requests. The same data gives the same bytes.
 * @param digits number of digits of a spec number (`structure.sequenceDigits`).
 */
export function renderPage(
  exported: ExportProjectResult,
  digits: number,
  { script, style }: PageParts,
): Buffer {
  const { specs, project, archivedComplete, madeFrom, commitAddress } = exported;
  const built = specs.map(
    pageSpecs(
      specs.map(({ spec }) => spec),
      digits,
    ),
  );
  const edges = built.flatMap(({ page }) => page.needs.map((to): Edge => ({ from: page.ref, to })));
  const matrix = built.flatMap((one) => one.matrix);
  const title = escaped(`${project === '' ? 'Specs' : project} · specs`);
  const policy = [
    "default-src 'none'",
    `script-src '${digest(script)}'`,
    `style-src '${digest(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const data = packed({
    specs: built.map(({ page }) => page),
    project: unturned(project),
    archivedComplete,
    madeFrom,
    commitAddress,
    cycles: findCycles(edges),
    ...(matrix.some(({ isTested }) => isTested) && {
      matrix: matrix.toSorted((a, b) => a.rank - b.rank).map(({ row }) => row),
    }),
  });
  const lines = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<noscript><p>This page needs JavaScript, which is turned off.</p></noscript>',
    '<div id="app"></div>',
    `<script type="text/plain" id="data">${data}</script>`,
    `<script type="text/plain" id="texts">${packed(built.map(({ text }) => text))}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ];
  // Convert each line to bytes separately, because one string of all lines could take two bytes of memory per character.
  return Buffer.concat(lines.map((line, i) => Buffer.from(i === 0 ? line : `\n${line}`, 'utf8')));
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}
