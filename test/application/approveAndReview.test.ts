import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FixedActor } from '../../src/adapters/memory/testDoubles.js';
import { MemoryFileSystem } from '../../src/adapters/memory/memoryFileSystem.js';
import type { Spectool } from '../../src/application/spectool.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { expectRefusalOf, refusalOf } from '../support/thrownError.js';
import { MemoryProject } from '../support/memoryProject.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const DOCUMENT = 'specs/001-refunds/README.md';
const TEXT = `---
status: planned
created: 2026-01-05
approval: pending
---

# Refunds

## Problem

Customers wait ten days for their money.

## Success Criteria

- [ ] AC1: It is paid within five days
- [ ] AC2: An e-mail is sent
`;

let files: MemoryFileSystem;
let as: (name: 'kim' | 'lee' | 'bot') => Spectool;

const configure = (config: object) => {
  files.write('.spectool/config.json', JSON.stringify(config));
};
const edit = (from: string, to: string) => {
  files.write(DOCUMENT, (files.readText(DOCUMENT) ?? '').replace(from, to));
};
const states = async (approval: string) =>
  (await as('lee').listSpecs.execute({ where: { approval } })).specs.map(({ ref }) => ref);

beforeEach(async () => {
  files = new MemoryFileSystem();
  const projects = {
    kim: new MemoryProject({ actors: new FixedActor('kim') }, files),
    lee: new MemoryProject({ actors: new FixedActor('lee') }, files),
    bot: new MemoryProject({ actors: new FixedActor('bot') }, files),
  };
  as = (name) => projects[name].opened();
  configure({ features: { approvals: true } });
  files.write(DOCUMENT, TEXT);
  await as('kim').addCriterion.execute({ spec: '1', text: 'It is logged' });
});

describe('approveSpec', () => {
  it('makes the spec approved until its text changes, by a command or by hand', async () => {
    expect(await states('waiting')).toEqual(['001-refunds']);
    const { spec } = await as('lee').approveSpec.execute({ spec: '1' });
    expect(spec).toMatchObject({
      approval: { state: 'approved', by: ['lee'], on: '2026-02-01' },
      fields: { approval: 'approved' },
    });
    edit('ten days', 'nine days');
    expect([await states('lapsed'), await states('approved')]).toEqual([['001-refunds'], []]);
    edit('nine days', 'ten days');
    expect(await states('approved')).toEqual(['001-refunds']);
    await as('kim').addCriterion.execute({ spec: '1', text: 'It is free' });
    expect(await states('lapsed')).toEqual(['001-refunds']);
  });

  it('is not ended by ticks, notes, a new number and fields', async () => {
    await as('lee').approveSpec.execute({ spec: '1' });
    await as('bot').checkCriteria.execute({ spec: '1', criteria: ['1'] });
    await as('bot').addNote.execute({ spec: '1', text: 'Asked' });
    await as('bot').updateSpec.execute({ spec: '1', priority: 'high' });
    await as('bot').renumberSpec.execute({ spec: '1', to: 7 });
    expect(await states('approved')).toEqual(['007-refunds']);
  });

  it('refuses the writer of the text, unless the log knows no other actor or the project allows it', async () => {
    await as('kim').approveSpec.execute({ spec: '1' });
    await as('kim').undoChange.execute({});
    await as('lee').addNote.execute({ spec: '1', text: 'Me too' });
    await as('kim').addNote.execute({ spec: '1', text: 'The newest record is not of lee' });
    await expectRefusalOf(() => as('kim').approveSpec.execute({ spec: '1' }), 'APPROVAL_BY_AUTHOR');
    configure({ features: { approvals: true }, workflow: { selfApproval: true } });
    const { spec } = await as('kim').approveSpec.execute({ spec: '1' });
    expect(spec.approval).toMatchObject({ state: 'approved', by: ['kim'] });
  });

  it('is what setting the field to approved does, with the same check', async () => {
    const set = (name: 'kim' | 'lee') =>
      as(name).updateSpec.execute({ spec: '1', fields: { approval: 'approved' }, priority: 'high' });
    await as('lee').addNote.execute({ spec: '1', text: 'Me too' });
    await expect(set('kim')).rejects.toMatchObject({ code: 'APPROVAL_BY_AUTHOR' });
    const { spec, events } = await set('lee');
    expect(spec).toMatchObject({ approval: { state: 'approved', by: ['lee'] }, priority: 'high' });
    expect(events.map(({ type }) => type)).toEqual(['SpecApproved', 'FieldsChanged', 'FieldsChanged']);
  });

  it('is not what only the document says', async () => {
    edit('approval: pending', 'approval: approved');
    expect(await states('approved')).toEqual([]);
    expect(await states('waiting')).toEqual(['001-refunds']);
  });
});

