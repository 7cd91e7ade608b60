import { Command, Option } from 'clipanion';
import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { Spectool } from '../../../../application/spectool.js';
import type { ProjectConfig } from '../../../../domain/project/projectConfig.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { lastFieldOption } from '../../fieldOption.js';
import { listOption } from '../../listOption.js';
import { safeText } from '../../layout/safeText.js';
import { numberText } from '../../layout/specCells.js';
import { createStyle } from '../../layout/style.js';
import type { Terminal } from '../../layout/terminal.js';
import { SpectoolCommand } from '../../spectoolCommand.js';

export class CreateCommand extends SpectoolCommand<ChangeResult> {
  static override paths = [['create']];
  static override usage = Command.Usage({
    category: 'Specs',
    description: 'create a spec with the next number',
    examples: [
      ['A spec from the standard template', 'spectool create user-login'],
      ['With a title, tags and a dependency', 'spectool create "User login" --tags auth,web --depends-on 3'],
      ['Its text from standard input', 'spectool create user-login --body -'],
    ],
  });

  name = Option.String({ name: 'name' });
  title = Option.String('--title', { description: 'title; the name in words by default' });
  template = Option.String('--template', {
    description: 'a named template, or a file in .spectool/templates/',
  });
  priority = Option.String('--priority', { description: 'low, medium, high or critical' });
  tags = Option.Array('--tags,--tag', { description: 'tags, comma-separated' });
  assignee = Option.String('--assignee', { description: 'who works on it' });
  reviewer = Option.String('--reviewer', { description: 'who reviews it' });
  dependsOn = Option.Array('--depends-on', { description: 'specs it needs, comma-separated' });
  related = Option.Array('--related', { description: 'specs it relates to, comma-separated' });
  field = Option.Array('--field', { description: 'a custom field, name=value; repeatable' });
  body = Option.String('--body', { description: 'Markdown file for the text, - for standard input' });
  git = Option.Boolean('--git', true, {
    description: 'look at other branches for the next number (--no-git: do not)',
  });

  protected override async run(spectool: Spectool): Promise<ChangeResult> {
    const body = this.body === undefined ? undefined : this.bodyText(this.body);
    return spectool.createSpec.execute({
      name: this.name,
      noGit: !this.git,
      title: this.title,
      template: this.template,
      priority: this.priority,
      tags: listOption(this.tags),
      assignee: this.assignee,
      reviewer: this.reviewer,
      dependsOn: listOption(this.dependsOn),
      related: listOption(this.related),
      fields: lastFieldOption(this.field),
      body,
    });
  }

  protected override warnings({ warnings }: ChangeResult) {
    return warnings;
  }

  protected override render(result: ChangeResult, terminal: Terminal, { config }: Spectool): string {
    return renderCreated(result, terminal, config);
  }

  private bodyText(file: string): string {
    if (file === '-') return this.context.readInput();
    const text = this.context.readUserFile(file);
    if (text !== undefined) return text;
    throw new SpectoolError('FILE_NOT_FOUND', `--body: there is no file "${file}".`, {
      hint: 'Give a path from where you are, or `--body -` for standard input.',
    });
  }
}

/** What `create` made, where it is, and what to do next. No final newline. */
function renderCreated(
  { spec }: ChangeResult,
  terminal: Terminal,
  { structure, features }: ProjectConfig,
): string {
  const style = createStyle(terminal);
  const number = numberText(spec, structure.sequenceDigits);
  const unnamed = (['assignee', 'reviewer'] as const).filter((field) => spec[field] === undefined);
  const flags = unnamed.map((field) => ` --${field} NAME`).join('');
  return [
    `Created ${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`,
    style.path(safeText(spec.path)),
    style.quiet(`Before you start: spectool update ${number} --status in-progress`),
    ...(features.collaboration && flags !== ''
      ? [style.quiet(`Say who: spectool update ${number}${flags}`)]
      : []),
  ].join('\n');
}
