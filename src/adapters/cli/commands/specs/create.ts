import type { CreateSpecResult } from '../../../../application/commands/createSpec.js';
import { plainText } from '../../../../domain/document/documentText.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import type { Configuration } from '../../../../domain/project/configuration.js';
import type { CliContext } from '../../cliContext.js';
import { argument, inputText, repeatedFlag, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { creationFlags, customFields } from '../../fieldFlags.js';
import { safeText } from '../../layout/terminalText.js';
import { numberText } from '../../layout/specTable.js';
import { createStyle, type Terminal } from '../../layout/terminalStyle.js';
import { requestFlag } from '../work/noteEditAndSection.js';

export const createCommand = defineCommand({
  name: 'create',
  group: 'Specs',
  usedBy: 'everyone',
  purpose: 'create a spec with the next number',
  examples: [
    ['From the standard template', 'spectool create user-login'],
    ['With a title, tags and a dependency', 'spectool create "User login" --tags auth,web --depends-on 3'],
    [
      'With its problem and criteria',
      'spectool create login --problem "Users wait" --criterion "Works once" --criterion "Within a second"',
    ],
    ['With its text from standard input', 'spectool create user-login --body -'],
  ],
  takes: {
    name: argument('NAME'),
    title: textFlag('--title TEXT', 'the title; by default made from the name'),
    template: textFlag(
      '--template TEMPLATE',
      'the template: a name from the configuration, or a file in .spectool/templates/',
    ),
    ...creationFlags,
    fields: customFields,
    body: textFlag(
      '--body FILE|-',
      'the Markdown file with the text of the spec; - reads standard input',
      bodyText,
    ),
    problem: textFlag('--problem TEXT', 'the text of the section Problem; - reads standard input', inputText),
    criteria: repeatedFlag(
      '--criterion TEXT',
      'add a criterion; can be given several times',
      (typed) => typed,
    ),
    yes: switchFlag('-y,--yes', 'ask no questions; `create` asks none, so the flag changes nothing'),
    requestId: requestFlag,
  },
  writes: true,
  runs: 'createSpec',
  run: ({ createSpec }, { yes: _yes, ...given }) => createSpec.execute(given),
  render: (result, terminal, { config }) => renderCreated(result, terminal, config),
});

function bodyText(file: string, context: CliContext): string {
  if (file === '-') return inputText(file, context);
  const bytes = context.readUserFile(file);
  if (bytes === undefined)
    throw new SpectoolError('FILE_NOT_FOUND', `--body: there is no file "${file}".`, {
      hint: 'Use a path relative to the current directory, or `--body -` for standard input.',
    });
  const { text: body, problem } = plainText(bytes);
  if (problem === undefined) return body;
  throw new SpectoolError('FIELD_INVALID', `--body: "${file}" ${problem}.`, {
    hint: 'Save the file as UTF-8 text, then run the command again.',
  });
}

/** Renders the created spec, its path and the command to run next. No final newline. */
function renderCreated(
  { spec }: CreateSpecResult,
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
    ...(spec.dependsOn.length > 0 ? [] : [style.step(`Before you begin: spectool claim ${number}`)]),
    ...(features.collaboration && flags !== ''
      ? [style.step(`Assign the spec: spectool update ${number}${flags}`)]
      : []),
  ].join('\n');
}
