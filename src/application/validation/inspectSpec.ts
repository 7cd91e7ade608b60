import type { DocumentProblem } from '../../domain/document/documentProblem.js';
import { checkCriteria } from './checkCriteria.js';
import { summaryOf } from '../../domain/document/specSummary.js';
import { titleOf } from '../../domain/document/sections/title.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { OVERSIZED_ABOVE } from '../../domain/spec/sizeRating.js';
import { toSpecView } from '../../domain/spec/toSpecView.js';
import type { Finding } from '../../domain/findings/finding.js';
import { firstOfEachCode } from '../../domain/findings/firstOfEachCode.js';
import type { Inspection } from '../../domain/findings/inspection.js';
import { type UnreadPlace, type UnreadPlaces, unreadMessage } from './unreadPlaces.js';
import { reservedId, streamOf } from '../changes/specIdentities.js';
import { checkFields } from './checkFields.js';
import { checkStanding, checkStream, latestTime, readable } from './checkLog.js';
import { checkText } from './checkText.js';
import { shellWord } from '../shellWord.js';
import { LinkTargets } from './linkTargets.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { Hasher } from '../../ports/system.js';
import type { CommittedSpecs } from '../records/committedSpecs.js';
import type { CountTokens } from '../queries/project/countTokens.js';
import type { Configuration } from '../../domain/project/configuration.js';

/** Looks at one spec: its document, its log, its size, and what else is in its folder. */
export class InspectSpec {
  constructor(
    private readonly specStore: SpecStore,
    private readonly fileSystem: FileSystem,
    private readonly eventLog: EventLog,
    private readonly hasher: Hasher,
    private readonly countTokens: CountTokens,
    private readonly config: Configuration,
    private readonly unreadPlaces: UnreadPlaces,
    private readonly committedSpecs: CommittedSpecs,
  ) {}

  async execute(folder: SpecFolder): Promise<Inspection> {
    const {
      specStore: store,
      fileSystem: files,
      eventLog: log,
      hasher,
      countTokens,
      config,
      unreadPlaces,
    } = this;
    const file = store.documentPath(folder);
    const document = store.open(folder);
    const { frontmatter, problem } = document;
    // The reading may have found the document beside the file that is called like one.
    const path = store.documentPath(folder);
    const title = titleOf(document, folder.name);
    const size = await countTokens.above(OVERSIZED_ABOVE, folder);
    const oversized = size !== undefined && { oversized: size };
    const hidden = unreadPlaces.within(folder).map(notReadFinding);
    if (problem !== undefined) {
      return {
        document: { title, frontmatter, problem },
        path,
        findings: [unreadable(problem, folder, file), ...hidden],
        logFindings: [],
        links: [],
        ...oversized,
      };
    }
    const { sections } = config.criteria;
    const spec = toSpecView(summaryOf(folder, document, sections));
    const targets = new LinkTargets(files);
    const reserved = reservedId(frontmatter);
    if (reserved !== undefined) {
      const message = `${reserved}.`;
      const fix =
        'restore the id it had in git; a spec that had none gets one with its next change, once the line is gone';
      const invalid: Finding = { severity: 'error', code: 'FIELD_INVALID', file, message, fix };
      return {
        document: { title, frontmatter },
        path,
        findings: [invalid, ...hidden],
        logFindings: [],
        links: [],
        ...oversized,
      };
    }
    const stream = streamOf(folder.ref, frontmatter, hasher);
    // The log is read here, where the document is at hand: once, and a stream at a time.
    const read = readable(log, stream);
    if ('unreadable' in read)
      return {
        document: { title, frontmatter },
        path,
        stream,
        findings: hidden,
        logFindings: [read.unreadable],
        links: [],
        ...oversized,
      };
    const seen = { ...frontmatter, id: stream };
    const latest = latestTime(read.records);
    const body = document.text.slice(document.bodyStart);
    const found = { frontmatter: seen, text: { body, criteriaSections: sections } };
    const around = this.committedSpecs.around(file, stream);
    const standing = checkStanding(folder, found, read.records, file, around);
    return {
      document: { title, frontmatter },
      path,
      stream,
      findings: firstOfEachCode([
        ...checkFields(spec, document, file, config.frontmatter),
        ...checkText(spec, document, file, targets, config),
        ...checkCriteria(spec, document, file, sections, read.records),
        ...hidden,
      ]),
      logFindings: firstOfEachCode([...checkStream(read, LOG_FOLDER), ...standing.findings]),
      ...(!standing.isCurrent && { isProvisional: true }),
      links: targets.asked(),
      ...(latest !== undefined && { latest }),
      ...oversized,
    };
  }
}

/** Of what the system refused an error: nobody chose that. */
export function notReadFinding(place: UnreadPlace): Finding {
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
          fix: 'Edit what is still marked by hand.',
          advice: [{ useCase: 'resolveConflicts', to: 'resolve the rest' }],
        }
      : cureFor(problem, folder, file)),
  };
}

/** Somebody chose that. */
function isLink({ code, message }: DocumentProblem): boolean {
  return code === 'DOCUMENT_UNREADABLE' && message.includes(' is a link, ');
}

function cureFor(
  problem: DocumentProblem,
  { name }: SpecFolder,
  file: string,
): Pick<Finding, 'fix' | 'advice'> {
  const { code, message } = problem;
  // The document alone: other files of the folder may hold what is not committed.
  if (code === 'MISSING_DOCUMENT')
    return {
      fix: `\`git restore ${shellWord(file)}\` brings a lost document back; move a folder that is not a spec out of the specs directory.`,
    };
  if (code === 'KEY_REPEATED')
    return { advice: [{ useCase: 'resolveConflicts', to: 'keep what the log tells' }] };
  if (code === 'FRONTMATTER_MISSING')
    return {
      fix: 'Begin it with the lines `---`, `status: planned`, `created: YYYY-MM-DD`, `---`.',
      advice: [
        {
          useCase: 'createSpec',
          request: { name },
          needs: ['body'],
          to: 'create a spec from its text instead',
        },
      ],
    };
  if (isLink(problem)) return { fix: 'Put the file or folder itself in the place of the link.' };
  // What may not be read may be whole: nothing is to be put in its place.
  if (code === 'DOCUMENT_UNREADABLE' && /permi(?:ssion|t)/.test(message))
    return { fix: 'Check the owner and permissions of the file and its folder.' };
  if (code === 'DOCUMENT_UNREADABLE' && /name that is not UTF-8/.test(message))
    return { fix: 'Rename what has that name.' };
  if (code === 'DOCUMENT_UNREADABLE') return { fix: 'Put a file of UTF-8 text in its place.' };
  if (code === 'FRONTMATTER_UNCLOSED') return { fix: 'Close it with a line `---`.' };
  return { fix: 'Correct the line.' };
}
