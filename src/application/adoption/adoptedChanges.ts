import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isStatus } from '../../domain/fields/statusAndPriority.js';
import type { SpecFolder } from '../../domain/naming/projectPath.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import { quoted, quoteForShell } from '../../domain/value/text.js';
import type { Decided, Policy } from '../changes/policy.js';
import type { Services } from '../services.js';
import type { Warning } from '../useCase.js';

/** Commands that would rewrite documents of another tool; an edit of the text is observed like one by hand. */
const REWRITING: ReadonlySet<string> = new Set([
  ...['ReplaceSection', 'Rename', 'Renumber', 'Retitle', 'ObserveText', 'ObserveFrontmatter'],
]);

/** Refuses what would not last in documents of another tool, and tells of documents that came or went. */
export const adoptionPolicy: Policy = {
  events: (use, decided) => {
    refuseForeign(use, decided);
    return {};
  },
  around: (use, { drafts, changed }, write) => {
    const observed = new Set(
      changed.flatMap(({ record, folder }) => (record?.command === 'observe' ? folder.path : [])),
    );
    const fresh = (use.specStore.unrecorded?.() ?? []).filter(({ path }) => observed.has(path));
    for (const told of tellOfAdoptions(use, fresh)) drafts.told.push(told);
    write();
  },
};

/**
 * Refuses to rewrite documents of another tool, to set a status that something else would override, and to bring deleted
 * documents back.
 * @throws SpectoolError `NOT_OURS`.
 */
function refuseForeign(use: Services, { folder: { ref, path }, commands, events }: Decided): void {
  const adoption = use.specStore.adoption?.({ path });
  if (adoption === undefined) return;
  const { kind, texts, overrides } = adoption;
  const refuse = (message: string, hint: string, more = {}): never => {
    throw new SpectoolError('NOT_OURS', message, { hint, details: { spec: ref, kind, ...more } });
  };
  if (commands.some(({ type }) => REWRITING.has(type)))
    refuse(
      `${path} belongs to ${kind}, so spectool does not change its text or name.`,
      `Change the file itself, by hand or with the tool that writes it; ${ref} follows.`,
    );
  if (texts.length === 0 && commands.some(({ type }) => type === 'Unarchive')) {
    const commit = deletionOf(use, [path]);
    const source = commit === undefined ? 'HEAD' : `${commit}^`;
    refuse(
      `The documents of ${ref} were deleted${commit === undefined ? '' : ` in ${commit}`}, so it stays archived.`,
      `Bring them back, and ${ref} is active again: \`git checkout ${source} -- ${quoteForShell(path)}\``,
    );
  }
  const statuses = events.flatMap(({ type, data }) => (type === 'StatusChanged' ? data.to : []));
  for (const decidedBy of statuses.flatMap((status) => (isStatus(status) ? (overrides(status) ?? []) : [])))
    refuse(
      `The status of ${ref} comes from ${decidedBy}, which would override it.`,
      `Change it there; ${ref} follows.`,
      { decidedBy },
    );
}

/** Tells of documents in adopted folders that have no record yet, and asks once whether deleted ones are complete. */
function tellOfAdoptions(use: Services, fresh: readonly SpecFolder[]): readonly Warning[] {
  return use.config.adopted.flatMap(({ path }) => {
    const here = fresh.filter((folder) => folder.path.startsWith(`${path}/`));
    const gone = here.filter((folder) => use.specStore.adoption?.(folder)?.texts.length === 0);
    const count = here.length - gone.length;
    const message = `${String(count)} new ${count === 1 ? 'spec' : 'specs'} in ${path}.`;
    return [
      ...(gone.length > 0 ? [deleted(use, path, gone)] : []),
      ...(count > 0 ? [{ code: 'ADOPTED', message }] : []),
    ];
  });
}

function deleted(use: Services, path: string, specs: readonly SpecFolder[]): Warning {
  const commit = deletionOf(
    use,
    specs.map((one) => one.path),
  );
  const [named] = use.commitLog.commits(commit === undefined ? [] : [commit]).commits;
  const [subject = ''] = named?.message.split('\n') ?? [];
  const isDone = /\b(?:ship|shipped|implement|implemented|done|complete|completed|finished)\b/i.test(subject);
  const where = commit === undefined ? '' : ` in ${commit}${isDone ? `, ${quoted(subject)}` : ''}`;
  const [documents, them] =
    specs.length === 1 ? ['one spec', 'it'] : [`${String(specs.length)} specs`, 'them'];
  const open = use.specStore.summaries(specs).filter((one) => one.frontmatter['status'] !== 'complete');
  const refs = open.slice(0, BOUNDS.listed).map(({ folder: { ref } }) => ref);
  const [are, look, what] =
    open.length === 1
      ? [`Is ${refs.join('')}`, `${refs.join('')} looks`, 'it']
      : ['Are they', 'They look', 'them'];
  const ask = open.length === 0 ? '' : isDone ? ` ${look} complete.` : ` ${are} complete?`;
  return {
    code: 'DOCUMENTS_DELETED',
    message: `The documents of ${documents} in ${path} were deleted${where}; the log keeps ${them}, archived.${ask}`,
    ...(open.length > 0 && {
      advice: [
        {
          useCase: 'updateSpecs',
          // Criteria of a deleted document cannot be ticked. If none are open, the completion does not count as forced.
          request: { specs: refs, status: 'complete', force: true },
          needs: ['reason'],
          to: `complete ${what}`,
        },
      ],
    }),
  };
}

/** Returns the short hash of the commit that deleted all of these files and folders; undefined if no single commit did. */
function deletionOf({ commitLog }: Services, paths: readonly string[]): string | undefined {
  const files = [...commitLog.deletedFiles(paths)];
  const commits = new Set(
    paths.map((path) => files.find(([file]) => `${file}/`.startsWith(`${path}/`))?.[1].deletedIn),
  );
  const [commit] = commits.size === 1 ? commits : [];
  return commit === '' ? undefined : commit?.slice(0, 9);
}
