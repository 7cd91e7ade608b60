import type { Spectool } from '../../../../application/spectool.js';
import { OUTCOMES, outcomeText } from '../../../../domain/spec/archiveOutcome.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { whereFlag } from '../../options/customFieldFlags.js';
import { singleIfNamed, dryRun, specsIn, type ChangeAnswer } from '../../options/specsArgument.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, type Given, text } from '../../options/taken.js';

/** What both commands take. */
const MOVED = { specs: argument('[SPEC…]'), where: whereFlag(), dryRun };

async function moved(useCase: Spectool['archiveSpecs'], given: Given<typeof MOVED>): Promise<ChangeAnswer> {
  const result = await useCase.execute(given);
  return given.where === undefined ? singleIfNamed(result, given.specs) : result;
}

export const archive = defineCommand({
  name: 'archive',
  group: 'Specs',
  purpose: 'move specs into the archive; their numbers are not used again',
  examples: [
    ['Several specs at once', 'spectool archive 3 user-login 7-9'],
    ['A spec that will not be done', 'spectool archive 3 --outcome rejected --reason "too dear"'],
    ['A spec that another one replaces', 'spectool archive 3 --by 9 --reason "one login for all"'],
    ['Every spec with a certain value in a field', 'spectool archive --where team=web'],
    ['Show what would change', 'spectool archive 3 --dry-run'],
  ],
  takes: {
    ...MOVED,
    outcome: text(`--outcome ${OUTCOMES.join('|')}`, 'how a spec ended that is not complete; needs --reason'),
    by: text(
      '--by SPEC',
      'the spec that replaces the archived one; implies `--outcome superseded`, so needs --reason',
    ),
    reason: text('--reason TEXT', 'the reason, kept in the log'),
  },
  writes: true,
  runs: 'archiveSpecs',
  run: ({ archiveSpecs }, given) => moved(archiveSpecs, given),
  render: renderMoved,
});

/** Renders the new paths of specs that were moved into or out of the archive. */
function renderMoved(result: ChangeAnswer, terminal: Terminal): string {
  const style = createStyle(terminal);
  const changed = new Set(result.events.map(({ spec }) => spec));
  const isPlan = result.dryRun === true;
  return specsIn(result)
    .filter(({ ref }) => changed.has(ref))
    .map(({ archived, ref, path, archivedAs, supersededBy }) => {
      const told = isPlan
        ? `Would ${archived ? 'archive' : 'unarchive'}`
        : archived
          ? 'Archived'
          : 'Unarchived';
      const how = archivedAs === undefined ? '' : `, ${outcomeText(archivedAs, supersededBy)}`;
      return `${told} ${style.ref(safeText(ref))}  ${style.path(safeText(path))}${safeText(how)}`;
    })
    .join('\n');
}

export const unarchive = defineCommand({
  name: 'unarchive',
  group: 'Specs',
  purpose: 'bring specs back from the archive',
  examples: [['Several specs at once', 'spectool unarchive 3 user-login 7-9']],
  takes: MOVED,
  writes: true,
  runs: 'unarchiveSpecs',
  run: ({ unarchiveSpecs }, given) => moved(unarchiveSpecs, given),
  render: renderMoved,
});
