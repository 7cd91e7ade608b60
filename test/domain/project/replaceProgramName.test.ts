import { describe, expect, it } from '@jest/globals';
import { asCalled } from '../../../src/domain/project/managedTexts.js';

const called = (text: string) => asCalled(text, 'npx --no-install spectool');

describe('asCalled, which puts the command that starts spectool into messages,', () => {
  it.each([
    ['Run `spectool deps` to see the graph.', 'Run `npx --no-install spectool deps` to see the graph.'],
    [
      '`spectool board`, `spectool search "x"`',
      '`npx --no-install spectool board`, `npx --no-install spectool search "x"`',
    ],
    ['Next: spectool board', 'Next: npx --no-install spectool board'],
    ['blocked (spectool deps)', 'blocked (npx --no-install spectool deps)'],
    ['spectool list --all shows all.', 'npx --no-install spectool list --all shows all.'],
    ['spectool <command> [--json]', 'npx --no-install spectool <command> [--json]'],
    ['`spectool --help`', '`npx --no-install spectool --help`'],
    ['git log | spectool note 5 -', 'git log | npx --no-install spectool note 5 -'],
    ['EDITOR=nano spectool edit 5', 'EDITOR=nano npx --no-install spectool edit 5'],
    ['eval "$(spectool completion zsh)"', 'eval "$(npx --no-install spectool completion zsh)"'],
  ])('replaces the name of the program in commands: %s', (text, expected) => {
    expect(called(text)).toBe(expected);
    expect(asCalled(text)).toBe(text);
  });

  it.each([
    'Upgrade spectool, then run the command again.',
    'written by a newer spectool: it has records of version 9',
    'the `spectool` command line',
    'This is a partial clone, and spectool never fetches from a remote repository.',
    'spectool 1.0.0 – design documents in your repository',
    '`spectool-sdd`, `.spectool/templates`',
  ])('keeps the name of the program in ordinary text: %s', (text) => {
    expect(called(text)).toBe(text);
  });
});
