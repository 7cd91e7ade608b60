import { frontmatterRepair } from '../changes/brokenAndDuplicateSpecs.js';
import { tokensAbove } from '../queries/project/countTokens.js';
import { titleOf } from '../../domain/document/sections/headings.js';
import { bodyOf, type DocumentProblem } from '../../domain/document/specDocument.js';
import { summaryOf, type SpecSummary } from '../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import type { Finding } from '../../domain/findings/finding.js';
import { type LogEnd, logEnd } from '../../domain/log/logSummary.js';
import type { StreamId } from '../../domain/log/records/record.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { OVERSIZED_ABOVE } from '../../domain/value/tokenEstimate.js';
import { toSpecView } from '../../domain/spec/toSpecView.js';
import type { CommittedSpec, GitContext } from '../../domain/reconcile/documentState.js';
import { logEnds, reservedId, streamOf } from '../changes/specLogs.js';
import { Service } from '../useCase.js';
import type { AskedOfGit } from '../changes/reconcile.js';
import { checkFields } from './checkFields.js';
import { compareDocumentWithLog, checkLogStream, readLogOrFinding } from './checkLog.js';
import { unreadMessage, type UnreadPath } from './unreadPaths.js';
import { checkText, linkTargetExists, checkCriteria } from './checkText.js';
import { quoteForShell } from '../../domain/value/text.js';

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
  /** Summary of the spec's log; absent if the log cannot be read. */
  readonly end?: InspectedEnd;
  /** The number of tokens of all Markdown files of the spec; set only if it is too large. */
  readonly oversized?: number;
}

type InspectedEnd = Pick<LogEnd, 'changedAt' | 'unpacked' | 'forced' | 'proved' | 'former' | 'named'>;

/** Returns the part of a log's summary that `validate` needs. */
function inspectedEnd({ changedAt, unpacked, forced, proved, former, named }: LogEnd): InspectedEnd {
  return {
    changedAt,
    ...(forced && { forced }),
    ...(unpacked !== undefined && { unpacked }),
    ...(proved && { proved }),
    ...(former && { former }),
    ...(named && { named }),
  };
}

/** Inspects one spec: document, log, size and further files. */
export class InspectSpec extends Service {
  /**
   * Inspects the chosen specs; of the others, reads only what findings in the chosen ones can depend on. Yields deep copies,
   * because a message that quotes a few words of a text would otherwise keep the whole text in memory.
   */
  async *all(
    folders: readonly SpecFolder[],
    chosen: readonly SpecFolder[],
  ): AsyncGenerator<readonly [SpecFolder, Inspection]> {
    const values = this.use.keptValues.of<Inspection>('inspections', '', () =>
      this.use.newSpecText.isUnwritten({ text: '', bodyStart: 0 }),
    );
    const inspections = new Map<SpecFolder, Inspection>(chosen === folders ? [] : this.#unchecked(folders));
    const look = async (folder: SpecFolder, committed: (asked: AskedOfGit) => CommittedSpec | undefined) => {
      const kept = values.at(folder.path);
      if (kept.known !== undefined) return kept.known;
      const { isSure, ...found } = await this.#inspect(folder, committed);
      const inspection = JSON.parse(JSON.stringify(found)) as Inspection;
      kept.keep(inspection, isSure);
      return inspection;
    };
    // Specs that need git are inspected twice, so that a single call of git serves all of them.
    const asked = new Map<SpecFolder, AskedOfGit>();
    for (const folder of chosen)
      inspections.set(folder, await look(folder, (one) => void asked.set(folder, one)));
    const answers = this.use.committedSpecs.of([...asked.values()]);
    for (const [i, folder] of [...asked.keys()].entries())
      inspections.set(folder, await look(folder, () => answers?.[i]));
    if (chosen === folders) values.keepMet();
    yield* inspections;
  }

  #unchecked(folders: readonly SpecFolder[]): readonly (readonly [SpecFolder, Inspection])[] {
    const { specStore, eventLog, hasher } = this.use;
    const read = specStore.summaries(folders).map(({ folder, title, frontmatter, problem, file }) => {
      const isRead = problem === undefined && reservedId(frontmatter) === undefined;
      const stream = isRead ? streamOf(folder.ref, frontmatter, hasher) : undefined;
      const document = { title, frontmatter, ...(problem !== undefined && { problem }) };
      return { folder, document, path: file?.path ?? specStore.documentPath(folder), stream };
    });
    const ends = logEnds(
      eventLog,
      read.flatMap(({ stream }) => stream ?? []),
    );
    return read.map(({ folder, stream, ...rest }) => {
      const end = stream === undefined ? undefined : ends.get(stream);
      const ofLog = { ...(stream !== undefined && { stream }), ...(end && { end: inspectedEnd(end) }) };
      return [folder, { ...rest, ...ofLog, findings: [], logFindings: [] }];
    });
  }

