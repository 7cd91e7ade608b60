import { describe, expect, it } from '@jest/globals';
import { decideHook, type HookFound } from '../../../src/domain/project/gitHooksAndAttributes.js';
import { addSessionHook, holdsNothing, removeSessionHook } from '../../../src/domain/project/sessionHooks.js';
import type { JsonValue } from '../../../src/domain/value/jsonValue.js';

const GROUPED = { file: 's.json', list: ['hooks', 'Start'], form: 'grouped' } as const;
const PLAIN = { ...GROUPED, form: 'plain', heading: { version: 1 } } as const;
const isOurs = (command: string) => command === 'ours';
const item = (...commands: readonly string[]) => ({
  hooks: commands.map((command) => ({ type: 'command', command })),
});
const settings = (...items: readonly JsonValue[]): JsonValue => ({ hooks: { Start: items } });

describe('A session hook in the settings of an assistant', () => {
  it.each<[given: string, settings: JsonValue | undefined]>([
    ['a missing file', undefined],
    ['settings without hooks', { theme: 'dark' }],
    ['settings with hooks for other events', { hooks: { Stop: [item('ours')] } }],
    ['settings with other hooks', settings(item('theirs'), 'odd', { matcher: 'x' })],
  ])('is added to %s', (_given, before) => {
    expect(addSessionHook(before, GROUPED, 'ours', isOurs)).toEqual({ kind: 'add', item: item('ours') });
  });

  it('is added without a group for an assistant whose settings have no groups', () => {
    expect(addSessionHook({}, PLAIN, 'ours', isOurs)).toEqual({ kind: 'add', item: { command: 'ours' } });
  });

  it.each<[given: string, settings: JsonValue]>([
    ['in a group', settings(item('theirs'), item('theirs', 'ours'))],
    ['by itself', settings({ command: 'ours' })],
  ])('is not added twice: %s', (_given, before) => {
    expect(addSessionHook(before, GROUPED, 'ours', isOurs)).toEqual({ kind: 'nothing' });
  });

  it.each<[given: JsonValue, why: string]>([
    ['text', 'the file is not a JSON object'],
    [['list'], 'the file is not a JSON object'],
    [{ hooks: 'text' }, 'hooks is not a JSON object'],
    [{ hooks: { Start: { a: 1 } } }, 'hooks.Start is not a list'],
    [{ hooks: null }, 'hooks is not a JSON object'],
  ])('is not written into the invalid settings %j', (before, why) => {
    expect(addSessionHook(before, GROUPED, 'ours', isOurs)).toEqual({ kind: 'unclear', why });
    expect(removeSessionHook(before, GROUPED, isOurs)).toEqual({ kind: 'nothing' });
  });

  it('is removed together with its entry in the settings, unless the entry has other hooks', () => {
    const before = settings(item('ours'), item('theirs', 'ours'), { command: 'ours' }, item('theirs'));
    expect(removeSessionHook(before, GROUPED, isOurs)).toEqual({
      kind: 'remove',
      paths: [
        ['hooks', 'Start', 2],
        ['hooks', 'Start', 1, 'hooks', 1],
        ['hooks', 'Start', 0],
      ],
    });
  });

  it('is removed, but its group is kept when the group has unknown content', () => {
    const group = {
      hooks: [
        { type: 'prompt', prompt: 'x' },
        { type: 'command', command: 'ours' },
      ],
    };
    expect(removeSessionHook(settings(group), GROUPED, isOurs)).toEqual({
      kind: 'remove',
      paths: [['hooks', 'Start', 0, 'hooks', 1]],
    });
  });

  it.each<[given: string, item: JsonValue]>([
    ['its group', { matcher: 'startup', ...item('ours') }],
    ['the hook in its group', { hooks: [{ type: 'command', command: 'ours', timeout: 20 }] }],
    [
      'the hook in a group that runs more',
      { hooks: [...item('theirs').hooks, { type: 'command', command: 'ours', timeout: 20 }] },
    ],
    ['the hook without a group', { command: 'ours', timeout: 20 }],
  ])('is kept when a person edited %s', (_what, edited) => {
    expect(removeSessionHook(settings(item('ours'), edited), GROUPED, isOurs)).toEqual({
      kind: 'unclear',
      why: 'the hook in hooks.Start was edited',
    });
  });

  it('is removed with the settings file when the settings contain nothing else', () => {
    expect([holdsNothing({}, GROUPED), holdsNothing({ version: 1 }, PLAIN)]).toEqual([true, true]);
    expect([holdsNothing({ version: 2 }, PLAIN), holdsNothing({ version: 1 }, GROUPED)]).toEqual([
      false,
      false,
    ]);
  });
});

describe('The git hook pre-commit', () => {
  const decided = (found: Partial<HookFound>, wanted = true) =>
    decideHook({ files: [], ...found }, wanted, 'ours\n', (text) => text.startsWith('ours'));

  it('is written once, when no hook exists', () => {
    expect(decided({})).toEqual({ kind: 'write' });
    expect(decided({ hook: { text: 'ours\n' } })).toEqual({ kind: 'nothing' });
    expect(decided({ hook: { text: 'ours\r\n' } })).toEqual({ kind: 'nothing' });
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
      'git takes its hooks from .husky/_ (core.hooksPath)',
    ],
    [
      'git reads hooks from another folder, even if the hook exists',
      { hooksPath: 'x', hook: { text: 'ours\n' } },
      'git takes its hooks from x (core.hooksPath)',
    ],
    [
      'another program manages hooks',
      { files: ['lefthook.yml'] },
      'lefthook manages the hooks (lefthook.yml)',
    ],
  ])('is not written when %s', (_given, found, why) => {
    expect(decided(found)).toEqual({ kind: 'untouched', why });
  });

  it('is removed if it is unchanged, even if git now reads hooks from another folder', () => {
    expect(decided({ hook: { text: 'ours\n' }, hooksPath: 'x', files: ['.husky'] }, false)).toEqual({
      kind: 'remove',
    });
    expect(decided({ hook: { text: 'ours\nand more\n' } }, false)).toMatchObject({ kind: 'untouched' });
    for (const found of [{}, { hook: { text: '#!/bin/sh\n' } }, { hook: 'other' }] as const)
      expect(decided(found, false)).toEqual({ kind: 'nothing' });
  });
});
