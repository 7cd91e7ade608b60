import { Command, Option } from 'clipanion';
import type { Spectool } from '../../../../application/spectool.js';
import { fieldOption, singleFieldOption, whereFlag } from '../../options/fieldOption.js';
import { updateOptions } from '../../options/fieldOptions.js';
import { listOption } from '../../options/listOption.js';
import { renderChanged } from './changeText.js';
import type { Terminal } from '../../layout/terminal.js';
import { takes } from '../../definition.js';
import { STATUSES } from '../../../../domain/spec/status.js';
import {
  asSeveral,
  dryRunFlag,
  namesOne,
  specsArgument,
  type ChangeAnswer,
} from '../../options/oneOrSeveral.js';
import { WritingCommand } from '../../writingCommand.js';

export class UpdateCommand extends WritingCommand<ChangeAnswer> {
  static override paths = [['update']];
  static override usage = Command.Usage({
    examples: [
      ['Before you start', 'spectool update 5 --status in-progress'],
      ['When you are done', 'spectool update 5 --status complete'],
      ['Several fields are one change', 'spectool update 5 --priority high --add-tag api --assignee kim'],
      ['And so are several specs', 'spectool update 3 5-9 user-login --add-tag api'],
      ['Words of another tool', 'spectool update --map archived=complete,draft=planned --dry-run'],
    ],
  });

  specs = specsArgument(0);
  where = whereFlag();
  status = takes(
    STATUSES.join('|'),
    Option.String('--status', {
      description: 'the state of the work; done, wip and the like are understood',
    }),
  );
  given = updateOptions(this);
  fields = takes(
    'NAME=VALUE',
    Option.Array('--field', { description: 'set a custom field; repeatable. A list: a,b or JSON' }),
  );
  unset = takes('FIELD,…', Option.Array('--unset', { description: 'remove fields' }));
  title = takes(
    'TEXT',
    Option.String('--title', { description: 'a new title: the first heading of the text' }),
  );
  created = takes(
    'DATE',
    Option.String('--created', { description: 'correct the day it was created, YYYY-MM-DD' }),
  );
  completed = takes(
    'DATE',
    Option.String('--completed', { description: 'correct the day it was completed, YYYY-MM-DD' }),
  );
  map = takes(
    'WORD=STATUS,…',
    Option.Array('--map', {
      description: 'what status words of other tools mean; every spec that has one is settled',
    }),
  );
  force = Option.Boolean('--force', false, {
    description: 'allow any change of status, and to take away what every spec must carry; needs --reason',
  });
  reason = takes('TEXT', Option.String('--reason', { description: 'why; kept in the log' }));

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
    const where = fieldOption(this.where);
    const { specs, map } = this.#named();
    return namesOne(specs) && where === undefined && map === undefined
      ? spectool.updateSpec.execute({ spec: specs[0], ...wishes })
      : spectool.updateSpecs.execute({ specs, where, map, ...wishes });
  }

  /** Further words may follow the first as they would an argument: `--map archived=complete done=complete`. */
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
