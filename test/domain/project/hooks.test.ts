import { describe, expect, it } from '@jest/globals';
import { decideHook, type HookFound } from '../../../src/domain/project/gitFiles.js';
import { addSessionHook, holdsNothing, removeSessionHook } from '../../../src/domain/project/sessionHooks.js';
import type { JsonValue } from '../../../src/domain/value/json.js';

const GROUPED = { file: 's.json', list: ['hooks', 'Start'], form: 'grouped' } as const;
const PLAIN = { ...GROUPED, form: 'plain', heading: { version: 1 } } as const;
const isOurs = (command: string) => command === 'ours';
const item = (...commands: readonly string[]) => ({
  hooks: commands.map((command) => ({ type: 'command', command })),
});
const settings = (...items: readonly JsonValue[]): JsonValue => ({ hooks: { Start: items } });

describe('a hook for the beginning of a session', () => {
  it.each<[given: string, settings: JsonValue | undefined]>([
    ['no file', undefined],
    ['no hooks', { theme: 'dark' }],
    ['hooks of other kinds', { hooks: { Stop: [item('ours')] } }],
    ['other hooks', settings(item('theirs'), 'odd', { matcher: 'x' })],
  ])('is added where there is %s', (_given, before) => {
    expect(addSessionHook(before, GROUPED, 'ours', isOurs)).toEqual({ kind: 'add', item: item('ours') });
  });

  it('has no group where an assistant knows none', () => {
    expect(addSessionHook({}, PLAIN, 'ours', isOurs)).toEqual({ kind: 'add', item: { command: 'ours' } });
  });

  it.each<[given: string, settings: JsonValue]>([
    ['in a group', settings(item('theirs'), item('theirs', 'ours'))],
    ['by itself', settings({ command: 'ours' })],
  ])('is not added twice, %s', (_given, before) => {
    expect(addSessionHook(before, GROUPED, 'ours', isOurs)).toEqual({ kind: 'nothing' });
  });

  it.each<[given: JsonValue, why: string]>([
    ['text', 'the file holds no object'],
    [['list'], 'the file holds no object'],
    [{ hooks: 'text' }, 'hooks holds no object'],
    [{ hooks: { Start: { a: 1 } } }, 'hooks.Start is no list'],
    [{ hooks: null }, 'hooks holds no object'],
  ])('is not written into %j', (before, why) => {
    expect(addSessionHook(before, GROUPED, 'ours', isOurs)).toEqual({ kind: 'unclear', why });
    expect(removeSessionHook(before, GROUPED, isOurs)).toEqual({ kind: 'nothing' });
  });

  it('is taken away with its group, and out of a group that runs more', () => {
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

  it('leaves a group alone that runs something unknown beside it', () => {
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
    ['it in its group', { hooks: [{ type: 'command', command: 'ours', timeout: 20 }] }],
    [
      'it in a group that runs more',
      { hooks: [...item('theirs').hooks, { type: 'command', command: 'ours', timeout: 20 }] },
    ],
    ['it by itself', { command: 'ours', timeout: 20 }],
  ])('stays where somebody edited %s', (_what, edited) => {
    expect(removeSessionHook(settings(item('ours'), edited), GROUPED, isOurs)).toEqual({
      kind: 'unclear',
      why: 'the hook in hooks.Start was edited',
    });
  });

  it('leaves nothing where the settings were for it alone', () => {
    expect([holdsNothing({}, GROUPED), holdsNothing({ version: 1 }, PLAIN)]).toEqual([true, true]);
    expect([holdsNothing({ version: 2 }, PLAIN), holdsNothing({ version: 1 }, GROUPED)]).toEqual([
      false,
      false,
    ]);
  });
});

describe('the hook of git', () => {
  const decided = (found: Partial<HookFound>, wanted = true) =>
    decideHook({ files: [], ...found }, wanted, 'ours\n', (text) => text.startsWith('ours'));

  it('is written where there is none, once', () => {
    expect(decided({})).toEqual({ kind: 'write' });
    expect(decided({ hook: { text: 'ours\n' } })).toEqual({ kind: 'nothing' });
    expect(decided({ hook: { text: 'ours\r\n' } })).toEqual({ kind: 'nothing' });
  });

  it.each<[given: string, found: Partial<HookFound>, why: string]>([
    ['somebody has one', { hook: { text: '#!/bin/sh\n' } }, 'there is one already'],
    ['something else has the name', { hook: 'other' }, 'there is one already'],
    ['git looks elsewhere', { hooksPath: '.husky/_' }, 'git takes its hooks from .husky/_ (core.hooksPath)'],
    [
      'git looks elsewhere, ours or not',
      { hooksPath: 'x', hook: { text: 'ours\n' } },
      'git takes its hooks from x (core.hooksPath)',
    ],
    ['another program writes them', { files: ['lefthook.yml'] }, 'lefthook looks after them (lefthook.yml)'],
  ])('is not written where %s', (_given, found, why) => {
    expect(decided(found)).toEqual({ kind: 'untouched', why });
  });

  it('is taken away as it was written, wherever git looks by now', () => {
    expect(decided({ hook: { text: 'ours\n' }, hooksPath: 'x', files: ['.husky'] }, false)).toEqual({
      kind: 'remove',
    });
    expect(decided({ hook: { text: 'ours\nand more\n' } }, false)).toMatchObject({ kind: 'untouched' });
    for (const found of [{}, { hook: { text: '#!/bin/sh\n' } }, { hook: 'other' }] as const)
      expect(decided(found, false)).toEqual({ kind: 'nothing' });
  });
});