describe('workflow.startNeeds', () => {
  const begin = (name: 'bot' | 'lee', more = {}) =>
    as(name).updateSpec.execute({ spec: '1', status: 'in-progress', ...more });

  it('warns of a start without approval, given the feature alone', async () => {
    const { warnings } = await begin('bot');
    expect(warnings.map(({ code }) => code)).toContain('NOT_APPROVED');
  });

  it('refuses update, claim and next --claim alike, and next does not offer the spec', async () => {
    configure({ workflow: { startNeeds: 'approval' } });
    const refused = { code: 'APPROVAL_NEEDED' };
    await expect(begin('bot')).rejects.toMatchObject(refused);
    await expect(as('bot').claimSpecs.execute({ specs: ['1'] })).rejects.toMatchObject(refused);
    await expect(as('bot').claimNext.execute()).rejects.toMatchObject({ code: 'NOTHING_READY' });
    expect(await as('bot').nextSpecs.execute()).toMatchObject({ specs: [], unapproved: 1 });
    await as('lee').approveSpec.execute({ spec: '1' });
    expect(await as('bot').nextSpecs.execute()).toMatchObject({ specs: [{ ref: '001-refunds' }] });
    expect((await as('bot').claimSpecs.execute({ specs: ['1'] })).specs).toHaveLength(1);
  });

  it('lets a spec begin by force, with a reason', async () => {
    configure({ workflow: { startNeeds: 'approval' } });
    const { spec } = await begin('bot', { force: true, reason: 'urgent' });
    expect(spec.status).toBe('in-progress');
  });

  it('has no number of approvals: a project that asked for more is told by an error of validate', async () => {
    configure({ workflow: { startNeeds: 'approval', approvals: 2 } });
    const { findings } = await as('lee').validateProject.execute();
    expect(findings).toContainEqual(
      expect.objectContaining({
        severity: 'error',
        message: 'workflow.approvals was removed and has no effect.',
        fix: expect.stringContaining('--reviewer'),
      }),
    );
  });
});

it('reviewSpecs lists the specs whose reviewer is the actor, until somebody approves them', async () => {
  await as('kim').updateSpec.execute({ spec: '1', reviewer: 'lee' });
  const waiting = async (name: 'kim' | 'lee' | 'bot') => (await as(name).reviewSpecs.execute()).waiting;
  expect(await waiting('lee')).toMatchObject([{ ref: '001-refunds', approval: { state: 'waiting' } }]);
  expect([await waiting('kim'), await waiting('bot')]).toEqual([[], []]);
  await as('bot').approveSpec.execute({ spec: '1' });
  expect(await waiting('lee')).toEqual([]);
  edit('ten days', 'nine days');
  expect(await waiting('lee')).toMatchObject([{ ref: '001-refunds', approval: { state: 'lapsed' } }]);
  const { reviews } = await as('lee').primeProject.execute();
  expect(reviews.shown).toMatchObject([{ ref: '001-refunds', state: 'lapsed' }]);
});

