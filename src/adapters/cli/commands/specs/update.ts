import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { lastFieldOption } from '../../fieldOption.js';
import { listOption } from '../../listOption.js';
import { renderChanged } from './changeText.js';
import type { Terminal } from '../../layout/terminal.js';
import { takes } from '../../definition.js';
import { PRIORITIES } from '../../../../domain/spec/priority.js';
import { STATUSES } from '../../../../domain/spec/status.js';
import { SpectoolCommand } from '../../spectoolCommand.js';

export class UpdateCommand extends SpectoolCommand<ChangeResult> {
  static override paths = [['update']];
  static override synonyms = {
    'SPEC --title "…"': ['rename', 'title'],
    'SPEC --status in-progress': ['start', 'begin', 'wip', 'progress'],
    'SPEC --status complete': ['complete', 'done', 'finish', 'close'],
    SPEC: ['edit', 'set', 'modify', 'change', 'assign', 'tag'],
  };
  static override usage = Command.Usage({
    examples: [
      ['Before you start', 'spectool update 5 --status in-progress'],
      ['When you are done', 'spectool update 5 --status complete'],
      ['Several fields are one change', 'spectool update 5 --priority high --add-tag api --assignee kim'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  status = takes(STATUSES.join('|'), Option.String('--status', { description: 'the state of the work' }));
  priority = takes(PRIORITIES.join('|'), Option.String('--priority', { description: 'how urgent it is' }));
  tags = takes('TAG,…', Option.Array('--tags', { description: 'replaces all tags' }));
  addTags = takes('TAG,…', Option.Array('--add-tag', { description: 'adds tags' }));
  removeTags = takes('TAG,…', Option.Array('--remove-tag', { description: 'removes tags' }));
  assignee = takes('PERSON', Option.String('--assignee', { description: 'who works on it' }));
  reviewer = takes('PERSON', Option.String('--reviewer', { description: 'who reviews it' }));
  dependsOn = takes('SPEC,…', Option.Array('--depends-on', { description: 'replaces all dependencies' }));
  addDependencies = takes('SPEC,…', Option.Array('--add-dep', { description: 'adds dependencies' }));
  removeDependencies = takes('SPEC,…', Option.Array('--remove-dep', { description: 'removes dependencies' }));
  related = takes('SPEC,…', Option.Array('--related', { description: 'replaces all related specs' }));
  addRelated = takes('SPEC,…', Option.Array('--add-related', { description: 'adds related specs' }));
  removeRelated = takes('SPEC,…', Option.Array('--remove-related', { description: 'removes related specs' }));
  fields = takes('NAME=VALUE', Option.Array('--field', { description: 'sets a custom field; repeatable' }));
  unset = takes('FIELD,…', Option.Array('--unset', { description: 'removes fields' }));
  title = takes(
    'TEXT',
    Option.String('--title', { description: 'a new title: the first heading of the text' }),
  );
  created = takes(
    'DATE',
    Option.String('--created', { description: 'corrects the day it was created, YYYY-MM-DD' }),
  );
  completed = takes(
    'DATE',
    Option.String('--completed', { description: 'corrects the day it was completed, YYYY-MM-DD' }),
  );
  force = Option.Boolean('--force', false, { description: 'allow any change of status; needs --reason' });
  reason = takes('TEXT', Option.String('--reason', { description: 'why; kept in the log' }));

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.updateSpec.execute({
      spec: this.spec,
      status: this.status,
      priority: this.priority,
      tags: listOption(this.tags),
      addTags: listOption(this.addTags),
      removeTags: listOption(this.removeTags),
      assignee: this.assignee,
      reviewer: this.reviewer,
      dependsOn: listOption(this.dependsOn),
      addDependencies: listOption(this.addDependencies),
      removeDependencies: listOption(this.removeDependencies),
      related: listOption(this.related),
      addRelated: listOption(this.addRelated),
      removeRelated: listOption(this.removeRelated),
      fields: lastFieldOption(this.fields),
      unset: listOption(this.unset),
      title: this.title,
      created: this.created,
      completed: this.completed,
      force: this.force ? true : undefined,
      reason: this.reason,
    });
  }

  protected override warnings({ warnings }: ChangeResult) {
    return warnings;
  }

  protected override render(result: ChangeResult, terminal: Terminal): string {
    return renderChanged(result, terminal);
  }
}
