import { asWritten, listPart } from '../../domain/document/markdownText.js';
import type { Finding } from '../../domain/findings/finding.js';
import { describeDoubtfulCriteria } from '../../domain/proof/criterionStates.js';
import type { CriterionChangeKind } from '../../domain/review/pairedTexts.js';
import type { SpecChanges } from '../../domain/review/specChanges.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import type { JsonValue } from '../../domain/value/jsonValue.js';
import { cutText } from '../../domain/value/text.js';
import type { PageLinks } from './specIndex.js';

/** A spec whose document a branch added, changed or deleted, with what changed, as `review` shows it. */
export interface ReportedSpec extends SpecChanges {
  readonly kind: 'new' | 'changed' | 'deleted';
  /** The spec as it is now; a deleted spec as it was. */
  readonly spec: SpecView;
  /** Previous folder, if the spec moved. */
  readonly movedFrom?: string;
}

export interface ChangesReport {
  /** The commit at which the branch left the base. */
  readonly since: { readonly base: string; readonly commit: string };
  /** The changed specs, by number. */
  readonly changes: readonly ReportedSpec[];
  /** Findings of `validate` in the changed specs. */
  readonly findings: readonly Finding[];
}

/** The most specs and the most letters of a text, because a comment on GitHub has at most 65,536 characters. */
const [MOST, LONGEST] = [30, 100];

/** Returns what a branch changed in specs, for the reviewers of a pull request. */
export function changesPage({ since, changes, findings }: ChangesReport, links: PageLinks): string {
  const count = changes.length === 1 ? '1 spec' : `${String(changes.length)} specs`;
  const toCorrect = findings.map(
    ({ severity, code, file, message }) => `- ${severity}: ${short(message)} (${short(file)}, ${code})`,
  );
  const changed = changes.map((change) => `- ${changeText(change, links)}`);
  return [
    // Begin with a marker, so that a later run can find the comment on GitHub and update it.
    `<!-- spectool report -->\n\n${count} changed since ${short(since.base)} (\`${since.commit.slice(0, 10)}\`)`,
    ...listPart('## Specs', changed, MOST),
    ...listPart('## To correct', toCorrect, BOUNDS.shown),
  ].join('\n\n');
}

const WORDS: Readonly<Partial<Record<CriterionChangeKind, string>>> = {
  ticked: 'met',
  unticked: 'open again',
};

function changeText(
  { kind, spec, movedFrom, criteria, fields, sections }: ReportedSpec,
  links: PageLinks,
): string {
  const name = `${links.number(spec)} ${short(spec.title)}`;
  if (kind === 'deleted') return `~~${name}~~: **deleted**`;
  const { done = 0, total = 0 } = spec.criteria ?? {};
  const facts = [
    ...(kind === 'new' ? ['**new**'] : []),
    spec.archived ? 'archived' : (spec.status ?? 'unknown'),
    ...(total > 0 ? [`${String(done)}/${String(total)} met`] : []),
    ...describeDoubtfulCriteria(spec.proof),
    ...(spec.forced === undefined ? [] : [`completed by force: ${short(spec.forced.reason)}`]),
    ...(movedFrom === undefined ? [] : [`moved from ${short(movedFrom)}`]),
  ];
  const changed = [
    ...fields.map(({ field, from, to }) => `field ${short(field)}: ${word(from)} → ${word(to)}`),
    ...criteria.flatMap(({ kinds, was = '', now = was }) =>
      kinds.map((one) => `${WORDS[one] ?? one}: ${short(now)}`),
    ),
    ...sections.map(({ heading }) => `text of ${heading === '' ? 'the beginning' : short(heading)}`),
  ];
  const left = changed.length - BOUNDS.shown;
  const shown = [...changed.slice(0, BOUNDS.shown), ...(left > 0 ? [`… and ${String(left)} more`] : [])];
  const below = kind === 'new' ? [] : shown.map((line) => `  - ${line}`);
  return [`${links.to(name, spec)}: ${facts.join(', ')}`, ...below].join('\n');
}

function word(value: JsonValue): string {
  return value === null ? 'none' : short(typeof value === 'string' ? value : JSON.stringify(value));
}

function short(text: string): string {
  return asWritten(text.length > LONGEST ? `${cutText(text, LONGEST)}…` : text);
}
