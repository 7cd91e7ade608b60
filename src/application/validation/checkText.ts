import type { Status } from '../../domain/fields/statusAndPriority.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { bodyOf, type SpecDocument } from '../../domain/document/specDocument.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import type { Finding } from '../../domain/findings/finding.js';
import { forcedCompletion } from '../../domain/log/logSummary.js';
import { criteriaViews } from '../../domain/log/criteriaViews.js';
import { retiredWords, shortenCriterion, progressOf } from '../../domain/criteria/criteria.js';
import { personText } from '../../domain/value/person.js';
import { quoted } from '../../domain/value/text.js';
import { adviseToProve, describeUnmetCriterion } from '../../domain/spec/operations/status.js';
import { reopenAdvice } from '../changes/changeResult.js';
import { labelKey, checkboxesOf, isBlankText } from '../../domain/criteria/checkboxes.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { missingSections, emptySections } from '../../domain/document/sections/sections.js';
import { relativeLinks, linkTarget } from '../../domain/document/links.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Advice } from '../../domain/errors/spectoolError.js';

/**
 * Finds open criteria of specs that were completed without force, criteria whose text was changed after they were ticked, and
 * labels that two criteria have.
 */
export function checkCriteria(
  spec: SpecView,
  document: SpecDocument,
  file: string,
  sections: readonly string[],
  records: readonly LogRecord[],
): readonly Finding[] {
  if (spec.archived || spec.criteria === undefined) return [];
  // A forced completion has its reason in the log; `view` and `stats` report it.
  const isSettled = forcedCompletion(records) !== undefined;
  const views = criteriaViews(document, sections, records);
  const found = views.flatMap((criterion): readonly Finding[] => {
    const { n, text, state, line, reworded, retired, verdict } = criterion;
    if (retired !== undefined) return [];
    if (retiredWords(text) !== undefined)
      return [
        {
          severity: 'warning',
          code: 'RETIRED_BY_HAND',
          file,
          line,
          message: `This criterion was marked as retired by hand, so it still counts: ${quoted(shortenCriterion(text))}.`,
          advice: [
            {
              useCase: 'retireCriterion',
              request: { spec: spec.ref, criterion: String(n) },
              needs: ['reason'],
              to: 'retire it',
            },
          ],
        },
      ];
    const tick = {
      useCase: 'checkCriteria',
      request: { spec: spec.ref, criteria: [String(n)] },
    } as const;
    if (reworded !== undefined)
      return [
        {
          severity: 'warning',
          code: 'CRITERION_REWORDED',
          file,
          line,
          message: `This criterion was reworded after it was ticked. Its earlier text: ${shortenCriterion(reworded)}`,
          ...(verdict && { fix: 'Run its test again.' }),
          advice: [
            verdict ? adviseToProve(spec.ref) : { ...tick, to: 'confirm that the new text is also met' },
            { useCase: 'uncheckCriteria', request: tick.request, to: 'untick the criterion' },
          ],
        },
      ];
    // `proofFindings` reports criteria whose tests fail or are missing.
    if (state !== 'open' || isSettled || spec.status !== 'complete') return [];
    return [
      {
        severity: 'warning',
        code: 'CRITERIA_UNCHECKED',
        file,
        line,
        message: `${describeUnmetCriterion(criterion).state}, although the spec is complete.`,
        advice: [{ ...tick, to: 'tick the criterion once it is met' }, reopenAdvice(spec.ref, spec.archived)],
      },
    ];
  });
  const keys = views.map(({ label = '' }) => labelKey(label));
  const repeated = views.flatMap(({ label, line }, i): readonly Finding[] =>
    label === undefined || keys.indexOf(labelKey(label)) === i
      ? []
      : [
          {
            severity: 'warning',
            code: 'LABEL_DUPLICATE',
            file,
            line,
            message: `Two criteria have the label ${label}, so a test that names the label proves neither.`,
            advice: [
              {
                useCase: 'labelCriteria',
                request: { spec: spec.ref },
                to: 'give this criterion a new label, then use that label in its tests',
              },
            ],
          },
        ],
  );
  return [...found, ...repeated];
}

