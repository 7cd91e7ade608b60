import { BOUNDS } from '../../domain/value/bounds.js';
import { firstOf } from '../../domain/value/collections.js';
import { quoted } from '../../domain/value/text.js';
import { criteriaOfDocument, shortenCriterion, openCriteria } from '../../domain/criteria/criteria.js';
import { emptySections } from '../../domain/document/sections/sections.js';
import { bodyOf, type SpecDocument } from '../../domain/document/specDocument.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { criteriaLostSinceBegin } from '../../domain/spec/criteriaInText.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Services } from '../services.js';
import type { Warning } from '../useCase.js';
import type { ChangedSpec, RecordDrafts } from './plannedChange.js';
import { reopenAdvice } from './changeResult.js';

/**
 * Returns warnings about a spec whose status was just set, for example that its dependencies are not complete, sections are
 * empty, or criteria are open.
 */
export function statusWarnings(
  use: Services,
  drafts: RecordDrafts,
  changed: ChangedSpec,
  spec: SpecView,
): readonly Warning[] {
  const { document, record, log } = changed;
  const { features, criteria } = use.config;
  const isComplete = spec.status === 'complete';
  if (!isComplete && spec.status !== 'in-progress') return [];
  // Nothing can be written in a document of another tool that was deleted.
  if (spec.archived && changed.folder.at !== undefined) return [];
  const path = use.specStore.documentPath(changed.folder);
  return [
    ...(isComplete
      ? []
      : waiting(
          spec,
          drafts.once('statuses', () => use.specCatalog.statuses()),
        )),
    ...emptyText(use, spec, path, document),
    ...(isComplete ? openCriteriaWarnings(spec, path, document, criteria.sections) : []),
    ...(features.collaboration ? unnamed(spec, isComplete ? 'reviewer' : 'assignee') : []),
    ...(isComplete && record !== undefined ? rewordedCriteria(document, log, criteria.sections) : []),
    ...use.policies.after({ ...changed, drafts, view: spec }),
  ];
}

/** Warns that the spec has no assignee or reviewer. Used only in projects with the feature `collaboration`. */
function unnamed(spec: SpecView, field: 'assignee' | 'reviewer'): readonly Warning[] {
  if (spec[field] !== undefined) return [];
  return [
    {
      code: 'FIELD_MISSING',
      message: `${spec.ref} has no ${field}.`,
      advice: [{ useCase: 'updateSpec', request: { spec: spec.ref }, needs: [field], to: 'name one' }],
    },
  ];
}

function waiting(spec: SpecView, statusOf: (reference: string) => string | undefined): readonly Warning[] {
  const open = spec.dependsOn.flatMap((ref) => {
    const status = statusOf(ref);
    return status === 'complete' ? [] : [`${ref} (${status ?? 'missing'})`];
  });
  if (open.length === 0) return [];
  return [
    {
      code: 'BLOCKED',
      message: `${spec.ref} depends on specs that are not complete: ${open.join(', ')}.`,
      advice: [
        {
          useCase: 'showDependencies',
          request: { spec: spec.ref },
          to: 'see the specs that this spec waits for',
        },
        { useCase: 'nextSpecs', to: 'see which specs are ready' },
      ],
    },
  ];
}

/** Warns that the text of a spec is still empty or the unchanged template. */
function noText({ ref, status }: SpecView, path: string): Warning {
  return {
    code: 'SECTION_EMPTY',
    message: `${ref} ${status === 'complete' ? 'is complete without text' : 'has no text yet'}: nothing is written in ${path}.`,
    hint: 'Describe the problem, the solution, and the criteria for when the spec is done.',
  };
}

