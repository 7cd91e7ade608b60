import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { fieldOption, singleFieldOption, whereFlag } from '../../options/customFieldFlags.js';
import { updateOptions } from '../../options/specFieldFlags.js';
import { listOption } from '../../options/parseListAndNumber.js';
import { renderChanged } from './renderChanges.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { takes } from '../../commandDefinition.js';
import { STATUSES } from '../../../../domain/spec/status.js';
import {
  asSeveral,
  dryRunFlag,
  namesOne,
  specsArgument,
  type ChangeAnswer,
} from '../../options/specsArgument.js';
import { WritingCommand } from '../../writingCommand.js';

export class UpdateCommand extends WritingCommand<ChangeAnswer> {
  static override paths = [['update']];
  static override usage = Command.Usage({
    examples: [
      ['Before you begin', 'spectool update 5 --status in-progress'],
      ['When you are done', 'spectool update 5 --status complete'],
      ['Several fields in one change', 'spectool update 5 --priority high --add-tag api --assignee kim'],
      ['Several specs in one change', 'spectool update 3 5-9 user-login --add-tag api'],
      [
        'Replace status words of another tool',
        'spectool update --map archived=complete,draft=planned --dry-run',
      ],
    ],
  });

  specs = specsArgument(0);
  where = whereFlag();
  status = takes(
    STATUSES.join('|'),
    Option.String('--status', {
      description: 'the new status; other words for it, such as done or wip, are accepted too',
    }),
  );
  given = updateOptions(this);
  fields = takes(
    'NAME=VALUE',
    Option.Array('--field', {
      description:
        'set the custom field NAME to VALUE; can be given several times. Write a list as a,b or as JSON',
    }),
  );
  unset = takes('FIELD,…', Option.Array('--unset', { description: 'remove fields' }));
  title = takes(
    'TEXT',
    Option.String('--title', { description: 'the new title, which is the first heading of the text' }),
  );
  name = takes(
    'NAME',
    Option.String('--name', {
      description:
        'the new name of the folder, without its number; references and links to the spec are updated. It cannot be combined with other changes',
    }),
  );
  created = takes(
    'DATE',
    Option.String('--created', { description: 'correct the day the spec was created, YYYY-MM-DD' }),
  );
  completed = takes(
    'DATE',
    Option.String('--completed', { description: 'correct the day the spec was completed, YYYY-MM-DD' }),
  );
  map = takes(
    'WORD=STATUS,…',
    Option.Array('--map', {
      description: 'in every spec whose status is WORD, a word of another tool, set the status to STATUS',
    }),
  );
  force = Option.Boolean('--force', false, {
    description:
      'allow changes of status that are refused otherwise, and the removal of required fields; needs --reason',
  });
  reason = takes('TEXT', Option.String('--reason', { description: 'the reason, kept in the log' }));

  dryRun = dryRunFlag();

  static readonly asFlags = asSeveral;

  protected override async run(spectool: Spectool): Promise<ChangeAnswer> {
    const wishes = {
      status: this.status,
      ...this.given(),
      fields: singleFieldOption(this.fields),
      unset: listOption(this.unset),
      title: this.title,
      created: this.created,
      completed: this.completed,
      force: this.force ? true : undefined,
      reason: this.reason,
      dryRun: this.dryRun,
    };
    if (this.name !== undefined) return this.#rename(spectool, this.name, wishes);
    const where = fieldOption(this.where);
    const { specs, map } = this.#named();
    return namesOne(specs) && where === undefined && map === undefined
      ? spectool.updateSpec.execute({ spec: specs[0], ...wishes })
      : spectool.updateSpecs.execute({ specs, where, map, ...wishes });
  }

  #rename(spectool: Spectool, name: string, wishes: object): Promise<ChangeResult> {
    const others = Object.values<unknown>({ ...wishes, where: this.where, map: this.map });
    const isAlone = others.every((value) => value === undefined || value === false);
    if (!isAlone || !namesOne(this.specs))
      throw new SpectoolError('USAGE', '--name needs exactly one spec, and no other changes.', {
        hint: 'Change the other fields with a second command.',
      });
    return spectool.renumberSpec.execute({ spec: this.specs[0], name });
  }

  /**
   * Separates the names of specs from values of `--map`: in `--map archived=complete done=complete`, the command line parser
   * takes the second pair for a spec.
   */
  #named(): {
    readonly specs: readonly string[];
    readonly map: Readonly<Record<string, string>> | undefined;
  } {
    const given = listOption(this.map);
    if (given === undefined) return { specs: this.specs, map: undefined };
    const isWord = (one: string) => /^[^=]+=[a-z]+(?:[ _-][a-z]+)*-?$/i.test(one);
    return {
      specs: this.specs.filter((one) => !isWord(one)),
      map: singleFieldOption([...given, ...this.specs.filter(isWord)]),
    };
  }

  protected override render(result: ChangeAnswer, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
