import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { type Status, STATUSES } from '../../../../domain/fields/statusAndPriority.js';
import {
  toSeveralSpecsRequest,
  type ChangeAnswer,
  dryRun,
  namesOne,
  renderChanged,
} from '../../changedSpecs.js';
import { argument, formerFlag, listFlag, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { customFields, updateFlags, whereFlag } from '../../fieldFlags.js';

export const updateCommand = defineCommand({
  name: 'update',
  group: 'Specs',
  usedBy: 'everyone',
  purpose: 'change the fields of specs, such as status, tags and dependencies',
  examples: [
    ['Before you begin', 'spectool update 5 --status in-progress'],
    ['When you are done', 'spectool update 5 --status complete'],
    ['Several fields in one change', 'spectool update 5 --priority high --add-tag api --assignee kim'],
    ['Several specs in one change', 'spectool update 3 5-9 user-login --add-tag api'],
    [
      'Replace a status word of another tool',
      'spectool update --where status=done --status complete --force --reason "done means complete"',
    ],
  ],
  takes: {
    specs: argument('[SPEC…]'),
    where: whereFlag(),
    status: textFlag<Status>(
      `--status ${STATUSES.join('|')}`,
      'the new status; synonyms such as done or wip are also accepted',
    ),
    ...updateFlags,
    fields: customFields,
    unset: listFlag('--unset FIELD,…', 'remove fields'),
    title: formerFlag(textFlag('--title TEXT', 'the new title')),
    name: formerFlag(textFlag('--name NAME', 'the new name of the folder')),
    force: switchFlag(
      '--force',
      'allow status changes that are otherwise refused, and the removal of required fields; needs --reason',
    ),
    reason: textFlag('--reason TEXT', 'the reason, kept in the log'),
    dryRun,
  },
  writes: true,
  asFlags: asUpdateFlags,
  runs: ['updateSpec', 'updateSpecs'],
  run: (
    spectool,
    { specs, name, fields: { created, completed, ...fields } = {}, ...others },
  ): Promise<ChangeAnswer> => {
    const wishes = { ...others, created, completed, ...(Object.keys(fields).length > 0 && { fields }) };
    const { where, ...changes } = wishes;
    if (name === undefined)
      return namesOne(specs) && where === undefined
        ? spectool.updateSpec.execute({ spec: specs[0], ...changes })
        : spectool.updateSpecs.execute({ specs, ...wishes });
    const isAlone = Object.values<unknown>(wishes).every((value) => (value ?? false) === false);
    if (!isAlone || !namesOne(specs))
      throw new SpectoolError('USAGE', '--name needs exactly one spec, and no other changes.', {
        hint: 'Change the other fields with a second command.',
      });
    return spectool.renumberSpec.execute({ spec: specs[0], name });
  },
  render: renderChanged,
});

/** Writes the corrected days as fields, such as `--field created=2026-01-31`. */
function asUpdateFlags(request: object): object {
  const { fields, ...rest } = toSeveralSpecsRequest(request) as Readonly<Record<string, object | undefined>>;
  const entries = Object.entries(rest);
  const days = entries.filter(([key]) => key === 'created' || key === 'completed');
  if (days.length === 0) return { ...rest, ...('fields' in request && { fields }) };
  const corrected = Object.fromEntries(days.map(([key, day]) => [key, day ?? '…']));
  return {
    ...Object.fromEntries(entries.filter((one) => !days.includes(one))),
    fields: { ...fields, ...corrected },
  };
}
