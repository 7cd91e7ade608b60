import { defineCommand } from '../../defineCommand.js';
import { argument, text } from '../../options/taken.js';
import { renderChanged } from '../specs/renderChanges.js';

export default defineCommand({
  name: 'check',
  group: 'Work',
  purpose: 'tick criteria of a spec, and record the proof',
  details: `
      Name a criterion by its number (\`1,3\` and \`1-3\` name several), its label (AC1), or the beginning of its text. Only the checkbox changes in the file;
      the log keeps who ticked it, when, and the proofs; several are kept if you run the command again. \`--test\` only names a test;
      \`spectool prove\` records that tests passed.
    `,
  examples: [
    ['Several criteria', 'spectool check 5 1 3-5'],
    ['A criterion that no test can show', 'spectool check 5 3 --by kim --reason "read the contract"'],
    ['With a test as proof', 'spectool check 5 AC2 --test "login > locks after five tries"'],
  ],
  takes: {
    spec: argument('SPEC'),
    criteria: argument('CRITERION…'),
    by: text('--by TEXT', 'the proof: the person or tool that confirmed that the criterion is met'),
    commit: text('--commit SHA', 'the proof: the commit with which the criterion is met'),
    test: text('--test NAME', 'the proof: the name of a test that passes'),
    reason: text(
      '--reason TEXT',
      'with --by: why the person is sure; the criterion is then attested, which is for criteria that no test can show',
    ),
  },
  writes: true,
  runs: 'checkCriteria',
  render: renderChanged,
});
