import { inputText } from '../../options/textOrStandardInput.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, text } from '../../options/taken.js';
import { renderChanged } from '../specs/renderChanges.js';

/** The `--request` flag, with which a command can be repeated safely. */
export const requestFlag = text(
  '--request ID',
  'an id of your choice, which makes it safe to repeat the command: a second run with the same id changes nothing',
);

export default defineCommand({
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
