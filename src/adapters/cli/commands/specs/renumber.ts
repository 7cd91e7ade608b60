import { renderChanged } from './renderChanges.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, number } from '../../options/taken.js';

export default defineCommand({
  name: 'renumber',
  group: 'Specs',
  purpose: 'give a spec another number, and update every reference to it',
  examples: [
    ['To the next free number', 'spectool renumber 005-user-login'],
    ['To a number of your choice', 'spectool renumber 5 --to 12'],
  ],
  takes: {
    spec: argument('SPEC'),
    to: number('--to N', 'the new number; by default the next free number'),
  },
  writes: true,
  runs: 'renumberSpec',
  render: renderChanged,
});
