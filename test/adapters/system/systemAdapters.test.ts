import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import {
  NodeHasher,
  RandomIds,
  SystemActor,
  SystemClock,
} from '../../../src/adapters/system/systemServices.js';
import { clockContract } from '../../contracts/clockContract.js';
import { idGeneratorContract } from '../../contracts/idGeneratorContract.js';
import { bundleChild } from '../../support/bundleChildProcess.js';
import { refusal } from '../../support/thrownError.js';

clockContract('SystemClock', () => new SystemClock({}));
clockContract(
  'SystemClock held by SPECTOOL_NOW',
  () => new SystemClock({ SPECTOOL_NOW: '2026-03-01T00:00:00Z' }),
);
idGeneratorContract('RandomIds', () => new RandomIds());

describe('SystemClock', () => {
  it('always returns the time in SPECTOOL_NOW, which may have any time zone', () => {
    expect(new SystemClock({ SPECTOOL_NOW: '2026-01-05T10:00:00.5Z' }).now()).toBe(
      '2026-01-05T10:00:00.500Z',
    );
    expect(new SystemClock({ SPECTOOL_NOW: '2026-01-05T10:00:00+02:00' }).now()).toBe(
      '2026-01-05T08:00:00.000Z',
    );
  });

  it('returns the current day in the time zone of the user', () => {
    const child = bundleChild('printToday');
    const today = (TZ: string) =>
      execFileSync(process.execPath, [child], {
        env: { TZ, SPECTOOL_NOW: '2026-01-05T23:30:00Z' },
        encoding: 'utf8',
      });
    expect(today('Pacific/Auckland')).toBe('2026-01-06');
    expect(today('America/Los_Angeles')).toBe('2026-01-05');
  });

  it.each([
    ...'yesterday 2026-01-05 2026-13-05T10:00:00Z 5 2026-02-30T10:00:00Z 0000-06-01T00:00:00Z'.split(' '),
    ...'0001-01-01T00:00:00+23:59 9999-12-31T23:59:59-23:59'.split(' '),
  ])('refuses SPECTOOL_NOW=%s, which is not a valid time', (value) => {
    const error = refusal(() => new SystemClock({ SPECTOOL_NOW: value }).now());
    expect(error.code).toBe('USAGE');
    expect(error.message).toContain(value);
  });
});

describe('SystemActor', () => {
  const named = (name: string, git?: string) => new SystemActor(() => git, { SPECTOOL_ACTOR: name }).actor();

  it('returns the name in SPECTOOL_ACTOR, else the user name of git, else that of the system', () => {
    expect(named('Ada', 'Grace')).toBe('Ada');
    expect(named('', 'Grace')).toBe('Grace');
    expect(named(' \n', ' ')).not.toBe('');
  });

  it('returns a name on one line, of at most 200 characters and without control characters', () => {
    expect(named('Ada\nLovelace\u001b]0;x\u0007')).toBe('Ada Lovelace ]0;x');
    expect(named('x'.repeat(10_000))).toHaveLength(200);
  });

  it('asks git at most once, and only without SPECTOOL_ACTOR', () => {
    let asked = 0;
    const git = () => {
      asked += 1;
      return 'Grace';
    };
    const actor = new SystemActor(git, {});
    expect([actor.actor(), actor.actor(), asked]).toEqual(['Grace', 'Grace', 1]);
    new SystemActor(git, { SPECTOOL_ACTOR: 'Ada' }).actor();
    expect(asked).toBe(1);
  });
});

it('NodeHasher hashes the UTF-8 bytes of a text', () => {
  const hasher = new NodeHasher();
  expect(hasher.sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(hasher.sha256('ü')).toBe(hasher.sha256('\u00fc'));
  expect(hasher.sha256('ü')).not.toBe(hasher.sha256('u'));
});
