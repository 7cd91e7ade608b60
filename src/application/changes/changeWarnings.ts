import { hasMissingParents } from '../../domain/log/recordOrder.js';
import type { Holder } from '../../domain/claims/holder.js';
import type { LogRecord } from '../../domain/log/record.js';
import type { PlaceMove } from '../../domain/document/followLinks.js';
import type { Changes } from '../../domain/spec/change.js';
import { irregularStep, needsOf } from '../../domain/spec/status.js';
import type { ChangedSpec } from './changeSpecs.js';
import { settlingAdvice } from './divergenceWarnings.js';
import { brokenSpecs } from './brokenSpec.js';
import type { Warning } from '../warning.js';
import { passedOverWarnings } from './passedOverWarnings.js';

/**
 * What a change did besides what it was asked for: settled what branches disagree on, recorded what was edited by hand, brought back
 * what a document had fallen behind by.
 */
export function changeWarnings({
  folder,
  settled = [],
  edited = [],
  broughtBack = {},
  returned,
  isFiltered = false,
  holder,
  log = [],
  record,
  damages = [],
  unfollowed = [],
}: Pick<ChangedSpec, 'folder' | 'settled' | 'edited' | 'broughtBack' | 'returned' | 'isFiltered' | 'holder'> &
  Partial<Pick<ChangedSpec, 'log' | 'record' | 'damages' | 'unfollowed'>>): readonly Warning[] {
  return [
    ...brokenSpecs(unfollowed, `What leads to ${folder.ref} from there stays as it is.`),
    ...damages.slice(0, 1).map(({ file, message }) => damaged(folder.ref, file, message, damages.length)),
    ...(holder === undefined ? [] : [held(folder.ref, holder)]),
    ...claimedTwice(folder.ref, log, record),
    ...settled.map(({ field, candidates: [kept, ...others] }): Warning => {
      const advice = settlingAdvice(folder.ref, field, others[0]?.value, 'choose the other');
      const other = others.map(({ value }) => JSON.stringify(value)).join(', ');
      return {
        code: 'DIVERGED',
        message: `Two worked on this: branches set ${field} differently; ${JSON.stringify(kept?.value)} was kept, the other value was ${other}.`,
        ...(advice !== undefined && { advice: [advice] }),
      };
    }),
    ...rolledForward(folder.ref, broughtBack),
    ...(returned === undefined ? [] : [putBack(returned)]),
    ...(isFiltered ? [filtered(folder.ref)] : []),
    ...edited.flatMap((event): readonly Warning[] => {
      if (event.type !== 'FrontmatterEdited') return [];
      const written = Object.entries(event.data.changes).filter(([field]) => field !== 'updated');
      const changes = written.map(
        ([field, { from, to }]) => `${field} ${JSON.stringify(from)} → ${JSON.stringify(to)}`,
      );
      if (changes.length === 0) return [];
      const { status } = event.data.changes;
      const step = status === undefined ? undefined : irregularStep(status.from, status.to);
      const irregular =
        step === undefined
          ? ''
          : ` A change from ${step.from} to ${step.to} normally needs ${needsOf(step)}; it was kept.`;
      const told = hasMissingParents(log)
        ? {
            message: `The log of ${folder.ref} lacks records, and its document alone tells what they wrote, which is now recorded: ${changes.join(', ')}.`,
            hint: '`git log -- .spectool/log` shows the commit that took them out, or that they were not picked with.',
          }
        : {
            message: `The frontmatter had been edited by hand, which is now recorded: ${changes.join(', ')}.${irregular}`,
            hint: 'Set fields with the tool, which checks what it writes.',
          };
      return [{ code: 'EDITED_BY_HAND', ...told }];
    }),
  ];
}

function damaged(ref: string, file: string, message: string, count: number): Warning {
  const more = count > 1 ? `, and ${String(count - 1)} more` : '';
  return {
    code: 'LOG_DAMAGED',
    message: `The log of ${ref} is damaged (${file} ${message}${more}): what was recorded there is passed over.`,
    advice: [{ useCase: 'validateProject', to: 'see what is wrong with it' }],
  };
}

function rolledForward(ref: string, broughtBack: Changes): readonly Warning[] {
  const fields = Object.entries(broughtBack);
  if (fields.length === 0) return [];
  const restored = fields.map(
    ([name, { from, to }]) => `${name} ${JSON.stringify(from)} → ${JSON.stringify(to)}`,
  );
  return [
    {
      code: 'ROLLED_FORWARD',
      message: `The document was behind the log, as after an interrupted write; restored: ${restored.join(', ')}.`,
      advice: fields.flatMap(
        ([name, { from }]) => settlingAdvice(ref, name, from, 'have the old value') ?? [],
      ),
    },
  ];
}

function putBack({ from, to }: PlaceMove): Warning {
  return {
    code: 'ROLLED_FORWARD',
    message: `The folder stood in ${from}, as before the last change that moved it; it is in ${to} again, where the log has it.`,
  };
}

function held(ref: string, { by, place, until }: Holder): Warning {
  const where = place === undefined ? '' : ` in the worktree ${place}`;
  return {
    code: 'CLAIMED',
    message: `${by} works on ${ref}${where}, until ${until}; your change is recorded beside that.`,
  };
}

/** Who lost a claim to an earlier one of another branch hears of it with everything that is done to the spec. */
function claimedTwice(
  ref: string,
  log: readonly LogRecord[],
  record: LogRecord | undefined,
): readonly Warning[] {
  const isClaimed = log.some(({ events }) => events.some(({ type }) => type === 'SpecClaimed'));
  if (!isClaimed) return [];
  const twice = (records: readonly LogRecord[]) =>
    passedOverWarnings(ref, records).filter(({ code }) => code === 'CLAIMED_TWICE');
  const still = twice(log);
  // Work that is complete is told of once: this record knows of both.
  return still.length > 0 ? still : twice(log.filter((one) => one !== record));
}

function filtered(ref: string): Warning {
  return {
    code: 'TEXT_FILTERED',
    message: `The text of ${ref} differs from the log, but .gitattributes makes git change it on checkout, so it cannot be known whether somebody edited it; nothing was recorded.`,
    hint: 'Exclude the specs from `filter`, `ident` and `working-tree-encoding` in .gitattributes.',
  };
}
