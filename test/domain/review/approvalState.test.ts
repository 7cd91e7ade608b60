import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { agreedText, approvalView, isText, waitsFor } from '../../../src/domain/review/approvalState.js';
import { approvalNeeded, type ApprovalRequest } from '../../../src/domain/spec/operations/approvals.js';
import { type Approval, NOT_CREATED } from '../../../src/domain/spec/spec.js';
import type { SpecEvent } from '../../../src/domain/spec/specEvents.js';
import { aSpec } from '../../support/specBuilder.js';
import { created, given } from '../givenWhenThen.js';

const SECTIONS = ['Success Criteria'];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const agreed = (body: string) => agreedText(body, SECTIONS, sha256);
const BODY = `# Refunds

## Problem

Customers wait ten days for
their money. See [login](../003-login/README.md).

| a | b |
|---|---|
| 1 | 2 |

## Notes

- 2026-11-22 (Kim): asked Lee

## Success Criteria

- [ ] AC1: It is paid within
  five days
- [ ] An e-mail is sent
`;

const approval = (by: string, text: string, more: Partial<Approval> = {}): Approval => ({
  by,
  on: '2026-11-22',
  text,
  ...more,
});
const approved = (by: string, text: string, more: Partial<Approval> = {}): SpecEvent => ({
  type: 'SpecApproved',
  data: approval(by, text, more),
});
const approve = (by: string, more: Partial<ApprovalRequest> = {}) => ({
  type: 'ApproveSpec' as const,
  data: {
    by,
    today: '2026-11-22' as const,
    agreed: { digest: 'new', former: 'former' },
    mayBeWriter: false,
    ...more,
  },
});

