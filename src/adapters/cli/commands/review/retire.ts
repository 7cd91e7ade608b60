import { defineCommand } from '../../defineCommand.js';
import { argument, required, text } from '../../options/taken.js';
import { renderChanged } from '../specs/renderChanges.js';

export const retire = defineCommand({
  name: 'retire',
  group: 'Work',
  purpose: 'retire a criterion: it stays in the text, struck through, and counts no more',
  details: `
      The criterion stays in the text, struck through and with the reason. It keeps its number and its label, but counts no more: the
      spec can be completed without it. A criterion that is struck through only by hand still counts.
    `,
  examples: [
    ['Retire a criterion', 'spectool retire 5 AC2 --reason "no longer sold"'],
    ['It moved to another spec', 'spectool retire 5 3 --reason "moved" --by 14/AC1'],
  ],
  takes: {
    spec: argument('SPEC'),
    criterion: argument('CRITERION'),
    reason: required('--reason TEXT', 'why the criterion is retired'),
    by: text(
      '--by SPEC[/LABEL]',
      'the spec that has the criterion now, and its label or number there: 14 or 14/AC1',
    ),
  },
  writes: true,
  runs: 'retireCriterion',
  render: renderChanged,
});

export const restore = defineCommand({
  name: 'restore',
  group: 'Work',
  purpose: 'restore a retired criterion',
  details: `
      The criterion has its former text again, and counts again.
    `,
  examples: [['Restore a retired criterion', 'spectool restore 5 AC2']],
  takes: {
    spec: argument('SPEC'),
    criterion: argument('CRITERION'),
  },
  writes: true,
  runs: 'restoreCriterion',
  render: renderChanged,
});
