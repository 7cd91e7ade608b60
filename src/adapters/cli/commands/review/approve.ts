import { defineCommand } from '../../defineCommand.js';
import { argument, text } from '../../options/taken.js';
import { renderChanged } from '../specs/renderChanges.js';

export default defineCommand({
  name: 'approve',
  group: 'Work',
  purpose: 'approve the text of a spec; a later change of the text ends the approval',
  details: `
      Approves the title, the text and the criteria that the spec has now. Every later change of their words ends the approval; with the
      same words again, the approval holds again. Ticks, labels, what a formatter changes, the frontmatter, and the sections Approvals and
      Notes do not matter. The last author of the text cannot approve it, except in a project of one person or with
      \`workflow.selfApproval\`. An approval is a record under the name that the approver gave, not a proof of identity.
    `,
  examples: [
    ['Approve a spec', 'spectool approve 5'],
    ['Ask a person for an approval', 'spectool update 5 --reviewer kim'],
  ],
  takes: {
    spec: argument('SPEC'),
    note: text('--note TEXT', 'a remark that the log keeps with the approval'),
  },
  writes: true,
  runs: 'approveSpec',
  render: renderChanged,
});
