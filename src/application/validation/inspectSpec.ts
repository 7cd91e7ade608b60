import { tokensAbove } from '../queries/project/countTokens.js';
import { checkboxesOf, isBlankText, labelKey } from '../../domain/criteria/checkboxes.js';
import { briefly, progressOf, retiredWords } from '../../domain/criteria/criteria.js';
import { linkTarget, relativeLinks } from '../../domain/document/links.js';
import { titleOf } from '../../domain/document/sections/headings.js';
import { emptySections, missingSections } from '../../domain/document/sections/sections.js';
import type { DocumentProblem, SpecDocument } from '../../domain/document/specDocument.js';
import { summaryOf, type SpecSummary } from '../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import type { Advice } from '../../domain/errors/advice.js';
import type { Finding } from '../../domain/findings/finding.js';
import { criteriaViews, forcedCompletion, lastChange, type LogEnd } from '../../domain/log/logSummary.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { recordReport, unmetWords } from '../../domain/spec/operations/status.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { OVERSIZED_ABOVE } from '../../domain/fields/parseStatus.js';
import { toSpecView } from '../../domain/spec/toSpecView.js';
import { quoted } from '../../domain/value/text.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { CommittedSpec, GitContext } from '../../domain/reconcile/documentState.js';
import { reopening } from '../changes/changeResult.js';
import { reservedId, streamOf } from '../changes/specLogs.js';
import type { Services } from '../services.js';
import type { AskedOfGit } from '../changes/reconcile.js';
import { quoteForShell } from '../shellQuoting.js';
import { checkFields } from './checkFields.js';
import { checkStanding, checkStream, readable } from './checkLog.js';
import { unreadMessage, type UnreadPath } from './unreadPaths.js';

/** The result of inspecting one spec: the facts that `validate` needs and that do not depend on other specs. */
export interface Inspection {
  readonly document: Pick<SpecSummary, 'title' | 'frontmatter' | 'problem'>;
  /** The path of the spec's document. */
  readonly path: string;
  /** The id of the spec's log; absent if the document cannot be read. */
  readonly stream?: StreamId;
  /** Findings in the document. */
  readonly findings: readonly Finding[];
  /** Findings in the log, and differences of the document and the folder from the log. */
  readonly logFindings: readonly Finding[];
  /** The end of the spec's log; absent if the log cannot be read. */
  readonly end?: Pick<LogEnd, 'changedAt' | 'unpacked' | 'forced'>;
  /** The number of tokens of all Markdown files of the spec; set only if it is too large. */
  readonly oversized?: number;
}

/**
 * Finds open criteria of specs that were completed without force, criteria whose text was changed after they were ticked, and
 * labels that two criteria have.
 */
function checkCriteria(
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
          message: `This criterion was marked as retired by hand, so it still counts: ${quoted(briefly(text))}.`,
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
          message: `This criterion was reworded after it was ticked. Its earlier text: ${briefly(reworded)}`,
          ...(verdict && { fix: 'Run its test again.' }),
          advice: [
            verdict ? recordReport(spec.ref) : { ...tick, to: 'confirm that the new text is met too' },
            { useCase: 'uncheckCriteria', request: tick.request, to: 'untick the criterion' },
          ],
        },
      ];
    // `CheckProof` tells of failing and gone ones.
    if (state !== 'open' || isSettled || spec.status !== 'complete') return [];
    return [
      {
        severity: 'warning',
        code: 'CRITERIA_UNCHECKED',
        file,
        line,
        message: `${unmetWords(criterion).state}, although the spec is complete.`,
        advice: [{ ...tick, to: 'tick the criterion once it is met' }, reopening(spec.ref, spec.archived)],
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
                to: 'give this criterion a new label; tests that mean it then have to name the new label',
              },
            ],
          },
        ],
  );
  return [...found, ...repeated];
}

