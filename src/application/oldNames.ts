import type { SpecSummary } from '../domain/document/specSummary.js';
import type { SpecDocument } from '../domain/document/specDocument.js';
import { type LinkUpdate, linkTarget, relativeLinks } from '../domain/document/links.js';
import { membersOf } from '../domain/fields/fieldChange.js';
import { REFERENCE_FIELDS, SINGLE_REFERENCES } from '../domain/fields/standardFields.js';
import { namesInLog } from '../domain/log/logSummary.js';
import { namesNow } from '../domain/naming/references.js';
import type { SpecFolder } from '../domain/naming/projectPath.js';
import type { JsonObject } from '../domain/value/jsonValue.js';
import { type FolderMove, renamesBy, updateAllReferences } from './changes/folderMoves.js';
import type { PlannedChange, RecordDrafts } from './changes/plannedChange.js';
import { logEnds } from './changes/specLogs.js';
import type { Services } from './services.js';

/** Returns the spec that a former name or number means; undefined for a name that a spec has now, or that none ever had. */
export type NameNow = (name: string) => SpecFolder | undefined;

/** A reference by a name that the spec no longer has. */
export interface OldName extends FolderMove {
  /** Where the reference is: a field, or the line of a link in the text below the frontmatter. */
  readonly at: string | number;
}

/** Follows references by former names and numbers, as a branch has them that was merged after a spec was renamed. */
export class OldNames {
  constructor(private readonly use: Services) {}

  /** Returns a function that follows names. The logs are read only when a name is unknown. @param read all specs, if read. */
  now(folders = this.use.specStore.folders(), read: readonly SpecSummary[] = []): NameNow {
    return namesNow(folders, () => this.inLogs(folders, read));
  }

  /** Returns the names that the log of each spec has, and that other files may still use. */
  inLogs(folders: readonly SpecFolder[], read: readonly SpecSummary[] = []) {
    const summaries = read.length === folders.length ? read : this.use.specStore.summaries(folders);
    const specs = summaries.map(({ folder, frontmatter: { id } }) => {
      return { folder, id: typeof id === 'string' ? id : '' };
    });
    const streams = specs.flatMap(({ id }) => (id === '' ? [] : id));
    const ends = logEnds(this.use.eventLog, streams);
    return specs.map(({ folder, id }) => ({ folder, id, names: namesInLog(ends.get(id)) }));
  }

  /** Returns the references of a document by former names, each with the folder that it means. */
  in(folder: SpecFolder, { frontmatter, text, bodyStart }: SpecDocument, now: NameNow): readonly OldName[] {
    const fields = referencesIn(frontmatter).map(([at, name]) => ({ at, name }));
    const links = relativeLinks(text.slice(bodyStart)).flatMap(({ destination, line }) => {
      const target = linkTarget(folder.path, destination);
      const parts = target?.split('/').filter((part) => now(part) !== undefined) ?? [];
      const isThere = parts.length === 0 || this.use.fileSystem.stat(target ?? '') !== undefined;
      return isThere ? [] : parts.map((name) => ({ at: line, name }));
    });
    return [...fields, ...links].flatMap(({ at, name }): readonly OldName[] => {
      const meant = now(name);
      return meant === undefined ? [] : [{ at, folder: meant, from: name, to: meant.ref }];
    });
  }

  /** Adds to a change that references by former names get the names of now; an undo does nothing else than asked. */
  following(drafts: RecordDrafts, change: PlannedChange, document: SpecDocument): PlannedChange {
    const { folder } = change;
    const now = drafts.once('names', () => this.now());
    const moves = this.in(folder, document, now);
    if (moves.length === 0) return change;
    const isLinked = moves.some(({ at }) => typeof at === 'number');
    const follow: LinkUpdate = (text, file) =>
      updateAllReferences(change.editText?.(text, file) ?? text, moves);
    return {
      ...change,
      commands: (spec) => {
        const commands = change.commands(spec);
        const isUndo = commands.some(({ type }) => type === 'Undo');
        return isUndo ? commands : [...commands, ...renamesBy(moves)(spec.frontmatter)];
      },
      ...(isLinked && { editText: follow }),
    };
  }
}

/** Returns the references in the fields of a frontmatter, each with the name of its field. */
export function referencesIn(frontmatter: JsonObject): readonly (readonly [field: string, name: string])[] {
  return [...REFERENCE_FIELDS, ...SINGLE_REFERENCES].flatMap((field) =>
    membersOf(frontmatter, field).map((name) => [field, name] as const),
  );
}

/** Returns the summary with each reference by a former name replaced by the name of now. */
export function withNamesNow(summary: SpecSummary, names: () => NameNow): SpecSummary {
  const { frontmatter } = summary;
  const changed = [...REFERENCE_FIELDS, ...SINGLE_REFERENCES].flatMap((field) => {
    const value = frontmatter[field];
    if (value === undefined || value === null) return [];
    const now = names();
    const given = membersOf(frontmatter, field);
    if (given.every((name) => now(name) === undefined)) return [];
    const current = given.map((name) => now(name)?.ref ?? name);
    return [[field, Array.isArray(value) ? [...new Set(current)] : (current[0] ?? null)] as const];
  });
  if (changed.length === 0) return summary;
  return { ...summary, frontmatter: { ...frontmatter, ...Object.fromEntries(changed) } };
}
