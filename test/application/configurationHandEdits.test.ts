import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import { eventSentence } from '../../src/adapters/presentation/sentences.js';
import { expectRefusalOf } from '../support/thrownError.js';

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
    ['skill install', () => spectool.installSkill.execute({})],
    ['init', () => spectool.initProject.execute({})],
    ['config set', () => spectool.setSetting.execute({ key: 'variables.lead', values: ['kim'] })],
  ])('is recorded before the next command that changes settings: %s', async (_command, change) => {
    widen();
    await change();
    expect((await configurationEvents()).at(-1)).toMatchObject({
      ...{ spec: null, data: { changes: { 'structure.sequenceDigits': { from: 3, to: 4 } } } },
    });
  });

  it('is not recorded with changes of specs', async () => {
    widen();
    await spectool.updateSpec.execute({ spec: '1', priority: 'high' });
    await spectool.createSpec.execute({ name: 'b' });
    expect(await configurationEvents()).toEqual([]);
  });

  it('is described in one sentence', async () => {
    edit((config) => ({
      ...config,
      specsDir: 'specs',
      variables: { project_name: 'shop', lead: 'kim' },
      autoCheck: false,
    }));
    await spectool.installSkill.execute({});
    const [event] = await configurationEvents();
    expect(eventSentence('ConfigurationChanged', event?.data ?? {})).toBe(
      'configuration: autoCheck true → false, variables.lead set to kim',
    );
  });

  it('is not recorded when it changes only the layout or writes out a default value', async () => {
    edit((config) => ({ variables: {}, ...config, frontmatter: { custom: {} } }));
    await spectool.installSkill.execute({});
    expect(await configurationEvents()).toEqual([]);
  });

  it('is not undone', async () => {
    widen();
    await spectool.installSkill.execute({});
    const [event] = await configurationEvents();
    await expectRefusalOf(() => spectool.undoChange.execute({ event: event?.id }), 'UNDO_REFUSED');
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
    await spectool.installSkill.execute({});
    expect(heard.sort()).toEqual(['ConfigurationChanged', 'ProjectInitialized', 'SkillInstalled']);
  });
});
