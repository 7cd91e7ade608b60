import type { Spectool } from '../../../../application/spectool.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { titleOfName } from '../../../../domain/naming/folderName.js';
import { type Outcome, OUTCOMES, outcomeText } from '../../../../domain/spec/archiveOutcome.js';
import {
  asUndo,
  type ChangeAnswer,
  dryRun,
  renderChanged,
  singleIfNamed,
  specsIn,
} from '../../changedSpecs.js';
import {
  argument,
  type Given,
  formerFlag,
  numberFlag,
  numberOption,
  refuseWith,
  switchFlag,
  requiredFlag,
  textFlag,
} from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { whereFlag } from '../../fieldFlags.js';
import { eventSentence } from '../../../presentation/sentences.js';
import { safeText } from '../../layout/terminalText.js';
import { createStyle, type Terminal } from '../../layout/terminalStyle.js';

/** Arguments and flags of `archive` and `unarchive`. */
const MOVED = { specs: argument('[SPEC…]'), where: whereFlag(), dryRun };

async function moved(useCase: Spectool['archiveSpecs'], given: Given<typeof MOVED>): Promise<ChangeAnswer> {
  const result = await useCase.execute(given);
  return given.where === undefined ? singleIfNamed(result, given.specs) : result;
}

export const archive = defineCommand({
  name: 'archive',
  group: 'Specs',
  purpose: 'move specs into the archive; their numbers are not reused',
  examples: [
    ['Several specs at once', 'spectool archive 3 user-login 7-9'],
    ['A spec that will not be done', 'spectool archive 3 --outcome rejected --reason "too dear"'],
    ['A spec that another one replaces', 'spectool archive 3 --by 9 --reason "one login for all"'],
    ['Every spec with a certain value in a field', 'spectool archive --where assignee=kim'],
    ['Show what would change', 'spectool archive 3 --dry-run'],
    ['Bring specs back from the archive', 'spectool archive 3 7-9 --undo'],
  ],
  takes: {
    ...MOVED,
    outcome: textFlag<Outcome>(
      `--outcome ${OUTCOMES.join('|')}`,
      'how a spec ended that is not complete; needs --reason',
    ),
    by: textFlag(
      '--by SPEC',
      'the spec that replaces the archived one, also for open specs that depend on it; implies `--outcome superseded`, so needs --reason',
    ),
    reason: textFlag('--reason TEXT', 'the reason, kept in the log'),
    undo: switchFlag('--undo', 'bring specs back from the archive'),
  },
  writes: true,
  runs: ['archiveSpecs', 'unarchiveSpecs'],
  run: ({ archiveSpecs, unarchiveSpecs }, { undo, ...given }) => {
    const { outcome, by, reason, ...chosen } = given;
    if (!undo) return moved(archiveSpecs, given);
    refuseWith('--undo', { outcome, by, reason });
    return moved(unarchiveSpecs, chosen);
  },
  asFlags: asUndo('unarchiveSpecs'),
  render: renderMoved,
});

/** Renders the new paths of specs that were moved into or out of the archive, and the specs that depend on another one now. */
function renderMoved(result: ChangeAnswer, terminal: Terminal): string {
  const style = createStyle(terminal);
  const changed = new Set(result.events.map(({ spec }) => spec));
  const isPlan = result.dryRun === true;
  const moved = specsIn(result)
    .filter(({ ref }) => changed.has(ref))
    .map(({ archived, ref, path, archivedAs, supersededBy }) => {
      const told = isPlan
        ? `Would ${archived ? 'archive' : 'unarchive'}`
        : archived
          ? 'Archived'
          : 'Unarchived';
      const how = archivedAs === undefined ? '' : `, ${outcomeText(archivedAs, supersededBy)}`;
      return `${told} ${style.ref(safeText(ref))}  ${style.path(safeText(path))}${safeText(how)}`;
    });
  const dependents = result.events
    .filter(({ type }) => type === 'DependenciesChanged')
    .map(({ spec, type, data }) => {
      const told = isPlan ? 'Would update' : 'Updated';
      return `${told} ${style.ref(safeText(spec ?? ''))}  ${safeText(eventSentence(type, data))}`;
    });
  return [...moved, ...dependents].join('\n');
}

