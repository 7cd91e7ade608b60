import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { ReadSectionResult } from '../../../../application/queries/readSection.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { renderChanged } from '../../changedSpecs.js';
import { argument, inputText, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';

export const editCommand = defineCommand({
  name: 'edit',
  group: 'Work',
  usedBy: 'few',
  purpose: 'edit a spec in your editor',
  details: `
      Opens a copy of the document in \`$VISUAL\`, \`$EDITOR\`, or git's \`core.editor\`. Other commands can change the document
      meanwhile; their changes are merged with yours. If your editor returns before you close the file, add the editor's flag for waiting,
      such as \`code --wait\`. If spectool is killed meanwhile, the next \`edit\` of the unchanged document opens your text again.
    `,
  examples: [['In another editor', 'EDITOR=nano spectool edit 5']],
  takes: {
    spec: argument('SPEC'),
  },
  writes: true,
  runs: 'editSpec',
  run: ({ editSpec }, given, { context }) => {
    if (!context.output.interactive)
      throw new SpectoolError('NO_TERMINAL', '`edit` works only in a terminal.', {
        advice: [
          {
            useCase: 'readSection',
            request: { spec: given.spec },
            needs: ['heading'],
            to: 'read a section (`--set` replaces it)',
          },
          { useCase: 'addNote', request: { spec: given.spec }, needs: ['text'], to: 'add a note' },
        ],
      });
    return editSpec.execute(given);
  },
  render: renderChanged,
});

/** The `--request` flag, which makes it safe to repeat a command, for example after a lost connection. */
export const requestFlag = textFlag(
  '--request ID',
  'an id of your choice that makes the command safe to repeat: a second run with the same id changes nothing',
);

export const noteCommand = defineCommand({
  name: 'note',
  group: 'Work',
  purpose: 'add a note to a spec, with date and actor',
  details: `
      Adds the note to the section "Notes" of the document, with date and actor. If the document has no such section, adds the section
      at the end. The second and further lines of the note are indented. If TEXT is \`-\`, the note is read from standard input.
    `,
  examples: [
    ['A note', 'spectool note 5 "The mail server allows 50 mails a minute"'],
    ['From standard input', 'git log -1 --format=%B | spectool note 5 -'],
  ],
  takes: {
    spec: argument('SPEC'),
    text: argument('TEXT', inputText),
    requestId: requestFlag,
  },
  writes: true,
  runs: 'addNote',
  render: renderChanged,
});

/** The result of `section`: the section that was read, or the change of a section. */
export type SectionAnswer = ReadSectionResult | ChangeResult;

export const sectionCommand = defineCommand({
  name: 'section',
  group: 'Work',
  usedBy: 'few',
  purpose: 'print, replace or extend a section of a spec',
  details: `
      A section includes its subsections. If several sections have the heading, select one by a heading above it ("Plan > Risks")
      or by its position ("Risks #2"). The new text may begin with the section's own heading; each other heading in the text needs more
      \`#\` than the section's heading. \`--append\` adds text after the last subsection.
    `,
  examples: [
    ['Print a section', 'spectool section 5 Problem'],
    ['Replace a section with standard input', 'spectool section 5 "Technical Details" --set -'],
    ['Add a line to a section', 'spectool section 5 "Out of Scope" --append "Single sign-on comes later."'],
  ],
  takes: {
    spec: argument('SPEC'),
    heading: argument('HEADING'),
    set: textFlag('--set TEXT|-', 'the new text below the heading; - reads standard input', inputText),
    append: textFlag(
      '--append TEXT|-',
      'text to add at the end of the section; - reads standard input',
      inputText,
    ),
  },
  writes: true,
  runs: 'readSection',
  run: ({ readSection, replaceSection }, given): Promise<SectionAnswer> => {
    const { spec, heading, set, append } = given;
    if (set === undefined && append === undefined) return readSection.execute({ spec, heading });
    if (set !== undefined && append !== undefined)
      throw new SpectoolError('USAGE', '--set and --append cannot be used together.', {
        hint: 'Use only one of these two flags.',
      });
    return replaceSection.execute(given);
  },
  raw: (result) => ('text' in result ? result.text : undefined),
  render: (result, terminal) => ('events' in result ? renderChanged(result, terminal) : ''),
});