describe('the agreed text', () => {
  it.each([
    ['boxes', (text: string) => text.replace('- [ ] AC1', '- [x] AC1')],
    ['labels', (text: string) => text.replace('AC1: ', '').replace('An e-mail', '**AC7** An e-mail')],
    ['line breaks in paragraphs', (text: string) => text.replace('for\ntheir', 'for their')],
    ['line breaks in criteria', (text: string) => text.replace('within\n  five', 'within five')],
    ['trailing blanks', (text: string) => text.replaceAll('\n', '  \n')],
    ['line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['blank lines', (text: string) => `${text.replaceAll('\n\n', '\n\n\n')}\n\n`],
    ['the width of table columns', (text: string) => text.replace('|---|---|', '|-----|----|')],
    ['signs of lists', (text: string) => text.replaceAll('- [ ]', '* [ ]')],
    ['marks', (text: string) => text.replace('ten days', '_ten_ **days**').replace('paid', 'pa\\id')],
    ['the style of headings', (text: string) => text.replace('# Refunds', 'Refunds\n=======')],
    ['the width of table cells', (text: string) => text.replace('| a | b |', '|  a  |  b  |')],
    ['numbers of other specs in links', (text: string) => text.replace('../003-login', '../../017-login')],
    ['notes', (text: string) => text.replace('asked Lee', 'asked Lee twice')],
    [
      'a section Approvals',
      (text: string) => text.replace('## Notes', '## Approvals\n\nkim: yes\n\n## Notes'),
    ],
  ])('is not changed by %s', (_what, change) => {
    expect(change(BODY)).not.toBe(BODY);
    expect(agreed(change(BODY)).digest).toEqual(agreed(BODY).digest);
  });

  it.each([
    ['the title', 'Refunds', 'Repayments'],
    ['a word of the prose', 'ten days', 'nine days'],
    ['a word of a criterion', 'five days', 'six days'],
    ['a retired criterion', 'An e-mail is sent', '~~An e-mail is sent~~ (retired: no)'],
    ['the target of a link', '003-login', '003-logout'],
    ['criteria hidden in the notes', '## Notes\n', '## Notes\n\n### Success Criteria\n\n- [ ] It is free\n'],
  ])('is changed by %s', (_what, from, to) => {
    expect(agreed(BODY.replace(from, to)).digest).not.toBe(agreed(BODY).digest);
  });

  it('is known by the digest that earlier versions recorded', () => {
    const { former } = agreed(BODY);
    // As 4c2cc0ff recorded it: of the blocks, with marks and signs of lists.
    expect(former).toBe('293046034a5221bcabf9f09c26b206ab');
    expect(isText(former, agreed(BODY))).toBe(true);
    expect(isText(former, agreed(BODY.replace('ten days', 'nine days')))).toBe(false);
  });
});

describe('approve', () => {
  it('records the digest, and sets the field of a document that has it', () => {
    given(created({ approval: 'pending' }))
      .when(approve('lee', { writer: { by: 'kim' }, note: 'fine' }))
      .then(approved('lee', 'new', { note: 'fine' }), {
        type: 'FieldsChanged',
        data: { changes: { approval: { from: 'pending', to: 'approved' } } },
      });
  });

  it('changes nothing, given the same approval, also one of an earlier version or under another spelling of the name', () => {
    given(created(), approved('lee', 'new')).when(approve('lee')).thenNothing();
    given(created(), approved('lee', 'former')).when(approve('lee')).thenNothing();
    given(created(), approved('Lee', 'new')).when(approve('@lee')).thenNothing();
  });

  it('refuses the last writer, also under another spelling of the name', () => {
    given(created(), approved('KIM', 'new'))
      .when(approve('kim', { writer: { by: 'Kim' } }))
      .thenRefused('APPROVAL_BY_AUTHOR', /kim wrote the text/);
    given(created())
      .when(approve('kim', { writer: { by: 'kim' } }))
      .thenRefused('APPROVAL_BY_AUTHOR', /kim wrote the text of 001-user-login last/);
    given(created())
      .when(approve('kim', { writer: { by: 'kim', isUncommitted: true } }))
      .thenRefused('APPROVAL_BY_AUTHOR', /edits by hand that are not committed/);
  });

  it('is undone by a withdrawal, which is undone by approving again', () => {
    const withdrawn: SpecEvent = {
      type: 'ApprovalWithdrawn',
      data: { by: 'lee', approvals: [approval('lee', 'new')] },
    };
    given(created(), approved('lee', 'new'), withdrawn)
      .when({ type: 'Undo', data: { undone: 'x', events: [withdrawn] } })
      .then({ type: 'ChangeUndone', data: { undone: 'x' } }, approved('lee', 'new'));
  });
});

describe('the state of an approval', () => {
  const view = (...approvals: readonly Approval[]) =>
    approvalView(approvals, () => ({ digest: 'new', former: 'former' }));

  it('lapses with another text, and holds again with the same text', () => {
    expect(view(approval('lee', 'old')).state).toBe('lapsed');
    expect(view(approval('lee', 'new'), approval('lee', 'old')).state).toBe('approved');
    expect(view(approval('lee', 'former')).state).toBe('approved');
  });

  it('waits for the reviewer of an open spec alone, until anybody approved the text', () => {
    const spec = { ...aSpec(1), reviewer: 'lee' };
    expect(waitsFor('@Lee', spec)).toBe(true);
    expect(waitsFor('kim', spec)).toBe(false);
    expect(waitsFor('kim', aSpec(1))).toBe(false);
    expect(waitsFor('lee', { ...spec, status: 'complete' })).toBe(false);
    expect(waitsFor('lee', { ...spec, archived: true })).toBe(false);
    expect(waitsFor('lee', { ...spec, approval: { state: 'approved', by: ['kim'] } })).toBe(false);
    expect(waitsFor('lee', { ...spec, approval: { state: 'lapsed', by: ['lee'] } })).toBe(true);
  });
});

it('beginning a spec that needs an approval is refused alike by a claim, but not for a spec in progress', () => {
  const needs = approvalNeeded(NOT_CREATED, { state: 'lapsed' });
  const claimant = { by: 'bot', now: '2026-11-22T10:00:00.000Z', knowsPlace: () => true };
  const claim = { type: 'Claim' as const, data: { claimant, lease: '4h', needs } };
  given(created()).when(claim).thenRefused('APPROVAL_NEEDED');
  given(created({ status: 'in-progress', assignee: 'bot' }))
    .when(claim)
    .then({ type: 'SpecClaimed', data: { by: 'bot', lease: '4h' } });
});