export const unarchive = defineCommand({
  name: 'unarchive',
  group: 'Specs',
  usedBy: 'few',
  purpose: 'same as `archive --undo`: bring specs back from the archive',
  examples: [['Several specs at once', 'spectool unarchive 3 user-login 7-9']],
  takes: MOVED,
  writes: true,
  runs: 'unarchiveSpecs',
  run: ({ unarchiveSpecs }, given) => moved(unarchiveSpecs, given),
  render: renderMoved,
});

export const deleteCommand = defineCommand({
  name: 'delete',
  group: 'Specs',
  usedBy: 'few',
  purpose: 'delete a spec created by mistake; undo brings it back',
  details: `
      Only for a spec created by mistake; for a spec that is complete or abandoned, use \`archive\`. The folder moves to
      \`.spectool/trash/\`; the history and the number are kept. \`spectool undo\` brings the spec back.
    `,
  examples: [['A duplicate', 'spectool delete 12 --reason "made twice, see 011"']],
  takes: {
    spec: argument('SPEC'),
    reason: requiredFlag('--reason TEXT', 'the reason, kept in the log'),
    force: switchFlag(
      '--force',
      'delete the spec even if its folder has changes that are not committed in git',
    ),
  },
  writes: true,
  runs: 'deleteSpec',
  render: ({ spec, trash }, terminal) => {
    const style = createStyle(terminal);
    return [
      `Deleted ${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`,
      style.step(
        `${spec.path === trash ? 'The files stay where they are:' : 'The folder of the spec is kept in'} ${safeText(trash)}. To bring the spec back: spectool undo`,
      ),
    ].join('\n');
  },
});

export const renameCommand = defineCommand({
  name: 'rename',
  group: 'Specs',
  purpose: 'change the name, title or number of a spec, and update every reference to it',
  examples: [
    ['Folder and title', 'spectool rename 5 "User sign-in"'],
    ['Only the title', 'spectool rename 5 --title "Sign-in of users"'],
    ['Only the number', 'spectool rename 5 --number 12'],
  ],
  takes: {
    spec: argument('SPEC'),
    name: argument('[NEW-NAME]'),
    title: textFlag('--title TEXT', 'the new title; without NEW-NAME, the folder keeps its name'),
    number: textFlag('--number N|next', 'only the new number; next is the next free number'),
  },
  writes: true,
  runs: 'renumberSpec',
  run: ({ renumberSpec }, { spec, name, title, number }) => {
    if (number !== undefined) {
      refuseWith('--number', { title });
      const to = number === 'next' ? undefined : numberOption('--number', number);
      return renumberSpec.execute({ spec, name, to });
    }
    const named = title ?? (name && titleOfName(name));
    if (named === undefined)
      throw new SpectoolError('USAGE', 'NEW-NAME is missing.', {
        hint: 'Give a new name, or only --title or --number.',
      });
    return renumberSpec.execute({ spec, name, title: named });
  },
  asFlags: ({ to = 'next', ...rest }: { readonly to?: number | 'next'; readonly spec?: string }) =>
    'spec' in rest && !('name' in rest || 'title' in rest) ? { ...rest, number: to } : rest,
  render: renderChanged,
});

export const renumberCommand = defineCommand({
  name: 'renumber',
  group: 'Specs',
  usedBy: 'few',
  purpose: 'same as `rename --number`: give a spec another number',
  examples: [['To the next free number', 'spectool renumber 005-user-login']],
  takes: {
    spec: argument('SPEC'),
    to: formerFlag(numberFlag('--to N', 'the new number')),
  },
  writes: true,
  runs: 'renumberSpec',
  render: renderChanged,
});
