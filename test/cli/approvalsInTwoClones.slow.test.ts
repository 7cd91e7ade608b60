import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { ReviewSpecsResult } from '../../src/application/review/reviewSpecs.js';
import type { ListSpecsResult } from '../../src/application/queries/listAndNext.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { run } from '../support/runProgram.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const DOCUMENT = 'specs/001-refunds/README.md';

/** Runs a command of an actor in a clone, and expects it to succeed. */
function as(actor: string, { root }: GitSandbox, ...args: readonly string[]): string {
  const { status, stdout, stderr } = run(root, args, { env: { SPECTOOL_ACTOR: actor } });
  expect({ args, status, stderr }).toEqual({ args, status: 0, stderr });
  return stdout;
}

function approvalIn(clone: GitSandbox) {
  const { specs } = JSON.parse(as('ana', clone, 'list', '--json')) as ListSpecsResult;
  return specs[0]?.approval;
}

function reviewOf(actor: string, clone: GitSandbox) {
  const { specs } = JSON.parse(as(actor, clone, 'review', '1', '--json')) as ReviewSpecsResult;
  return specs[0];
}

it('three people and two agents in two clones approve, change, review, begin, retire a criterion and complete a spec', () => {
  const kims = new GitSandbox();
  kims.git('config', 'user.name', 'kim');
  as('kim', kims, 'init', '-y');
  as('kim', kims, 'config', 'set', 'features.approvals', 'true');
  as('kim', kims, 'config', 'set', 'workflow.startNeeds', 'approval');
  as('kim', kims, 'create', 'refunds');
  as('kim', kims, 'section', '1', 'Problem', '--set', 'Customers wait ten days for their money.');
  for (const text of [
    'AC1: It is paid within five days',
    'AC2: An e-mail is sent',
    'AC3: Cheques are printed',
  ])
    as('kim', kims, 'add-criterion', '1', text);
  kims.commit('Plan refunds');
  const lees = new GitSandbox(temporaryFolder(), ['clone', '-q', kims.root, '.']);

  // Two people approve the same text in two clones: after the merge, both approvals stand.
  as('lee', lees, 'approve', '1');
  lees.commit('Approve refunds');
  as('ana', kims, 'approve', '1');
  kims.commit('Approve refunds, too');
  lees.git('pull', '-q', '--no-rebase', '--no-edit');
  expect(approvalIn(lees)).toMatchObject({ state: 'approved' });
  expect([...(approvalIn(lees)?.by ?? [])].sort()).toEqual(['ana', 'lee']);

  // One clone changes the text by hand, the other one by a command: after the merge, both approvals have lapsed.
  kims.git('pull', '-q', '--no-rebase', '--no-edit', lees.root);
  const text = readFileSync(join(kims.root, DOCUMENT), 'utf8');
  kims.write(DOCUMENT, text.replace('ten days', 'three weeks').replace('five days', 'three days'));
  kims.commit('Correct the numbers');
  as('bot-1', lees, 'add-criterion', '1', 'AC4: It is logged');
  lees.commit('Log refunds');
  lees.git('pull', '-q', '--no-rebase', '--no-edit');
  expect(approvalIn(lees)?.state).toBe('lapsed');
  const begin = run(lees.root, ['claim', '1'], { env: { SPECTOOL_ACTOR: 'bot-2' } });
  expect(begin.stderr).toContain('APPROVAL_NEEDED');

  // The reviewer reads a few lines instead of the whole text.
  const review = reviewOf('lee', lees);
  expect(review?.criteria.map(({ n, kinds }) => [n, ...kinds])).toEqual([
    [1, 'reworded'],
    [4, 'added'],
  ]);
  expect(review?.sections.map(({ heading, changes }) => [heading, changes.length])).toEqual([['Problem', 1]]);
  const printed = as('lee', lees, 'review', '1');
  expect(printed.trim().split('\n').length).toBeLessThan(10);
  expect(countTokens(printed)).toBeLessThan(200);
  expect(reviewOf('bot-2', lees)?.since.from).toBe('first');

  // Approved again, begun, one criterion retired, completed.
  as('lee', lees, 'approve', '1');
  as('bot-2', lees, 'claim', '1');
  as('bot-2', lees, 'check', '1', 'AC1', 'AC2', 'AC4');
  expect(approvalIn(lees)?.state).toBe('approved');
  as('kim', lees, 'retire', '1', 'AC3', '--reason', 'no cheques any more');
  lees.commit('Retire the cheques');
  kims.git('pull', '-q', '--no-rebase', '--no-edit', lees.root);
  expect(reviewOf('lee', kims)?.criteria).toMatchObject([
    { n: 1, kinds: ['ticked'] },
    { n: 2, kinds: ['ticked'] },
    { n: 3, kinds: ['retired'] },
    { n: 4, kinds: ['ticked'] },
  ]);
  as('bot-2', kims, 'update', '1', '--status', 'complete');
});
