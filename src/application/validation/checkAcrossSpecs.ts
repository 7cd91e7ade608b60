import { firstOf } from '../../domain/value/bounds.js';
import { quoted } from '../../domain/value/quoted.js';
import { duplicateNumbers } from '../../domain/naming/specNumbers.js';
import { formatFolderName, parseFolderName } from '../../domain/naming/folderName.js';
import { groupFor, isOwnGroup, existingGroup } from '../../domain/naming/groupFolder.js';
import { folderAt, labelsOf, type SpecFolder } from '../../domain/naming/specFolder.js';
import type { Configuration, StructureConfig } from '../../domain/project/configuration.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { elapsedDays } from '../../domain/value/elapsedDays.js';
import { isStale } from '../projections/boardHealth.js';
import { checkDependencies } from './checkDependencies.js';
import type { Finding } from '../../domain/findings/finding.js';

/**
 * Checks specs together: numbers, names, dependencies and stale work.
 * @param fileOf returns the path of a spec's document.
 * @param elsewhere folder names of specs that are not in the working tree.
 * @param isLogged true for the name of a spec that the log knows, although it has no folder.
 */
export function checkTree(
  specs: readonly SpecView[],
  folders: readonly SpecFolder[],
  config: Configuration,
  fileOf: (spec: Pick<SpecView, 'path'>) => string,
  now: string,
  elsewhere: ReadonlySet<string>,
  isLogged: (name: string) => boolean,
): readonly Finding[] {
  const places = new Set(folders.map(({ path }) => path));
  return [
    ...numbers(folders, config, fileOf),
    ...checkDependencies(specs, fileOf, elsewhere, isLogged),
    ...specs.flatMap((spec) => names(spec, config, fileOf, places)),
    ...specs
      .filter((spec) => !spec.archived && isStale(spec, now))
      .map((spec) => stale(spec, now, fileOf(spec))),
  ];
}

function numbers(
  folders: readonly SpecFolder[],
  { structure }: Configuration,
  fileOf: (spec: Pick<SpecView, 'path'>) => string,
): readonly Finding[] {
  return duplicateNumbers(folders, structure).flatMap(([sequence, holders]) =>
    holders.map((holder): Finding => {
      const others = holders.flatMap(({ path }) => (path === holder.path ? [] : [path]));
      return {
        severity: 'error',
        code: 'NUMBER_DUPLICATE',
        file: fileOf(holder),
        message: `The number ${String(sequence)} is also used by ${firstOf(others)}.`,
        advice: [
          {
            useCase: 'validateProject',
            request: { fix: true },
            to: 'give all of these specs but the earliest a new number',
          },
        ],
      };
    }),
  );
}

function names(
  spec: SpecView,
  config: Configuration,
  fileOf: (spec: Pick<SpecView, 'path'>) => string,
  places: ReadonlySet<string>,
): readonly Finding[] {
  const findings: Finding[] = [];
  const { structure } = config;
  const parts = parseFolderName(structure, spec.ref);
  // A folder with a number keeps its name, even if the configured pattern of folder names has changed.
  if (spec.sequence === null && (parts?.sequence ?? null) === null) {
    const { name, created } = spec;
    const wanted = formatFolderName(structure, { sequence: 1, name, created: created ?? '2026-01-05' });
    findings.push({
      severity: 'warning',
      code: 'FOLDER_NAME',
      file: fileOf(spec),
      message: `The folder name has no number: the configuration asks for a name such as ${wanted}.`,
      advice: [
        {
          useCase: 'renumberSpec',
          request: { spec: spec.ref },
          to: 'rename the folder',
        },
      ],
    });
  }
  const group = groupMeant(spec, structure);
  if (group !== undefined) {
    const { path } = folderAt(config.specsDir, { ...labelsOf(spec), group });
    findings.push({
      severity: 'warning',
      code: 'GROUP_MISMATCH',
      file: fileOf(spec),
      message: `The folder is in the group ${quoted(spec.group ?? '')}, but the fields of the spec require the group ${quoted(group)}.`,
      ...(places.has(path)
        ? { fix: `${path} already exists in that group; rename one of the two folders first` }
        : {
            advice: [
              {
                useCase: 'validateProject',
                request: { fix: true },
                to: 'move the folder to that group and update its links',
              },
            ],
          }),
    });
  }
  return findings;
}

function stale(spec: SpecView, now: string, file: string): Finding {
  const last = spec.updated ?? spec.created ?? '';
  const days = Math.floor(elapsedDays(last, now) ?? 0);
  return {
    severity: 'warning',
    code: 'STALE',
    file,
    message: `The spec is in progress, but has not changed for ${String(days)} days (since ${last.slice(0, 10)}).`,
    advice: [
      { useCase: 'updateSpec', request: { spec: spec.ref, status: 'complete' }, to: 'complete the spec' },
      {
        useCase: 'updateSpec',
        request: { spec: spec.ref, status: 'planned' },
        needs: ['reason'],
        to: 'set the spec back to planned',
      },
    ],
  };
}

/**
 * Returns the group that the spec's fields require; undefined if the spec is already in that group, or if the name of its
 * current group does not fit the configured pattern.
 */
export function groupMeant(spec: SpecView, structure: StructureConfig): string | undefined {
  const { priority = null, assignee = null, reviewer = null, status, created, broken, fields } = spec;
  if (created === null || broken === true) return undefined;
  const stands = spec.group ?? '';
  if (!isOwnGroup(structure, stands)) return undefined;
  try {
    const wanted = groupFor(structure, { ...fields, status, priority, assignee, reviewer }, created);
    return existingGroup(wanted, [stands]) === stands ? undefined : wanted;
  } catch {
    return undefined;
  }
}
