import { describe, expect, it } from '@jest/globals';
import { describeTerminal } from '../../../../src/adapters/cli/layout/terminalStyle.js';

const tty = { isTTY: true, columns: 120 };
const pipe = {};

describe('describeTerminal', () => {
  it('reports no width, no colour and no prompts for a pipe', () => {
    expect(describeTerminal(pipe, pipe, {}, 'linux')).toEqual({
      columns: undefined,
      colour: false,
      interactive: false,
      unicode: true,
    });
  });

  it('reports the width and the colours of a terminal', () => {
    expect(describeTerminal(tty, tty, { TERM: 'xterm', LANG: 'en_US.UTF-8' }, 'linux')).toEqual({
      columns: 120,
      colour: true,
      interactive: true,
      unicode: true,
    });
  });

  it.each([
    [tty, { NO_COLOR: '1' }, false],
    [tty, { NO_COLOR: '' }, true],
    [tty, { TERM: 'dumb' }, false],
    [pipe, { FORCE_COLOR: '1' }, true],
    [tty, { FORCE_COLOR: '0' }, false],
    [pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('decides whether to use colour, for stream %j and environment %j: %s', (output, environment, colour) => {
    expect(describeTerminal(output, tty, environment, 'linux').colour).toBe(colour);
  });

  it.each([
    ['60', 60],
    ['0', 120],
    ['-5', 120],
    ['wide', 120],
  ])('takes COLUMNS=%s of the environment as the width if it is a positive number', (COLUMNS, columns) => {
    expect(describeTerminal(tty, tty, { COLUMNS }, 'linux').columns).toBe(columns);
  });

  it('reports that Unicode cannot be printed in the C locale and in a dumb terminal', () => {
    expect(describeTerminal(pipe, pipe, { LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, 'linux').unicode).toBe(false);
    expect(describeTerminal(tty, tty, { TERM: 'dumb' }, 'linux').unicode).toBe(false);
  });
});