/** Checks recommended sections, links into the project, and checkboxes that contradict the status. */
function checkText(
  spec: SpecView,
  document: SpecDocument,
  file: string,
  exists: (target: string) => boolean,
  { sections: { recommended }, criteria }: Pick<Configuration, 'sections' | 'criteria'>,
  isUnwritten: (document: SpecDocument) => boolean,
  isMet: () => boolean,
): readonly Finding[] {
  const body = document.text.slice(document.bodyStart);
  if (spec.status === 'complete' && !spec.archived && isUnwritten(document))
    return [
      {
        severity: 'warning',
        code: 'SECTION_EMPTY',
        file,
        message: 'The spec is complete without text: it does not say what was to be done.',
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
 * Finds missing recommended sections. @param alike headings of sections with criteria: a section with one of these headings
 * counts as each of them.
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
  const become = (status: string): readonly Advice[] => [
    { useCase: 'updateSpec', request: { spec: spec.ref, status }, to: 'set the status' },
  ];
  const finding = { severity: 'warning', code: 'STATUS_BEHIND', file } as const;
  if (spec.status === 'planned' && ticked.length > 0) {
    const message = `The spec is planned, but work has begun: ${String(ticked.length)} of ${String(boxes.length)} checkboxes are ticked.`;
    return [{ ...finding, message, advice: become('in-progress') }];
  }
  const progress = spec.status === 'planned' ? undefined : progressOf(body, criteriaSections);
  if (progress === undefined || progress.done < progress.total || !isMet()) return [];
  const message = 'The spec is in progress, but every criterion is ticked: the work is done.';
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

/** Inspects one spec: document, log, size and further files. */
export class InspectSpec {
  constructor(private readonly use: Services) {}

  /**
   * Inspects all specs. The copies share no strings with the document, because a message that quotes a few words of a text would
   * keep the whole text in memory.
   */
  async *all(folders: readonly SpecFolder[]): AsyncGenerator<readonly [SpecFolder, Inspection]> {
    const values = this.use.keptValues.of<Inspection>('inspections', '', () =>
      this.use.newSpecText.isUnwritten({ text: '', bodyStart: 0 }),
    );
    const inspections = new Map<SpecFolder, Inspection>();
    const look = async (folder: SpecFolder, committed: (asked: AskedOfGit) => CommittedSpec | undefined) => {
      const kept = values.at(folder.path);
      if (kept.known !== undefined) return kept.known;
      const { isSure, ...found } = await this.#inspect(folder, committed);
      const inspection = JSON.parse(JSON.stringify(found)) as Inspection;
      kept.keep(inspection, isSure);
      return inspection;
    };
    // Whoever needs git is looked at twice, so that git is asked once for all of them.
    const asked = new Map<SpecFolder, AskedOfGit>();
    for (const folder of folders)
      inspections.set(folder, await look(folder, (one) => void asked.set(folder, one)));
    const answers = this.use.committedSpecs.of([...asked.values()]);
    for (const [i, folder] of [...asked.keys()].entries())
      inspections.set(folder, await look(folder, () => answers?.[i]));
    values.keepMet();
    yield* inspections;
  }

  /** `isSure` is false if the result depends on more than files, such as git, or if something could not be read. */
  async #inspect(
    folder: SpecFolder,
    committed: (asked: AskedOfGit) => CommittedSpec | undefined,
  ): Promise<Inspection & { readonly isSure: boolean }> {
    const { specStore: store, fileSystem: files, eventLog: log, hasher, config, unreadPlaces } = this.use;
    const file = store.documentPath(folder);
    const document = store.open(folder);
    const { frontmatter, problem } = document;
    // Determine the path after reading, because reading may find the document under a file name configured earlier.
    const path = store.documentPath(folder);
    const title = titleOf(document, folder.name);
    const size = await tokensAbove(this.use, OVERSIZED_ABOVE, folder);
    const hidden = unreadPlaces.within(folder).map(notReadFinding);
    const seen = {
      document: { title, frontmatter, ...(problem !== undefined && { problem }) },
      path,
      findings: hidden,
      logFindings: [],
      ...(size !== undefined && { oversized: size }),
      isSure: false,
    };
    if (problem !== undefined) return { ...seen, findings: [unreadable(problem, folder, file), ...hidden] };
    const reserved = reservedId(frontmatter);
    if (reserved !== undefined) {
      const message = `${reserved}.`;
      const fix =
        'restore the earlier `id` from git; if the spec had no `id`, delete the line: the next command that changes the spec adds an `id`';
      const invalid: Finding = { severity: 'error', code: 'FIELD_INVALID', file, message, fix };
      return { ...seen, findings: [invalid, ...hidden] };
    }
    const stream = streamOf(folder.ref, frontmatter, hasher);
    // Read the log of one spec at a time: each log is read once, and only one is in memory.
    const read = readable(log, stream);
    if ('unreadable' in read) return { ...seen, stream, logFindings: [read.unreadable] };
    const { records, unpacked } = read;
    const { sections } = config.criteria;
    const spec = toSpecView(summaryOf(folder, document, sections), undefined, {
      declared: config.frontmatter.custom,
    });
    const forced = forcedCompletion(records);
    const body = document.text.slice(document.bodyStart);
    const found = {
      frontmatter: { ...frontmatter, id: stream },
      text: { body, criteriaSections: sections },
    };
    let isSure = unreadPlaces.isRead(folder) && log.damages?.(stream).length === 0;
    const around: GitContext = {
      sha256: (text) => hasher.sha256(text),
      committed: () => {
        isSure = false;
        return committed([file, stream]);
      },
    };
    const standing = checkStanding(folder, found, records, file, around, config.workflow.completeNeeds);
    return {
      ...seen,
      stream,
      findings: [
        ...checkFields(spec, document, file, config.frontmatter),
        ...checkText(
          spec,
          document,
          file,
          (target) => linkTargetExists(files, target),
          config,
          (one) => this.use.newSpecText.isUnwritten(one),
          () => {
            // The files of code are those that git lists.
            isSure &&= frontmatter['code'] === undefined;
            return this.use.criterionProofs.isMet(document, records);
          },
        ),
        ...checkCriteria(spec, document, file, sections, records),
        ...hidden,
      ],
      logFindings: [...checkStream(read, LOG_FOLDER), ...standing],
      end: {
        changedAt: lastChange(records),
        ...(forced && { forced }),
        ...(unpacked !== undefined && { unpacked }),
      },
      isSure,
    };
  }
}

/** Returns the finding for a place that was not read: an error if the system refused to read it, otherwise a warning. */
export function notReadFinding(place: UnreadPath): Finding {
  const { path: file, hint: fix, isFailure } = place;
  return {
    severity: isFailure ? 'error' : 'warning',
    code: 'NOT_READ',
    file,
    message: unreadMessage(place),
    fix,
  };
}

function unreadable(problem: DocumentProblem, folder: SpecFolder, file: string): Finding {
  const isConflict = problem.code === 'MERGE_CONFLICT';
  const isNotRead = problem.code === 'DOCUMENT_UNREADABLE';
  return {
    severity: isLink(problem) ? 'warning' : 'error',
    code: isConflict ? 'MERGE_CONFLICT' : isNotRead ? 'NOT_READ' : 'DOCUMENT_BROKEN',
    file,
    ...(problem.line !== undefined && { line: problem.line }),
    message: problem.message,
    ...(isConflict
      ? {
          fix: 'Edit the lines between the conflict marks by hand, then remove the marks.',
          advice: [{ useCase: 'resolveConflicts', to: 'resolve the conflicts that need no decision' }],
        }
      : cureFor(problem, folder, file)),
  };
}

/** True if the document is a link. The finding is then only a warning, because a person created the link on purpose. */
function isLink({ code, message }: DocumentProblem): boolean {
  return code === 'DOCUMENT_UNREADABLE' && message.includes(' is a link, ');
}

function cureFor(
  problem: DocumentProblem,
  { name }: SpecFolder,
  file: string,
): Pick<Finding, 'fix' | 'advice'> {
  const { code, message } = problem;
  // Restore only the document, because other files of the folder may have uncommitted changes.
  if (code === 'MISSING_DOCUMENT')
    return {
      fix: `Run \`git restore ${quoteForShell(file)}\` if the document was lost; move a folder that is not a spec out of the specs folder.`,
    };
  if (code === 'KEY_REPEATED')
    return {
      advice: [
        { useCase: 'resolveConflicts', to: 'remove the repeated key and keep the value from the log' },
      ],
    };
  if (code === 'FRONTMATTER_MISSING')
    return {
      fix: 'Begin the file with the lines `---`, `status: planned`, `created: YYYY-MM-DD`, `---`.',
      advice: [
        {
          useCase: 'createSpec',
          request: { name },
          needs: ['body'],
          to: 'create a new spec from the text of the file instead',
        },
      ],
    };
  if (code === 'DOCUMENT_UNREADABLE')
    return {
      fix:
        FIXES.find(([words]) => words.test(message))?.[1] ??
        'Check the file, or restore the document from git.',
    };
  if (code === 'FRONTMATTER_UNCLOSED') return { fix: 'Close the frontmatter with a line `---`.' };
  return { fix: 'Correct the line.' };
}

/** What to do about an unreadable document. If permissions are missing, the file may be intact, so nothing replaces it. */
const FIXES: readonly (readonly [words: RegExp, fix: string])[] = [
  [/ is a link, /, 'Replace the link with the file or folder itself.'],
  [/permi(?:ssion|t)/, 'Check the owner and permissions of the file and its folder.'],
  [/name that is not UTF-8/, 'Give that file or folder a UTF-8 name.'],
  [/larger than/, 'Move a part of the text to another file of the spec.'],
  [/UTF-|binary/, 'Save the document as UTF-8 text, or restore the document from git.'],
];
