import { bodyOf } from '../../domain/document/specDocument.js';
import { sectionNotFound, sectionOf } from '../../domain/document/sections/sections.js';
import { summaryOf } from '../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { criteriaViews } from '../../domain/log/criteriaViews.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import { parseFolderName } from '../../domain/naming/folderName.js';
import { ARCHIVE_FOLDER, folderAt, type SpecFolder } from '../../domain/naming/projectPath.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { toSpecView } from '../../domain/spec/toSpecView.js';
import { instantOf } from '../../domain/value/dates.js';
import { momentOf } from '../projections/pointInTime.js';
import { type ViewSpecResult, viewedSections } from '../queries/viewSpec.js';
import { required, text, useCase } from '../useCase.js';
import type { Services } from '../services.js';
import { recordsUpTo } from '../../domain/log/records/recordOrderAndFormat.js';

export interface ViewSpecAsOfResult extends ViewSpecResult {
  /** The commit that has this version of the spec, and the time when it was made. */
  readonly asOf: { readonly commit: string; readonly at: string };
}

/** Returns a spec as it was in a commit, at a time or after an event. The text comes from git. */
export const viewSpecAsOf = useCase(
  {
    spec: required(text),
    /** A commit, branch or tag; a day, a time ago or an instant; or an event of the spec, by the beginning of its id. */
    asOf: required(text),
    /** Show only the section under this heading, with its subsections. */
    section: text,
  },
  (use, { spec, asOf, section }): ViewSpecAsOfResult => {
    const current = use.specCatalog.find(spec);
    const { id } = use.specStore.open(current).frontmatter;
    const records = typeof id === 'string' ? use.eventLog.records(id) : [];
    const hash = commitOf(use, asOf, records);
    const [commit] = use.commitLog.commits([hash]).commits;
    const found = use.specsOfCommits.specIn(hash, current.path);
    if (commit === undefined || found === undefined)
      throw new SpectoolError('FILE_NOT_FOUND', `Commit ${hash.slice(0, 10)} does not have ${current.ref}.`, {
        ...(isCommitted(use, current.path)
          ? {
              hint: 'Use a later commit or time.',
              advice: [{ useCase: 'showHistory', to: 'see when the spec was created', request: { spec } }],
            }
          : { advice: [{ useCase: 'viewSpec', request: { spec }, to: 'see the spec as it is now' }] }),
      });
    const at = instantOf(commit.committedAt);
    const { document } = found;
    const body = bodyOf(document);
    const sections = viewedSections(body, document.bodyLine, use.hasher);
    const chosen = section === undefined ? undefined : sectionOf(body, section);
    if (section !== undefined && chosen === undefined) throw sectionNotFound(current.ref, section, sections);
    const known = recordsUpTo(records, at);
    const { sections: criteriaSections } = use.config.criteria;
    return {
      spec: toSpecView(summaryOf(folderOf(use, found.path), document, criteriaSections), undefined, {
        declared: use.config.frontmatter.custom,
      }),
      asOf: { commit: hash, at },
      content: chosen ?? document.text,
      body: chosen ?? body,
      files: [found.file],
      sections,
      ...(chosen === undefined && { criteria: criteriaViews(document, criteriaSections, known) }),
    };
  },
);

/** True if the current commit has the spec. */
function isCommitted({ commitLog, specsOfCommits }: Services, path: string): boolean {
  const head = commitLog.commitNamed('HEAD');
  return head !== undefined && specsOfCommits.specIn(head, path) !== undefined;
}

function folderOf({ place, config }: Services, path: string): SpecFolder {
  const { specsDir } = place;
  const parts = path.slice(specsDir === '' ? 0 : specsDir.length + 1).split('/');
  const ref = parts.pop() ?? '';
  const archived = parts[0] === ARCHIVE_FOLDER;
  const group = parts.slice(archived ? 1 : 0).join('/');
  const { sequence = null, name = ref } = parseFolderName(config.structure, ref) ?? {};
  return folderAt(specsDir, { sequence, name, ref, archived, ...(group !== '' && { group }) });
}

/** Returns the hash of the commit from which a past state of the spec is read. @param asOf a commit, a time or an event. */
function commitOf(use: Services, asOf: string, records: readonly LogRecord[]): string {
  const moment = momentAsOf(use, asOf, records);
  if (moment === undefined) {
    const named = use.commitLog.commitNamed(asOf);
    if (named !== undefined) return named;
    throw new SpectoolError('USAGE', `"${asOf}" is not a commit, a time or an event of this spec.`, {
      hint: hint(
        use,
        'Use a commit, a branch, a tag, a day (YYYY-MM-DD, yesterday), a time ago (2h, 3d), or the beginning of an event id.',
      ),
      advice: [{ useCase: 'showHistory', to: 'see the ids of events' }],
    });
  }
  const { instant, record } = moment;
  const commit =
    record === undefined
      ? use.commitLog.lastCommitAt(instant)
      : use.commitLog.firstCommitWith(record.id, LOG_FOLDER);
  if (commit !== undefined) return commit;
  throw record === undefined
    ? new SpectoolError('FILE_NOT_FOUND', `This branch has no commit from ${instant} or earlier.`, {
        hint: hint(use, 'Use a later time.'),
      })
    : new SpectoolError(
        'FILE_NOT_FOUND',
        `Event ${record.id.slice(0, 10)} is ${use.commitLog.missing() === undefined ? 'not committed yet' : 'in no commit that this clone has'}.`,
        { hint: hint(use, 'View the spec as it is now, or use a commit.') },
      );
}

function hint({ commitLog }: Services, hint: string): string {
  return [hint, commitLog.missing() ?? ''].join(' ').trim();
}

/** Parses a time or event; undefined if the text may name a commit. */
function momentAsOf({ clock }: Services, asOf: string, records: readonly LogRecord[]) {
  try {
    return momentOf(asOf, clock, () => records);
  } catch (error) {
    const matches = records.some(({ id }) => id.startsWith(asOf.toLowerCase()));
    if (error instanceof SpectoolError && !matches) return undefined;
    throw error;
  }
}