/** Warns of headings without text. Reads the templates only if a section or the criteria are empty. */
function emptyText(use: Services, spec: SpecView, path: string, document: SpecDocument): readonly Warning[] {
  const empty = emptySections(bodyOf(document), use.config.sections.recommended);
  if (empty.length === 0 && spec.criteria !== undefined) return [];
  if (use.newSpecText.isUnwritten(document)) return [noText(spec, path)];
  if (empty.length === 0) return [];
  const names = empty.map(
    ({ heading, line }) => `${quoted(heading)} (line ${String(line + document.bodyLine - 1)})`,
  );
  return [
    {
      code: 'SECTION_EMPTY',
      message: `${path}: nothing is written under ${firstOf(names, BOUNDS.listed)}.`,
      hint: 'Write a few sentences under each of these headings; comments of the template do not count.',
    },
  ];
}

/** Warns of open criteria, with their line numbers, or that a complete spec has no criteria. */
function openCriteriaWarnings(
  { ref, archived, criteria: progress }: SpecView,
  path: string,
  document: SpecDocument,
  sections: readonly string[],
): readonly Warning[] {
  if (progress === undefined)
    return [
      {
        code: 'NO_CRITERIA',
        message: `${ref} has no criteria that define when the spec is done.`,
        advice: [{ useCase: 'addCriterion', request: { spec: ref }, needs: ['text'], to: 'add a criterion' }],
      },
    ];
  const open = openCriteria(criteriaOfDocument(document, sections));
  if (open.length === 0) return [];
  const lines = open.map(({ line }) => String(line + document.bodyLine - 1));
  return [
    {
      code: 'CRITERIA_UNCHECKED',
      message: `${path}: ${open.length === 1 ? 'a criterion is' : `${String(open.length)} criteria are`} not ticked (line ${firstOf(lines, BOUNDS.listed)}).`,
      advice: [
        {
          useCase: 'checkCriteria',
          request: { spec: ref, criteria: open.slice(0, 20).map(({ n }) => String(n)) },
          to: 'tick the criteria that are met',
        },
        reopenAdvice(ref, archived),
      ],
    },
  ];
}

/** Warns of criteria whose words have changed since the spec was begun. */
function rewordedCriteria(
  { text, bodyStart }: SpecDocument,
  log: readonly LogRecord[],
  criteriaSections: readonly string[],
): readonly Warning[] {
  const { spec } = foldSpec(log);
  if (spec.kind === 'absent') return [];
  return criteriaLostSinceBegin({
    ...spec,
    text: { body: text.slice(bodyStart), criteriaSections },
  }).reworded.map(({ was, now }) => ({
    code: 'CRITERION_REWORDED',
    message: `A criterion was reworded since the spec was begun: "${shortenCriterion(was.text)}" is now "${shortenCriterion(now.text)}".`,
  }));
}

type Placed = Pick<SpecFolder, 'ref' | 'path'>;

/**
 * Warns of specs that depend on archived or deleted specs or are parts of them. For deleted specs, also warns of specs that
 * refer to them by `related`; an archived spec can still be read.
 * @param among all specs that may refer to a removed one.
 * @param find resolves references as they were before the removal.
 */
export function stillNeeded(
  gone: readonly Placed[],
  among: readonly SpecView[],
  find: (name: string) => Pick<SpecFolder, 'path'> | undefined,
  how: 'archived' | 'deleted',
): readonly Warning[] {
  const needing = new Map(gone.map(({ path }) => [path, [] as string[]]));
  for (const { ref, dependsOn, partOf, related } of among) {
    const names = [
      ...dependsOn,
      ...(partOf === undefined ? [] : [partOf]),
      ...(how === 'deleted' ? related : []),
    ];
    for (const path of new Set(names.map((name) => find(name)?.path))) needing.get(path ?? '')?.push(ref);
  }
  return gone.flatMap(({ ref, path }): readonly Warning[] => {
    const [first, ...others] = needing.get(path) ?? [];
    if (first === undefined) return [];
    return [
      {
        code: 'STILL_NEEDED',
        message: `${ref} ${how === 'archived' ? 'is not complete, and ' : ''}is still referenced by ${firstOf([first, ...others])}.`,
        advice: [{ useCase: 'showDependencies', request: { spec: first }, to: 'see how' }],
      },
    ];
  });
}
