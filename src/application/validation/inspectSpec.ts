import type { DocumentProblem } from '../../domain/document/documentProblem.js';
import { checkCriteria } from './checkCriteria.js';
import { summaryOf } from '../../domain/document/specSummary.js';
import { forcedCompletion } from '../../domain/log/criteriaViews.js';
import { lastChange } from '../../domain/log/logSummary.js';
import { titleOf } from '../../domain/document/sections/title.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { OVERSIZED_ABOVE } from '../../domain/spec/sizeRating.js';
import { toSpecView } from '../../domain/spec/toSpecView.js';
import type { Finding } from '../../domain/findings/finding.js';
import { firstOfEachCode } from '../../domain/findings/firstFindingsOfEachCode.js';
import type { Inspection } from '../../domain/findings/specInspection.js';
import { type UnreadPath, unreadMessage } from './unreadPaths.js';
import { reservedId, streamOf } from '../changes/specLogFinder.js';
import { checkFields } from './checkFields.js';
import { checkStanding, checkStream, readable } from './checkLog.js';
import { checkText } from './checkDocumentText.js';
import { quoteForShell } from '../shellQuoting.js';
import { linkTargetExists } from './linkTargets.js';
import type { Services } from '../services.js';

/** Inspects one spec: document, log, size and further files. */
export class InspectSpec {
  constructor(private readonly use: Services) {}

  /**
   * Returns a copy that shares no strings with the document, because a message that quotes a few words of a text would keep the
   * whole text in memory.
   */
  async execute(folder: SpecFolder): Promise<Inspection> {
    return JSON.parse(JSON.stringify(await this.#inspect(folder))) as Inspection;
  }

  async #inspect(folder: SpecFolder): Promise<Inspection> {
    const {
      specStore: store,
      fileSystem: files,
      eventLog: log,
      hasher,
      countTokens,
      config,
      unreadPlaces,
    } = this.use;
    const file = store.documentPath(folder);
    const document = store.open(folder);
    const { frontmatter, problem } = document;
    // Determine the path after reading, because reading may find the document under a file name configured earlier.
    const path = store.documentPath(folder);
    const title = titleOf(document, folder.name);
    const size = await countTokens.above(OVERSIZED_ABOVE, folder);
    const hidden = unreadPlaces.within(folder).map(notReadFinding);
    const seen = {
      document: { title, frontmatter, ...(problem !== undefined && { problem }) },
      path,
      findings: hidden,
      logFindings: [],
      ...(size !== undefined && { oversized: size }),
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
    const around = this.use.committedSpecs.around(file, stream);
    const standing = checkStanding(folder, found, records, file, around, config.workflow.completeNeeds);
    return {
      ...seen,
      stream,
      findings: firstOfEachCode([
        ...checkFields(spec, document, file, config.frontmatter),
        ...checkText(
          spec,
          document,
          file,
          (target) => linkTargetExists(files, target),
          config,
          (one) => this.use.newSpecText.isUnwritten(one),
          () => this.use.criterionProofs.isMet(document, records),
        ),
        ...checkCriteria(spec, document, file, sections, records),
        ...hidden,
      ]),
      logFindings: firstOfEachCode([...checkStream(read, LOG_FOLDER), ...standing]),
      end: {
        changedAt: lastChange(records),
        ...(forced && { forced }),
        ...(unpacked !== undefined && { unpacked }),
      },
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
