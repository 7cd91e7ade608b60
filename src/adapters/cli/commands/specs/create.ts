import { beginCommand } from '../../layout/specTableCells.js';
import { Command, Option } from 'clipanion';
import type { CreateSpecResult } from '../../../../application/commands/createSpec.js';
import type { Spectool } from '../../../../application/spectool.js';
import type { Configuration } from '../../../../domain/project/configuration.js';
import { inputText } from '../../options/textOrStandardInput.js';
import { plainText } from '../../../../domain/document/decodeText.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { singleFieldOption } from '../../options/customFieldFlags.js';
import { creationOptions } from '../../options/specFieldFlags.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { numberText } from '../../layout/specTableCells.js';
import { createStyle } from '../../layout/terminalStyle.js';
import { REQUEST } from '../work/note.js';
import type { Terminal } from '../../layout/describeTerminal.js';
import type { NewSpecAnswers } from './promptNewSpec.js';
import { takes } from '../../commandDefinition.js';
import { WritingCommand } from '../../writingCommand.js';

export class CreateCommand extends WritingCommand<CreateSpecResult> {
  static override paths = [['create']];
  static override usage = Command.Usage({
    examples: [
      ['From the standard template', 'spectool create user-login'],
      ['With a title, tags and a dependency', 'spectool create "User login" --tags auth,web --depends-on 3'],
      ['With its text from standard input', 'spectool create user-login --body -'],
    ],
  });

  name = Option.String({ name: 'name', required: false });
  title = takes(
    'TEXT',
    Option.String('--title', { description: 'the title; by default made from the name' }),
  );
  template = takes(
    'TEMPLATE',
    Option.String('--template', {
      description: 'the template: a name from the configuration, or a file in .spectool/templates/',
    }),
  );
  given = creationOptions(this);
  fields = takes(
    'NAME=VALUE',
    Option.Array('--field', {
      description:
        'set the custom field NAME to VALUE; can be given several times. Write a list as a,b or as JSON',
    }),
  );
  body = takes(
    'FILE|-',
    Option.String('--body', {
      description: 'the Markdown file with the text of the spec; - reads standard input',
    }),
  );
  yes = Option.Boolean('-y,--yes', false, { description: 'ask no questions' });
  git = Option.Boolean('--git', true, {
    description: 'choose the number without looking at other branches, where the same number may be in use',
  });
  similar = Option.Boolean('--similar', true, {
    description: 'do not look for similar specs before creating this one',
  });

  request = takes('ID', Option.String('--request', { description: REQUEST }));

  protected override async run(spectool: Spectool): Promise<CreateSpecResult> {
    const body = this.body === undefined ? undefined : this.bodyText(this.body);
    const asks = this.context.output.interactive && !this.json && !this.yes;
    const asked = this.name === undefined && asks ? await this.#asked(spectool) : undefined;
    const name = this.name ?? asked?.title;
    if (name === undefined)
      throw new SpectoolError('USAGE', 'spectool create: NAME is missing.', {
        hint: 'Usage: spectool create NAME [flags]',
      });
    if (asks && this.similar) {
      const { similar } = await spectool.similarSpecs.execute({ name, title: this.title, body });
      if (similar.length > 0) await (await import('./confirmSimilarSpecs.js')).askSimilar(similar);
    }
    const template = asked?.template ?? this.template;
    let given = { ...asked?.fields, ...this.given(), fields: singleFieldOption(this.fields) };
    if (asks) {
      const { missing } = await spectool.missingFields.execute({ template, ...given });
      if (missing.length > 0)
        given = await (await import('./promptMissingFields.js')).askMissing(missing, given, spectool.config);
    }
    return spectool.createSpec.execute({
      name,
      noSimilar: asks || !this.similar,
      noGit: !this.git,
      title: this.title,
      template,
      ...given,
      body,
      requestId: this.request,
    });
  }

  async #asked(spectool: Spectool): Promise<NewSpecAnswers> {
    const { templates, template } = await spectool.showSetup.execute();
    const { askNewSpec } = await import('./promptNewSpec.js');
    return askNewSpec({
      ...(this.template === undefined && { templates: { names: templates, standard: template } }),
      asksPriority: this.given().priority === undefined,
    });
  }

  protected override render(result: CreateSpecResult, terminal: Terminal, { config }: Spectool): string {
    return renderCreated(result, terminal, config);
  }

  private bodyText(file: string): string {
    if (file === '-') return inputText(file, this.context);
    const bytes = this.context.readUserFile(file);
    if (bytes === undefined)
      throw new SpectoolError('FILE_NOT_FOUND', `--body: there is no file "${file}".`, {
        hint: 'Give a path relative to the current directory, or `--body -` for standard input.',
      });
    const { text, problem } = plainText(bytes);
    if (problem === undefined) return text;
    throw new SpectoolError('FIELD_INVALID', `--body: "${file}" ${problem}.`, {
      hint: 'Save the file as UTF-8 text, then run the command again.',
    });
  }
}

/** Renders the created spec, its path and the command to run next. No final newline. */
function renderCreated(
  { spec, beginBy }: CreateSpecResult,
  terminal: Terminal,
  { structure, features }: Configuration,
): string {
  const style = createStyle(terminal);
  const number = numberText(spec, structure.sequenceDigits);
  const unnamed = (['assignee', 'reviewer'] as const).filter((field) => spec[field] === undefined);
  const flags = unnamed.map((field) => ` --${field} PERSON`).join('');
  return [
    `Created ${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`,
    style.path(safeText(spec.path)),
    style.step(`Before you begin: ${beginCommand(beginBy, number)}`),
    ...(features.collaboration && flags !== ''
      ? [style.step(`Assign the spec: spectool update ${number}${flags}`)]
      : []),
  ].join('\n');
}
