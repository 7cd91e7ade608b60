import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import { eventSentence } from '../../src/adapters/presentation/sentences.js';

const CONFIG = '.spectool/config.json';

let spectool: TestSpectool;
beforeEach(async () => {
  spectool = createTestSpectool();
  await spectool.initProject.execute({ agentTools: 'none', name: 'shop' });
  await spectool.createSpec.execute({ name: 'a', tags: ['x'] });
  await spectool.updateSpec.execute({ spec: '1', assignee: 'kim' });
});

function edit(change: (config: Record<string, object>) => object): void {
  const config = JSON.parse(spectool.files.readText(CONFIG) ?? '') as Record<string, object>;
  spectool.files.write(CONFIG, JSON.stringify(change(config)));
}

async function configurationEvents() {
  const { events } = await spectool.showHistory.execute({});
  return events.filter(({ type }) => type === 'ConfigurationChanged');
}

const widen = () => {
  edit((config) => ({ ...config, structure: { ...config['structure'], sequenceDigits: 4 } }));
};

describe('a hand edit of config.json', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['create', () => spectool.createSpec.execute({ name: 'b' })],
    ['update', () => spectool.updateSpec.execute({ spec: '1', priority: 'high' })],
    ['archive', () => spectool.archiveSpecs.execute({ specs: ['1'] })],
    ['renumber', () => spectool.renumberSpec.execute({ spec: '1', to: 7 })],
    ['undo', () => spectool.undoChange.execute({})],
    ['skill install', () => spectool.installSkill.execute({})],
    ['init', () => spectool.initProject.execute({})],
  ])('is recorded before the next change: %s', async (_command, change) => {
    widen();
    await change();
    expect(await configurationEvents()).toMatchObject([
      { spec: null, data: { changes: { 'structure.sequenceDigits': { from: 3, to: 4 } } } },
    ]);
  });

  it('is recorded once, without an actor, before the change that follows it', async () => {
    spectool.clock.advance({ ms: 1000 });
    widen();
    await spectool.updateSpec.execute({ spec: '1', priority: 'high' });
    await spectool.updateSpec.execute({ spec: '1', priority: 'low' });
    const { events } = await spectool.showHistory.execute({});
    expect(events[1]?.at).toBe(events[2]?.at);
    expect(events.map(({ type, actor }) => [type, actor]).slice(0, 3)).toEqual([
      ['FieldsChanged', 'tester'],
      ['FieldsChanged', 'tester'],
      ['ConfigurationChanged', null],
    ]);
  });

  it('is described in one sentence', async () => {
    edit((config) => ({
      ...config,
      specsDir: 'specs',
      variables: { project_name: 'shop', lead: 'kim' },
      autoCheck: false,
    }));
    await spectool.createSpec.execute({ name: 'b' });
    const [event] = await configurationEvents();
    expect(eventSentence('ConfigurationChanged', event?.data ?? {})).toBe(
      'configuration: autoCheck true → false, variables.lead set to kim',
    );
  });

  it('is not recorded when it was reverted before the next change', async () => {
    const before = spectool.files.readText(CONFIG) ?? '';
    widen();
    await spectool.listSpecs.execute({});
    await expect(spectool.updateSpec.execute({ spec: '1', status: 'complete' })).rejects.toBeDefined();
    await spectool.updateSpec.execute({ spec: '1', tags: ['x'] });
    spectool.files.write(CONFIG, before);
    await spectool.updateSpec.execute({ spec: '1', priority: 'high' });
    expect(await configurationEvents()).toEqual([]);
  });

  it('is not recorded when it changes only the layout or writes out a default value', async () => {
    edit((config) => ({ variables: {}, ...config, frontmatter: { custom: {} } }));
    await spectool.createSpec.execute({ name: 'b' });
    expect(await configurationEvents()).toEqual([]);
  });

  it('is not undone together with the change that it was recorded with', async () => {
    widen();
    await spectool.updateSpec.execute({ spec: '1', priority: 'high' });
    const { spec } = await spectool.undoChange.execute({});
    expect(spec.priority).toBeUndefined();
    const [event] = await configurationEvents();
    await expect(spectool.undoChange.execute({ event: event?.id })).rejects.toMatchObject({
      code: 'UNDO_REFUSED',
    });
  });

  it('is passed to onEvent', async () => {
    const heard: string[] = [];
    spectool = createTestSpectool({
      onEvent: ({ type }) => {
        heard.push(type);
      },
    });
    await spectool.initProject.execute({ agentTools: 'none' });
    widen();
    await spectool.createSpec.execute({ name: 'a' });
    expect(heard.sort()).toEqual(['ConfigurationChanged', 'ProjectInitialized', 'SpecCreated']);
  });
});
