import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { defineCommand } from '../../defineCommand.js';
import { argument } from '../../options/taken.js';
import { renderChanged } from '../specs/renderChanges.js';

export default defineCommand({
  name: 'edit',
  group: 'Work',
  purpose: 'edit a spec in your editor',
  details: `
      Opens a copy of the document in \`$VISUAL\`, \`$EDITOR\`, or git's \`core.editor\`. Other commands can change the document
      meanwhile; their changes are merged with yours. If your editor returns before you close the file, add the editor's flag for waiting,
      such as \`code --wait\`.
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
            to: 'read and replace a section',
          },
          { useCase: 'addNote', request: { spec: given.spec }, needs: ['text'], to: 'add a note' },
        ],
      });
    return editSpec.execute(given);
  },
  render: renderChanged,
});