  /**
   * `isSure` is false if the result depends on more than files, such as git, or if something could not be read; it is then
   * not cached.
   */
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
    // Size and form of the documents of another tool are up to that tool.
    const isOurs = folder.at === undefined;
    const size = isOurs ? await tokensAbove(this.use, OVERSIZED_ABOVE, folder) : undefined;
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
    const read = readLogOrFinding(log, stream);
    if ('unreadable' in read) return { ...seen, stream, logFindings: [read.unreadable] };
    const { records, unpacked } = read;
    const { sections } = config.criteria;
    const spec = toSpecView(summaryOf(folder, document, sections), undefined, {
      declared: config.frontmatter.custom,
    });
    const body = bodyOf(document);
    const found = {
      frontmatter: { ...frontmatter, id: stream },
      text: { body, criteriaSections: sections },
    };
    let isSure = unreadPlaces.isRead(folder) && log.damages?.(stream).length === 0;
    const around: GitContext = {
      sha256: hasher.sha256,
      committed: () => {
        isSure = false;
        return committed([file, stream]);
      },
    };
    const standing = compareDocumentWithLog(
      folder,
      found,
      records,
      file,
      around,
      config.workflow.completeNeeds,
    );
    return {
      ...seen,
      stream,
      findings: [
        // The fields of documents of another tool are in the log, so they have no line in the file.
        ...checkFields(spec, document, file, config.frontmatter).map(({ line, ...one }) =>
          isOurs && line !== undefined ? { ...one, line } : one,
        ),
        ...(isOurs
          ? checkText(
              spec,
              document,
              file,
              (target) => linkTargetExists(files, target),
              config,
              (one) => this.use.newSpecText.isUnwritten(one),
              () => {
                // The field `code` selects from the files that git lists, so the result depends on git.
                isSure &&= frontmatter['code'] === undefined;
                return this.use.criterionProofs.isMet(document, records);
              },
            )
          : []),
        ...(isOurs ? checkCriteria(spec, document, file, sections, records) : []),
        ...hidden,
      ],
      logFindings: [...checkLogStream(read, LOG_FOLDER), ...standing],
      end: inspectedEnd({ ...logEnd(records), ...(unpacked !== undefined && { unpacked }) }),
      isSure,
    };
  }
}

/** Returns the finding for a file or folder that was not read: an error if the system refused to read it, otherwise a warning. */
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
  const { hint: fix, advice = [] } = frontmatterRepair(code, name) ?? {};
  if (advice.length > 0) return { ...(fix !== undefined && { fix }), advice };
  if (code === 'DOCUMENT_UNREADABLE')
    return {
      fix:
        FIXES.find(([words]) => words.test(message))?.[1] ??
        'Check the file, or restore the document from git.',
    };
  if (code === 'FRONTMATTER_UNCLOSED') return { fix: 'Close the frontmatter with a `---` line.' };
  return { fix: 'Correct the line.' };
}

/** Repairs of an unreadable document, by its message. A document without read permission is not replaced: it may be intact. */
const FIXES: readonly (readonly [words: RegExp, fix: string])[] = [
  [/ is a link, /, 'Replace the link with the file or folder itself.'],
  [/permi(?:ssion|t)/, 'Check the owner and permissions of the file and its folder.'],
  [/larger than/, 'Move part of the text to another file of the spec.'],
  [/UTF-|binary/, 'Save the document as UTF-8 text, or restore the document from git.'],
];
