import { describe, expect, it } from '@jest/globals';
import { editableJson } from '../../src/adapters/storage/project/configText.js';
import { hookPlan } from '../../src/application/setup/hooks.js';
import { type ManagedPart, planPart } from '../../src/application/setup/setupChanges.js';
import type { HookFound } from '../../src/domain/project/managedTexts.js';
import type { JsonValue } from '../../src/domain/value/jsonValue.js';

const GROUPED = { file: 's.json', list: ['hooks', 'Start'], form: 'grouped' } as const;
const PLAIN = { ...GROUPED, form: 'plain', heading: { version: 1 } } as const;
const inSettings = (hook: typeof GROUPED | typeof PLAIN = GROUPED) =>
  ({
    kind: 'items',
    items: [
      {
        ...{ hook, command: 'ours', json: editableJson },
        isOurs: (command: string) => /^ours/.test(command),
        does: (command: string) => /ours/.test(command),
      },
    ],
  }) as const satisfies ManagedPart;
const item = (...commands: readonly string[]) => ({
  hooks: commands.map((command) => ({ type: 'command', command })),
});
const settings = (...items: readonly JsonValue[]) => ({ hooks: { Start: items } });
function planned(before: unknown, wanted: boolean, part: ManagedPart = inSettings()) {
  const { text, why } = {
    text: undefined,
    ...planPart(part, before === undefined ? undefined : JSON.stringify(before), wanted),
  };
  return why ?? (text === undefined ? undefined : (JSON.parse(text) as unknown));
}

describe('A session hook in the settings of an assistant', () => {
  it.each<[given: string, before: unknown, after: unknown]>([
    ['a missing file', undefined, settings(item('ours'))],
    ['settings without hooks', { theme: 'dark' }, { theme: 'dark', ...settings(item('ours')) }],
    [
      'settings with other hooks',
      settings(item('theirs'), 'odd', { matcher: 'x' }),
      settings(item('theirs'), 'odd', { matcher: 'x' }, item('ours')),
    ],
    ['the hook of an earlier version', settings(item('ours, once')), settings(item('ours'))],
  ])('is added to %s', (_given, before, after) => {
    expect(planned(before, true)).toEqual(after);
  });

  it('is added without a group for an assistant whose settings have no groups', () => {
    expect(planned(undefined, true, inSettings(PLAIN))).toEqual({
      version: 1,
      ...settings({ command: 'ours' }),
    });
  });

  it.each<[given: string, before: unknown]>([
    ['in a group', settings(item('theirs'), item('theirs', 'ours'))],
    ['by itself', settings({ command: 'ours' })],
    ['by hand', settings(item('not ours, but does the same'))],
    ['with more keys', settings({ matcher: 'startup', ...item('ours') })],
  ])('is not added twice: %s', (_given, before) => {
    expect(planned(before, true)).toEqual(before);
  });

  it.each<[given: unknown, why: string]>([
    ['text', 'the file is not a JSON object'],
    [['list'], 'the file is not a JSON object'],
    [{ hooks: 'text' }, 'hooks is not a JSON object'],
    [{ hooks: { Start: { a: 1 } } }, 'hooks.Start is not a list'],
    [{ hooks: null }, 'hooks is not a JSON object'],
  ])('is not written into the invalid settings %j', (before, why) => {
    expect(planned(before, true)).toBe(why);
    expect(planned(before, false)).toEqual(before);
  });

  it.each<[given: string, before: unknown, after: unknown]>([
    ['and its list', { a: 1, ...settings(item('ours')) }, { a: 1 }],
    [
      'of every version',
      settings(item('ours'), item('theirs'), item('ours, once')),
      settings(item('theirs')),
    ],
    ['with the file, if there is nothing else in it', settings(item('ours')), undefined],
    ['not, if it is in no settings', { hooks: {} }, { hooks: {} }],
    ['not, if there is no file', undefined, undefined],
  ])('is removed %s', (_given, before, after) => {
    expect(planned(before, false)).toEqual(after);
  });

  it.each<[given: string, item: JsonValue]>([
    ['its group', { matcher: 'startup', ...item('ours') }],
    ['the hook in its group', { hooks: [{ type: 'command', command: 'ours', timeout: 20 }] }],
    ['its group, which runs more', item('theirs', 'ours')],
    ['the hook without a group', { command: 'ours', timeout: 20 }],
  ])('is kept when a person edited %s', (_what, edited) => {
    expect(planned(settings(item('ours'), edited), false)).toBe('the hook in hooks.Start was edited');
  });
});

describe('The git hook pre-commit', () => {
  const texts = {
    gitHooks: () => ['ours\n', 'ours of old\n'] as const,
    isGitHook: (text: string) => text.startsWith('ours'),
  };
  const planned = (found: Partial<HookFound>, wanted = true) =>
    hookPlan('pre-commit', { files: [], prefix: '', ...found }, wanted, texts).plan;

  it('is written once, when no hook exists or an earlier version wrote it', () => {
    for (const hook of [undefined, 'ours\n', 'ours\r\n', 'ours of old\n'])
      expect(planned(hook === undefined ? {} : { hook: { text: hook } })).toEqual({ text: 'ours\n' });
  });

  it.each<[given: string, found: Partial<HookFound>, why: unknown]>([
    ['another hook exists', { hook: { text: '#!/bin/sh\n' } }, 'another hook already exists'],
    [
      'a hook of spectool is for another project',
      { hook: { text: 'ours, too\n' } },
      expect.stringContaining('another project'),
    ],
    ['its name is taken by something else', { hook: 'other' }, 'another hook already exists'],
    [
      'git reads hooks from another folder',
      { hooksPath: '.husky/_' },
      "git's hooks are in .husky/_ (core.hooksPath)",
    ],
    [
      'git reads hooks from another folder, even if the hook exists',
      { hooksPath: 'x', hook: { text: 'ours\n' } },
      "git's hooks are in x (core.hooksPath)",
    ],
    [
      'another program manages hooks',
      { files: ['lefthook.yml'] },
      'lefthook manages the hooks (lefthook.yml)',
    ],
  ])('is not written when %s', (_given, found, why) => {
    expect(planned(found)).toMatchObject({ why });
  });

  it('is removed if it is unchanged, even if git now reads hooks from another folder', () => {
    expect(planned({ hook: { text: 'ours\n' }, hooksPath: 'x', files: ['.husky'] }, false)).toEqual({
      text: undefined,
    });
    expect(planned({ hook: { text: 'ours\nand more\n' } }, false)).toMatchObject({
      why: expect.stringContaining('edited'),
    });
    const foreign = '#!/bin/sh\n';
    expect(planned({ hook: { text: foreign } }, false)).toEqual({ text: foreign });
    for (const found of [{}, { hook: 'other' }] as const)
      expect(planned(found, false)).toEqual({ text: undefined });
  });
});
