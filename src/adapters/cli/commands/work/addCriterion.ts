import { defineCommand } from '../../defineCommand.js';
import { argument } from '../../options/taken.js';
import { renderChanged } from '../specs/renderChanges.js';

export default defineCommand({
  name: 'add-criterion',
  group: 'Work',
  purpose: 'add a criterion to a spec',
  details:
    'Fills the first empty checkbox (`- [ ] …`); if there is none, adds a checkbox after the last criterion. To reword, move or remove criteria, print their section with `spectool section SPEC "Success Criteria"` and write it with `--set -`. If you reword a ticked criterion, `criteria` and `validate` report it as reworded until it is ticked again.',
  examples: [
    ['One more criterion', 'spectool add-criterion 5 "A wrong password is reported within one second"'],
  ],
  takes: {
    spec: argument('SPEC'),
    text: argument('TEXT'),
  },
  writes: true,
  runs: 'addCriterion',
  render: renderChanged,
});
