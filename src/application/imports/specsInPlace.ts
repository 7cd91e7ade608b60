import { isMarkdown } from '../../domain/document/decodeText.js';
import { reservedId } from '../changes/specLogFinder.js';
import type { LinkUpdate, PlaceMove } from '../../domain/document/updateLinks.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { PlannedDocument } from '../../domain/import/planImport.js';
import { importedId } from '../../domain/log/records/record.js';
import { folderAt, groupPlaces, type SpecFolder } from '../../domain/naming/specFolder.js';
import type { PlannedWrite } from '../../ports/transaction.js';
import type { PlannedChange } from '../changes/changeSpecs.js';
import type { RecordDrafts } from '../changes/recordDrafts.js';
import { withUpdatedLinks } from '../changes/updateLinks.js';
import type { ImportedSpec, JudgedDocument } from './importedSpecs.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { Hasher } from '../../ports/system.js';
import type { ImportedSpecs } from './importedSpecs.js';
import type { ChangeSpecs } from '../changes/changeSpecs.js';
import type { Configuration } from '../../domain/project/configuration.js';

/** A spec in the specs folder that an import creates from a document there. */
export interface SpecInPlace extends Omit<ImportedSpec, 'left'> {
  readonly folder: SpecFolder;
  /** Folder after the import. */
  readonly home: SpecFolder;
}

/** Imports documents in place. */
export class SpecsInPlace {
  constructor(
    private readonly specStore: SpecStore,
    private readonly eventLog: EventLog,
    private readonly hasher: Hasher,
    private readonly importedSpecs: ImportedSpecs,
    private readonly changeSpecs: ChangeSpecs,
    private readonly config: Configuration,
  ) {}

  /** Returns the folder of a spec after the import: archived documents go to the archive. */
  home({ folder, labels, document, meaning }: PlannedDocument): SpecFolder {
    const isPutAway = document.isArchived === true || meaning?.isArchived === true;
    return isPutAway && !labels.archived
      ? folderAt(this.config.specsDir, { ...labels, archived: true })
      : folder;
  }

  /** Returns a new spec with its history if the document has no log, otherwise the change of the existing spec. */
  take(
    plan: JudgedDocument,
    follow: LinkUpdate,
  ): { readonly spec: SpecInPlace; readonly change?: PlannedChange } {
    const { specStore, importedSpecs, eventLog, hasher } = this;
    const { folder, labels } = plan;
    const found = specStore.open(folder);
    const isBare = found.problem?.code === 'FRONTMATTER_MISSING';
    if (found.problem !== undefined && !isBare) throw new SpectoolError('SPEC_BROKEN', found.problem.message);
    const document = isBare ? specStore.parse(withFrontmatter(found.text)) : found;
    const reserved = reservedId(document.frontmatter);
    if (reserved !== undefined) throw new SpectoolError('SPEC_BROKEN', reserved);
    const { id: own } = document.frontmatter;
    const sha256 = (content: string) => hasher.sha256(content);
    const id = typeof own === 'string' && own !== '' ? own : importedId(plan.identity, '1', sha256);
    const taken = {
      found: { frontmatter: document.frontmatter, archived: labels.archived },
    };
    const home = this.home(plan);
    const file = specStore.documentPath(folder).slice(folder.path.length);
    const was = document.text.slice(document.bodyStart);
    const body = follow(was, { from: folder.path + file, to: home.path + file });
    const spec = { ...importedSpecs.standing(id, plan, document, body, taken), folder, home };
    if (eventLog.records(id).length === 0) return { spec };
    const isArchived = spec.labels.archived;
    const { frontmatter } = spec;
    return {
      spec,
      change: {
        folder,
        commands: () => [{ type: 'FollowSource', data: { frontmatter, isArchived, taken } }],
      },
    };
  }

  /** Returns the writes of an imported spec: records, document, links in other files, and the move of the folder. */
  writes({ id, records, text, folder, home }: SpecInPlace, follow: LinkUpdate): readonly PlannedWrite[] {
    const { specStore } = this;
    const path = specStore.documentPath(folder);
    const document = path.slice(folder.path.length + 1);
    const was = specStore.open(folder).text;
    const beside = specStore.files(folder).filter((file) => file !== document && isMarkdown(file));
    return [
      { kind: 'past', records },
      { kind: 'text', spec: id, path, file: document, text, was },
      ...beside.flatMap((file): readonly PlannedWrite[] => {
        const before = specStore.readFile(folder, file) ?? '';
        const at = `${folder.path}/${file}`;
        const after = follow(before, { from: at, to: `${home.path}/${file}` });
        return after === before ? [] : [{ kind: 'text', spec: id, path: at, file, text: after, was: before }];
      }),
      ...(home.path === folder.path
        ? []
        : [{ kind: 'move', from: folder.path, to: home.path, groups: groupPlaces(folder) } as const]),
    ];
  }

  /** Returns the writes that update links to moved folders in all other specs. */
  followers(
    drafts: RecordDrafts,
    own: readonly SpecFolder[],
    moves: readonly PlaceMove[],
  ): readonly PlannedWrite[] {
    if (moves.length === 0) return [];
    const { specStore, changeSpecs } = this;
    const changes = own.map((folder) => ({ folder, commands: () => [] }));
    return withUpdatedLinks(specStore, changes, moves)
      .slice(changes.length)
      .flatMap((change) => changeSpecs.plan(drafts, change).writes);
  }
}

/** Returns the folders that an import moves. */
export function movesOf(specs: readonly Pick<SpecInPlace, 'folder' | 'home'>[]): readonly PlaceMove[] {
  return specs.flatMap(({ folder, home }) =>
    folder.path === home.path ? [] : [{ from: folder.path, to: home.path }],
  );
}

function withFrontmatter(text: string): string {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  return '---\n---\n\n'.replaceAll('\n', newline) + text.replace(/^\uFEFF/, '');
}
