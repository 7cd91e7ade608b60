import type { SpecDocument } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isMarkdown } from '../../domain/document/documentText.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import type { SpecCommand, SpecEvent } from '../../domain/spec/specEvents.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import { quoted, quoteForShell } from '../../domain/value/text.js';
import type { Services } from '../services.js';
import type { Warning } from '../useCase.js';

/** Commands that would rewrite documents of another tool. */
const REWRITING: ReadonlySet<string> = new Set(['ReplaceSection', 'Rename', 'Renumber', 'Retitle']);

/**
 * Refuses to rewrite documents of another tool, to change a status that their place or their tool's list decides, and to bring
 * deleted documents back.
 * @throws SpectoolError `NOT_OURS`.
 */
export function refuseForeign(
  use: Services,
  { ref, path }: SpecFolder,
  commands: readonly SpecCommand[],
  events: readonly SpecEvent[],
  typed: SpecDocument | undefined,
): void {
  const adoption = use.specStore.adoption({ path });
  if (adoption === undefined) return;
  const { kind, decidedBy, isGone } = adoption;
  const refuse = (message: string, hint: string): never => {
    const details = { spec: ref, kind, ...(decidedBy !== undefined && { decidedBy }) };
    throw new SpectoolError('NOT_OURS', message, { hint, details });
  };
  if (typed !== undefined || commands.some(({ type }) => REWRITING.has(type)))
    refuse(
      `${path} belongs to ${kind}, so spectool does not change its text or name.`,
      `Change the file itself, by hand or with the tool that writes it; ${ref} follows.`,
    );
  if (isGone === true && commands.some(({ type }) => type === 'Unarchive')) {
    const commit = deletionOf(use, path);
    const source = commit === undefined ? 'HEAD' : `${commit}^`;
    refuse(
      `The documents of ${ref} were deleted${commit === undefined ? '' : ` in ${commit}`}, so it stays archived.`,
      `Bring them back, and ${ref} is active again: \`git checkout ${source} -- ${quoteForShell(path)}\``,
    );
  }
  if (decidedBy !== undefined && events.some(({ type }) => type === 'StatusChanged'))
    refuse(
      `The status of ${ref} comes from ${decidedBy}, which would override it.`,
      `Change it there; ${ref} follows.`,
    );
}

/** Tells of documents in adopted folders that have no record yet, and asks once whether deleted ones are complete. */
export function tellOfAdoptions(use: Services, fresh: readonly SpecFolder[]): readonly Warning[] {
  return use.config.adopted.flatMap(({ path }) => {
    const here = fresh.filter((folder) => folder.path.startsWith(`${path}/`));
    const gone = here.filter((folder) => use.specStore.adoption(folder)?.isGone);
    const count = here.length - gone.length;
    const message = `${String(count)} new ${count === 1 ? 'spec' : 'specs'} in ${path}.`;
    return [
      ...(gone.length > 0 ? [deleted(use, path, gone)] : []),
      ...(count > 0 ? [{ code: 'ADOPTED', message }] : []),
    ];
  });
}

function deleted(use: Services, path: string, specs: readonly SpecFolder[]): Warning {
  const commits = new Set(specs.slice(0, BOUNDS.listed).map((one) => deletionOf(use, one.path)));
  const [commit] = commits.size === 1 ? commits : [];
  const [named] = use.commitLog.commits(commit === undefined ? [] : [commit]).commits;
  const [subject = ''] = named?.message.split('\n') ?? [];
  const isDone = /\b(?:ship|shipped|implement|implemented|done|complete|completed|finished)\b/i.test(subject);
  const where = commit === undefined ? '' : ` in ${commit}${isDone ? `, ${quoted(subject)}` : ''}`;
  const [documents, them] =
    specs.length === 1 ? ['one spec', 'it'] : [`${String(specs.length)} specs`, 'them'];
  const open = use.specStore
    .summaries(specs)
    .flatMap(({ folder, frontmatter: { status } }) => (status === 'complete' ? [] : [folder]));
  const ask = open.length === 0 ? '' : isDone ? ' They look complete.' : ' Are they complete?';
  const refs = open.slice(0, BOUNDS.listed).map(({ ref }) => ref);
  return {
    code: 'DOCUMENTS_DELETED',
    message: `The documents of ${documents} in ${path} were deleted${where}; the log keeps ${them}, archived.${ask}`,
    ...(open.length > 0 && {
      advice: [{ useCase: 'updateSpecs', request: { specs: refs, status: 'complete' }, to: 'complete them' }],
    }),
  };
}

/** Returns the short hash of the commit that deleted a file or folder; undefined if no commit did yet. */
function deletionOf({ commitLog }: Services, path: string): string | undefined {
  const hash = commitLog.lastCommitOf(path)?.hash;
  if (hash === undefined) return undefined;
  const isThere = isMarkdown(path)
    ? commitLog.textIn(hash, path) !== undefined
    : commitLog.filesIn(hash, path).length > 0;
  return isThere ? undefined : hash.slice(0, 9);
}
