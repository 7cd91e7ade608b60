import { SpectoolError } from '../../errors/spectoolError.js';
import type { SpecFolder } from '../../naming/specFolder.js';
import type { SpecCommand } from '../specCommands.js';
import { retitled } from '../events/locationEvents.js';
import { fieldText } from '../../fields/checkFieldText.js';
import { decideApproved } from '../../review/decideApproval.js';
import { decideRestored, decideRetired } from '../../review/decideRetirement.js';
import { decideArchive, decideUnarchive } from './decideArchive.js';
import { decideClaim, decideRelease } from './decideClaim.js';
import {
  decideAdded,
  decideChecked,
  decideLabelled,
  decideUnchecked,
  decideVerdicts,
} from './decideCriteria.js';
import { decideDate, decideFields } from './decideFields.js';
import { decideCreation } from './decideCreation.js';
import { decideRegrouped } from './decideGroup.js';
import { decideMembers } from './decideMembersOfSetField.js';
import { decideNote, decideSection } from './decideText.js';
import { decideDeletion } from './decideDeletion.js';
import { decideObservedFrontmatter, decideObservedPlace } from './decideHandEdits.js';
import { decideCompletion, decideSettled, decideStatus } from './decideStatus.js';
import { refuseCycle, refuseOwnPart } from './refuseCycle.js';
import { decideUndo } from './decideUndo.js';
import type { SpecEvent } from '../specEvents.js';
import type { Spec } from '../spec.js';

/**
 * Returns the events that follow from a command; empty if nothing changes.
 * @throws SpectoolError if a rule forbids the command.
 */
export function decide(command: SpecCommand, spec: Spec): readonly SpecEvent[] {
  if (command.type === 'CreateSpec' || command.type === 'ImportSpec') {
    if (spec.kind === 'active')
      throw new SpectoolError('SPEC_EXISTS', `The spec ${spec.labels.ref} already exists.`);
    return command.type === 'CreateSpec'
      ? decideCreation(command.data)
      : [{ type: 'SpecImported', data: command.data }];
  }
  if (spec.kind === 'absent') throw new SpectoolError('SPEC_NOT_FOUND', 'There is no such spec.');
  switch (command.type) {
    case 'ChangeStatus':
      return decideStatus(command.data, spec);
    case 'SettleStatus':
      return decideSettled(command.data, spec);
    case 'FollowStatus':
      return decideCompletion(command.data.today, spec);
    case 'ChangeFields':
      if (command.data.joining !== undefined) refuseOwnPart(spec, command.data.joining);
      return decideFields(command.data, spec);
    case 'CorrectDate':
      return decideDate(command.data, spec);
    case 'ChangeTags': {
      const change = decideMembers('tags', command.data, spec);
      return change ? [{ type: 'TagsChanged', data: change }] : [];
    }
    case 'ChangeDependencies': {
      const { field } = command.data;
      const { replace = [], add = [], needs } = command.data;
      if (field === 'depends_on') refuseCycle(spec, [...replace, ...add], needs);
      const change = decideMembers(field, command.data, spec);
      return change ? [{ type: 'DependenciesChanged', data: { field, ...change } }] : [];
    }
    case 'FollowRef': {
      const { field, from, to } = command.data;
      const isNamed = spec.frontmatter[field] === from;
      return isNamed ? [{ type: 'FieldsChanged', data: { changes: { [field]: { from, to } } } }] : [];
    }
    case 'Retitle': {
      const title = fieldText('title', command.data.title);
      return title === spec.title ? [] : [{ type: 'SpecRenamed', data: retitled(spec, title) }];
    }
    case 'Rename': {
      const { name, ref } = command.data;
      if (ref === spec.labels.ref) return [];
      return [
        {
          type: 'SpecRenamed',
          data: { name: { from: spec.labels.name, to: name }, ref: { from: spec.labels.ref, to: ref } },
        },
      ];
    }
    case 'Renumber': {
      const { to, ref } = command.data;
      if (to === spec.labels.sequence && ref === spec.labels.ref) return [];
      if (to !== spec.labels.sequence) refuseTakenNumber(to, command.data.others);
      return [
        {
          type: 'SpecRenumbered',
          data: { from: spec.labels.sequence, to, ref: { from: spec.labels.ref, to: ref } },
        },
      ];
    }
    case 'Regroup':
      return decideRegrouped(command.data.to, spec);
    case 'Archive':
      return decideArchive(command.data, spec);
    case 'Unarchive':
      return decideUnarchive(spec);
    case 'Delete':
      return decideDeletion(command.data, spec);
    case 'Claim':
      return decideClaim(command.data, spec);
    case 'Release':
      return decideRelease(command.data, spec);
    case 'CheckCriteria':
      return decideChecked(command.data, spec);
    case 'UncheckCriteria':
      return decideUnchecked(command.data, spec);
    case 'RetireCriterion':
      return decideRetired(command.data, spec);
    case 'RestoreCriterion':
      return decideRestored(command.data, spec);
    case 'ApproveSpec':
      return decideApproved(command.data, spec);
    case 'AddCriterion':
      return decideAdded(command.data, spec);
    case 'LabelCriteria':
      return decideLabelled(spec);
    case 'RecordVerdicts':
      return decideVerdicts(command.data.tested, spec);
    case 'AddNote':
      return decideNote(command.data, spec);
    case 'Accept':
      return [{ type: 'SpecAccepted', data: command.data }];
    case 'ReplaceSection':
      return decideSection(command.data, spec);
    case 'Undo':
      return decideUndo(command.data.undone, command.data.events, spec);
    case 'ObserveFrontmatter':
      return decideObservedFrontmatter(command.data, spec);
    case 'ObserveText':
      return [{ type: 'TextEdited', data: command.data }];
    case 'ObservePlace':
      return decideObservedPlace(command.data, spec);
  }
}

/**
 * Checks that no other spec folder has the number.
 * @throws SpectoolError `NUMBER_TAKEN` if another folder has it.
 */
export function refuseTakenNumber(
  to: number,
  others: readonly Pick<SpecFolder, 'sequence' | 'path'>[],
): void {
  const holder = others.find(({ sequence }) => sequence === to);
  if (holder === undefined) return;
  throw new SpectoolError('NUMBER_TAKEN', `The number ${String(to)} belongs to ${holder.path}.`, {
    hint: 'Renumber the other spec first, or leave the number out to take the next free number.',
    details: { number: to, holder: holder.path },
  });
}