describe('reviewSpecs and viewSpecAsOf in a shallow clone', () => {
  let event = '';
  let sandbox: GitSandbox;
  const shallow = (depth: number) => {
    const root = join(temporaryFolder(), 'clone');
    sandbox.git('clone', '-q', `--depth=${String(depth)}`, `file://${sandbox.root}`, root);
    return (name: string) => createSpectool({ cwd: root, ports: { actors: new FixedActor(name) } });
  };

  beforeAll(async () => {
    sandbox = new GitSandbox().write('.spectool/config.json', '{"features":{"approvals":true}}');
    sandbox.write('.spectool/templates/spec-template.md').write(DOCUMENT, TEXT);
    const tool = (name: string) =>
      createSpectool({ cwd: sandbox.root, ports: { actors: new FixedActor(name) } });
    await tool('kim').addCriterion.execute({ spec: '1', text: 'It is logged' });
    sandbox.commit('text');
    event = (await tool('lee').approveSpec.execute({ spec: '1' })).events[0]?.id ?? '';
    sandbox.commit('approval');
    sandbox
      .write(DOCUMENT, readFileSync(join(sandbox.root, DOCUMENT), 'utf8').replace('ten days', 'two weeks'))
      .commit('later');
  });

  it('do not take the oldest commit for the one that brought an approval or a text', async () => {
    const tool = shallow(1);
    const { specs, warnings } = await tool('lee').reviewSpecs.execute({ specs: ['1'] });
    expect(specs[0]?.since).toEqual({ from: 'approval', on: expect.any(String) });
    expect(specs[0]?.sections.length).toBeGreaterThan(0);
    expect(specs[0]?.approvals).toMatchObject([{ by: 'lee', holds: false }]);
    expect(specs[0]?.approvals[0]).not.toHaveProperty('committedBy');
    expect(warnings).toMatchObject([{ hint: expect.stringContaining('shallow') }]);
    const other = await tool('bot').reviewSpecs.execute({ specs: ['1'] });
    expect(other.specs[0]?.since.from).toBe('oldest');
    expect(other.warnings).toMatchObject([{ code: 'COMMITS_MISSING' }]);
    for (const asOf of ['HEAD~1', '2020-01-01', event])
      await expect(tool('lee').viewSpecAsOf.execute({ spec: '1', asOf })).rejects.toMatchObject({
        hint: expect.stringContaining('shallow'),
      });
  });

  it('answer as in a whole clone what the commits that are here show', async () => {
    const { specs, warnings } = await shallow(3)('lee').reviewSpecs.execute({ specs: ['1'] });
    expect(specs[0]?.since).toMatchObject({ from: 'approval', commit: expect.any(String) });
    expect(specs[0]?.sections).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});

it('a project that does not use approvals shows nothing of them', async () => {
  configure({});
  const { specs } = await as('lee').listSpecs.execute();
  expect(specs[0]).not.toHaveProperty('approval');
  const { warnings } = await as('lee').updateSpec.execute({ spec: '1', status: 'in-progress' });
  expect(warnings).toEqual([]);
  expect((await as('lee').reviewSpecs.execute()).waiting).toEqual([]);
});

describe('retireCriterion', () => {
  it('leaves the criterion out of every count, and names its successor', async () => {
    await as('kim').createSpec.execute({ name: 'mail' });
    await as('kim').addCriterion.execute({ spec: '2', text: 'AC9: Mails are sent' });
    const { spec } = await as('kim').retireCriterion.execute({
      spec: '1',
      criterion: 'AC2',
      reason: 'moved',
      by: '2/AC9',
    });
    expect(spec.criteria).toEqual({ done: 0, total: 2, retired: 1 });
    const { criteria, total } = await as('lee').listCriteria.execute({ spec: '1' });
    expect({ total, retired: criteria[1]?.retired }).toEqual({
      total: 2,
      retired: { reason: 'moved', movedTo: '002-mail/AC9', by: 'kim', at: '2026-02-01T12:00:00.000Z' },
    });
  });

  it('goes to a criterion that counts: not to itself, nor to a retired one, so that none retire each other', async () => {
    await as('kim').createSpec.execute({ name: 'mail' });
    await as('kim').addCriterion.execute({ spec: '2', text: 'AC9: Mails are sent' });
    const retire = (spec: string, criterion: string, by: string) =>
      as('kim').retireCriterion.execute({ spec, criterion, reason: 'moved', by });
    expect(await refusalOf(() => retire('1', 'AC2', '1/AC2'))).toMatchObject({ code: 'FIELD_INVALID' });
    await retire('1', 'AC2', '2/AC9');
    expect(await refusalOf(() => retire('2', 'AC9', '1/AC2'))).toMatchObject({ code: 'FIELD_INVALID' });
  });

  it('of a criterion that is not in the text leaves another one with the same words', async () => {
    await as('kim').updateSpec.execute({ spec: '1', status: 'in-progress' });
    const before = files.readText(DOCUMENT) ?? '';
    edit('- [ ] AC2: An e-mail is sent\n', '');
    await as('kim').addCriterion.execute({ spec: '1', text: 'An e-mail is sent' });
    files.write(DOCUMENT, before);
    await as('kim').retireCriterion.execute({ spec: '1', criterion: 'AC4', reason: 'same as AC2' });
    expect(files.readText(DOCUMENT)).toContain('- [ ] AC2: An e-mail is sent\n');
  });

  it('does not happen by hand: the criterion counts, and validate says so', async () => {
    edit('AC2: An e-mail is sent', '~~AC2: An e-mail is sent~~ (retired: no)');
    expect((await as('lee').listSpecs.execute()).specs[0]?.criteria).toEqual({ done: 0, total: 3 });
    const { findings } = await as('lee').validateProject.execute();
    expect(findings.map(({ code }) => code)).toContain('RETIRED_BY_HAND');
  });
});
