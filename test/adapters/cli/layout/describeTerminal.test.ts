import { describe, expect, it } from '@jest/globals';
import { describeTerminal } from '../../../../src/adapters/cli/layout/terminalStyle.js';

const tty = { isTTY: true, columns: 120 };
const pipe = {};

describe('describeTerminal', () => {
  it('reports no width, no colour and no prompts for a pipe', () => {
    expect(describeTerminal(pipe, pipe, {})).toEqual({
      columns: undefined,
      colour: false,
      interactive: false,
    });
  });

  it('reports the width and the colours of a terminal', () => {
    expect(describeTerminal(tty, tty, { TERM: 'xterm', LANG: 'en_US.UTF-8' })).toEqual({
      columns: 120,
      colour: true,
      interactive: true,
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
    expect(describeTerminal(output, tty, environment).colour).toBe(colour);
  });

  it.each([
    ['60', 60],
    ['0', 120],
    ['-5', 120],
    ['wide', 120],
  ])('takes COLUMNS=%s of the environment as the width if it is a positive number', (COLUMNS, columns) => {
    expect(describeTerminal(tty, tty, { COLUMNS }).columns).toBe(columns);
  });
});
