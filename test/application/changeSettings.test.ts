import { describe, expect, it } from '@jest/globals';
import { createTestSpectool } from '../../src/composition/testing.js';
import { MemoryProject } from '../support/memoryProject.js';

const CONFIG = '.spectool/config.json';

async function project(config?: string) {
  const spectool = createTestSpectool();
  await spectool.initProject.execute();
  if (config !== undefined) spectool.files.write(CONFIG, config);
  return spectool;
}

describe('Settings', () => {
  it('are shown with the value in effect, defaults included', async () => {
    const spectool = await project('{"structure": {"prefix": "spec-"}, "rules": {"SIZE": "off"}}');
    expect(await spectool.readSetting.execute({ key: 'structure.prefix' })).toEqual({
      key: 'structure.prefix',
      value: 'spec-',
      isDefault: false,
    });
    expect(await spectool.readSetting.execute({ key: 'structure' })).toMatchObject({
      value: { prefix: 'spec-' },
    });
    expect(await spectool.readSetting.execute({ key: 'specsDir' })).toMatchObject({
      value: 'specs',
      isDefault: true,
    });
    expect(await spectool.readSetting.execute({ key: 'structure.groupFallback' })).toMatchObject({
      value: null,
    });
    const { settings } = await spectool.listSettings.execute();
    expect(settings).toContainEqual({ key: 'rules.SIZE', value: 'off', isDefault: false });
    expect(settings).toContainEqual({ key: 'autoCheck', value: true, isDefault: true });
  });

  it.each<[key: string, values: string[], value: unknown]>([
    ['structure.sequenceDigits', ['4'], 4],
    ['autoCheck', ['false'], false],
    ['structure.prefix', [''], ''],
    ['variables.port', ['8080'], '8080'],
    ['frontmatter.custom.team', ['string'], 'string'],
    ['frontmatter.required', ['status,created, owner'], ['status', 'created', 'owner']],
    ['frontmatter.required', ['["status"]'], ['status']],
    ['sections.recommended', ['Context', 'Decision, at last'], ['Context', 'Decision, at last']],
    ['rules', ['{"SIZE": "off"}'], { SIZE: 'off' }],
  ])('accept values and convert them to their type: %s with %j', async (key, values, value) => {
    const spectool = await project();
    const { to } = await spectool.setSetting.execute({ key, values });
    expect(to).toEqual({ key, value, isDefault: false });
    const path = key.split('.');
    const written = path.reduce<unknown>(
      (inner, part) => (inner as Record<string, unknown>)[part],
      JSON.parse(spectool.files.readText(CONFIG) ?? ''),
    );
    expect(written).toEqual(value);
  });

  it.each<[key: string, values: string[], code: string, said: string]>([
    ['structur.prefix', ['x'], 'USAGE', 'Did you mean structure.prefix?'],
    ['prefix', ['x'], 'USAGE', 'Did you mean structure.prefix?'],
    ['rules.LINK_BROKN', ['off'], 'USAGE', 'did you mean LINK_BROKEN?'],
    ['rules.SIZE', ['never'], 'USAGE', 'Allowed: "off", "warning", "error".'],
    ['structure.sequenceDigits', ['40'], 'USAGE', 'a whole number from 1 to 10'],
    ['structure', ['flat'], 'USAGE', 'structure.pattern'],
    ['frontmatter.custom.status', ['string'], 'USAGE', 'a standard field'],
    ['constructor', ['x'], 'USAGE', ''],
    ['variables.__proto__', ['x'], 'USAGE', 'another name'],
    [
      'structure.pattern',
      ['custom'],
      'CONFIG_INVALID',
      'Correct the value, or set the listed settings in the same command',
    ],
    ['template', ['none.md'], 'CONFIG_INVALID', 'nothing was changed.'],
  ])('refuse invalid values, and no file changes: %s with %j', async (key, values, code, said) => {
    const spectool = await project();
    const before = spectool.files.readText(CONFIG);
    const records = spectool.files.list('.spectool/log/project').length;
    const refusal = await spectool.setSetting.execute({ key, values }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code,
      hint: code === 'USAGE' && said === '' ? undefined : expect.stringContaining(said),
    });
    expect(spectool.files.readText(CONFIG)).toBe(before);
    expect(spectool.files.list('.spectool/log/project')).toHaveLength(records);
  });

  it('are changed with a record of the actor, and the rest of the file stays as it is', async () => {
    const spectool = await project('{ "specsDir":"specs",\r\n\r\n\t"rules" : { } }');
    await spectool.setSetting.execute({ key: 'rules.SIZE', values: ['off'] });
    expect(spectool.files.readText(CONFIG)).toBe(
      '{ "specsDir":"specs",\r\n\r\n\t"rules" : {\r\n\t\t"SIZE": "off"\r\n\t} }',
    );
    const { events } = await spectool.showHistory.execute({});
    expect(events.at(0)).toMatchObject({
      type: 'ConfigurationChanged',
      actor: 'tester',
      data: { changes: { 'rules.SIZE': { from: null, to: 'off' } } },
    });
  });

  it('match the file after a command recorded them, so that no later command finds a hand edit', async () => {
    const spectool = await project(
      '{"templates": {"default": "spec-template.md"}, "structure": {"prefix": "a"}}',
    );
    for (const [key, ...values] of [
      ['features.compliance', 'true'],
      ['frontmatter.optional', 'tags,owner'],
      ['specsDir', './plans/'],
      ['variables.lead', 'kim'],
      ['import.map.shipped', 'complete'],
      ['structure.groupExtractor', 'm-{milestone}/'],
      ['structure.groupFallback', 'misc'],
      ['structure.pattern', 'custom'],
    ] as const)
      await spectool.setSetting.execute({ key, values });
    for (const key of ['variables.lead', 'templates.default', 'features.compliance', 'structure.prefix'])
      await spectool.unsetSetting.execute({ key });
    await spectool.createSpec.execute({ name: 'a' });
    const { events } = await spectool.showHistory.execute({ limit: 100 });
    const changed = events.filter(({ type }) => type === 'ConfigurationChanged');
    // The only change without an actor is the configuration file that the test wrote at the beginning.
    expect(changed.filter(({ actor }) => actor === null)).toHaveLength(1);
    expect(changed.length).toBeGreaterThan(9);
  });

  it('are neither written nor recorded when the value is the same', async () => {
    const spectool = await project();
    await spectool.setSetting.execute({ key: 'rules.SIZE', values: ['off'] });
    const before = (await spectool.showHistory.execute({})).events.length;
    const { warnings } = await spectool.setSetting.execute({ key: 'rules.SIZE', values: ['off'] });
    expect(warnings).toMatchObject([{ code: 'UNCHANGED' }]);
    expect((await spectool.showHistory.execute({})).events).toHaveLength(before);
  });

  it('have their default value again after unset', async () => {
    const spectool = await project();
    const before = spectool.files.readText(CONFIG);
    await spectool.setSetting.execute({ key: 'rules.SIZE', values: ['off'] });
    const { from, to } = await spectool.unsetSetting.execute({ key: 'rules.SIZE' });
    expect([from.value, to.value]).toEqual(['off', null]);
    expect(spectool.files.readText(CONFIG)).toBe(before);
  });
});

describe('several settings in one command', () => {
  it('are changed together, because one may need the other', async () => {
    const project = new MemoryProject();
    const line = ['config', 'set', 'structure.pattern=custom', 'structure.groupExtractor={YYYY-MM}'];
    const { code, stdout, stderr } = await project.run(line);
    expect([code, stdout, stderr]).toEqual([
      0,
      'structure.pattern "flat" (default) → "custom"\nstructure.groupExtractor none → "{YYYY-MM}"\n',
      '',
    ]);
    expect((await project.run(['create', 'a'])).stdout).toContain('specs/2026-02/001-a');
  });

  it('change nothing if one of them is wrong', async () => {
    const project = new MemoryProject();
    const { code } = await project.run(['config', 'set', 'autoCheck=false', 'structure.sequenceDigits=none']);
    expect(code).toBeGreaterThan(0);
    expect((await project.spectool.readSetting.execute({ key: 'autoCheck' })).value).toBe(true);
  });

  it('need a value each', async () => {
    const project = new MemoryProject();
    expect((await project.run(['config', 'set', 'autoCheck'])).stderr).toContain('VALUE is missing');
  });
});