/** Checks recommended sections, links into the project, and checkboxes that contradict the status. */
export function checkText(
  spec: SpecView,
  document: SpecDocument,
  file: string,
  exists: (target: string) => boolean,
  { sections: { recommended }, criteria }: Pick<Configuration, 'sections' | 'criteria'>,
  isUnwritten: (document: SpecDocument) => boolean,
  isMet: () => boolean,
): readonly Finding[] {
  const body = bodyOf(document);
  if (spec.status === 'complete' && !spec.archived && isUnwritten(document))
    return [
      {
        severity: 'warning',
        code: 'SECTION_EMPTY',
        file,
        message: 'The spec is complete, but has no text that describes the work.',
        fix: 'write the text of the spec',
      },
    ];
  const above = document.bodyLine - 1;
  return [
    ...sections(body, file, recommended, criteria.sections),
    ...unwritten(spec, body, above, file, recommended),
    ...links(body, above, file, exists),
    ...laggingStatus(spec, body, file, criteria.sections, isMet),
  ];
}

/**
 * Finds missing recommended sections. @param alike equivalent headings of sections with criteria: one section with any of them
 * is enough.
 */
function sections(
  body: string,
  file: string,
  recommended: readonly string[],
  alike: readonly string[],
): readonly Finding[] {
  const missing = missingSections(body, recommended, alike);
  if (missing.length === 0) return [];
  const message = `${missing.length === 1 ? 'The section' : 'Sections'} ${missing.map((name) => quoted(name)).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
  return [
    {
      severity: 'warning',
      code: 'SECTION_MISSING',
      file,
      message,
      fix: 'add a heading of that name with a few sentences',
    },
  ];
}

/** Finds empty sections, except in planned specs, which may be sketches. */
function unwritten(
  spec: SpecView,
  body: string,
  above: number,
  file: string,
  recommended: readonly string[],
): readonly Finding[] {
  if (spec.archived || (spec.status !== 'in-progress' && spec.status !== 'complete')) return [];
  return emptySections(body, recommended).map(({ heading, line }) => ({
    severity: 'warning',
    code: 'SECTION_EMPTY',
    file,
    line: line + above,
    message: `The spec is ${spec.status ?? ''}, but nothing is written under ${quoted(heading)}.`,
    fix: 'write the section, in a few sentences',
  }));
}

function links(
  body: string,
  above: number,
  file: string,
  exists: (target: string) => boolean,
): readonly Finding[] {
  // Do not check links in other markup languages, which have another syntax.
  if (!/\.(?:md|markdown|mdx)$/i.test(file)) return [];
  const folder = file.slice(0, file.lastIndexOf('/'));
  return relativeLinks(body).flatMap(({ destination, line }): Finding[] => {
    const target = linkTarget(folder, destination);
    if (target === undefined || exists(target)) return [];
    return [
      {
        severity: 'warning',
        code: 'LINK_BROKEN',
        file,
        line: line + above,
        message: `The link target ${destination} does not exist.`,
        target,
        fix: 'correct the link',
      },
    ];
  });
}

/** Matches headings whose checkboxes record an approval instead of progress. */
const FORMALITIES = /^(?:approvals?|compliance)$/i;

/** Finds specs whose ticked checkboxes show more progress than their status. */
function laggingStatus(
  spec: SpecView,
  body: string,
  file: string,
  criteriaSections: readonly string[],
  isMet: () => boolean,
): readonly Finding[] {
  if (spec.archived || (spec.status !== 'planned' && spec.status !== 'in-progress')) return [];
  const boxes = checkboxesOf(body).filter(
    ({ text, path }) => !isBlankText(text) && !path.some((heading) => FORMALITIES.test(heading)),
  );
  const ticked = boxes.filter(({ checked }) => checked);
  // While a claim lasts, only its holder, who is the assignee, can complete the spec. Findings are cached, so they do not depend
  // on the time.
  const as =
    spec.assignee === undefined ? '' : `, as ${personText(spec.assignee)} or once no claim holds the spec`;
  const become = (status: Status): readonly Advice[] => [
    { useCase: 'updateSpec', request: { spec: spec.ref, status }, to: `set the status${as}` },
  ];
  const finding = { severity: 'warning', code: 'STATUS_BEHIND', file } as const;
  if (spec.status === 'planned' && ticked.length > 0) {
    const message = `The spec is planned, but work has begun: ${String(ticked.length)} of ${String(boxes.length)} checkboxes are ticked.`;
    return [{ ...finding, message, advice: become('in-progress') }];
  }
  const progress = spec.status === 'planned' ? undefined : progressOf(body, criteriaSections);
  if (progress === undefined || progress.done < progress.total || !isMet()) return [];
  const message = 'The spec is in progress, but every criterion is ticked.';
  return [{ ...finding, message, advice: become('complete') }];
}

/** True if the target of a link exists, or if it cannot be read. @param path relative to the root. */
export function linkTargetExists(files: Pick<FileSystem, 'stat'>, path: string): boolean {
  try {
    return path === '' || files.stat(path) !== undefined;
  } catch {
    return true;
  }
}
