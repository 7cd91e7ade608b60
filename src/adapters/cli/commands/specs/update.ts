import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import { lastFieldOption } from '../../fieldOption.js';
import { listOption } from '../../listOption.js';
import { renderChanged } from './changeText.js';
import type { Terminal } from '../../layout/terminal.js';
import { SpectoolCommand } from '../../spectoolCommand.js';

export class UpdateCommand extends SpectoolCommand<ChangeResult> {
  static override paths = [['update']];
  static override usage = Command.Usage({
    category: 'Specs',
    description: 'change a spec: the only way frontmatter changes',
    examples: [
      ['Before you start', 'spectool update 5 --status in-progress'],
      ['When you are done', 'spectool update 5 --status complete'],
      ['Several fields are one change', 'spectool update 5 --priority high --add-tag api --assignee kim'],
    ],
  });

  spec = Option.String({ name: 'spec' });
  status = Option.String('--status', { description: 'planned, in-progress or complete' });
  priority = Option.String('--priority', { description: 'low, medium, high or critical' });
  tags = Option.Array('--tags', { description: 'replaces all tags, comma-separated' });
  addTag = Option.Array('--add-tag', { description: 'adds a tag; repeatable' });
  removeTag = Option.Array('--remove-tag', { description: 'removes a tag; repeatable' });
  assignee = Option.String('--assignee', { description: 'who works on it' });
  reviewer = Option.String('--reviewer', { description: 'who reviews it' });
  dependsOn = Option.Array('--depends-on', { description: 'replaces all dependencies, comma-separated' });
  addDep = Option.Array('--add-dep', { description: 'adds a dependency; repeatable' });
  removeDep = Option.Array('--remove-dep', { description: 'removes a dependency; repeatable' });
  related = Option.Array('--related', { description: 'replaces all related specs, comma-separated' });
  addRelated = Option.Array('--add-related', { description: 'adds a related spec; repeatable' });
  removeRelated = Option.Array('--remove-related', { description: 'removes a related spec; repeatable' });
  field = Option.Array('--field', { description: 'sets a custom field, name=value; repeatable' });
  unset = Option.Array('--unset', { description: 'removes a field; repeatable' });
  title = Option.String('--title', { description: 'a new title: the first heading of the text' });
  created = Option.String('--created', { description: 'corrects the day it was created, YYYY-MM-DD' });
  completed = Option.String('--completed', { description: 'corrects the day it was completed, YYYY-MM-DD' });
  force = Option.Boolean('--force', { description: 'allow any change of status; needs --reason' });
  reason = Option.String('--reason', { description: 'why, kept in the log' });

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    return spectool.updateSpec.execute({
      spec: this.spec,
      status: this.status,
      priority: this.priority,
      tags: listOption(this.tags),
      addTags: listOption(this.addTag),
      removeTags: listOption(this.removeTag),
      assignee: this.assignee,
      reviewer: this.reviewer,
      dependsOn: listOption(this.dependsOn),
      addDependencies: listOption(this.addDep),
      removeDependencies: listOption(this.removeDep),
      related: listOption(this.related),
      addRelated: listOption(this.addRelated),
      removeRelated: listOption(this.removeRelated),
      fields: lastFieldOption(this.field),
      unset: listOption(this.unset),
      title: this.title,
      created: this.created,
      completed: this.completed,
      force: this.force,
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
