import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  formatFolderName,
  parseFolderName,
  parseForeignFolderName,
  slugOf,
  wordsOf,
} from '../../../src/domain/naming/folderName.js';
import {
  DATE_FORMATS,
  DEFAULT_CONFIG,
  type StructureConfig,
} from '../../../src/domain/project/configuration.js';
import { anyCharacter } from '../../support/anyCharacter.js';
import { refusal } from '../../support/thrownError.js';
import { groupFor } from '../../../src/domain/naming/folderPattern.js';

describe('A folder name', () => {
  const created = '2025-11-05';

  function structure(changes: Partial<StructureConfig> = {}): StructureConfig {
    return { ...DEFAULT_CONFIG.structure, ...changes };
  }

  it.each([
    ['', 3, 5, '005-user-login'],
    ['', 1, 5, '5-user-login'],
    ['', 6, 5, '000005-user-login'],
    ['', 3, 1000, '1000-user-login'],
    ['', 3, 12345, '12345-user-login'],
    ['spec-', 3, 8, 'spec-008-user-login'],
    ['{YYYYMMDD}-', 3, 8, '20251105-008-user-login'],
    ['{YYYY-MM-DD}-', 3, 8, '2025-11-05-008-user-login'],
    ['{YYYY/MM}_', 3, 8, '2025-11_008-user-login'],
    ['{YYYYMMDD}', 3, 8, '20251105008-user-login'],
    ['a.b+(c)-', 3, 8, 'a.b+(c)-008-user-login'],
  ])(
    'is made from prefix %j, %d digits and number %d: it is %s, and is read back as that number',
    (prefix, sequenceDigits, sequence, folder) => {
      const rules = structure({ prefix, sequenceDigits });
      expect(formatFolderName(rules, { sequence, name: 'user-login', created })).toBe(folder);
      expect(parseFolderName(rules, folder)).toEqual({ sequence, name: 'user-login' });
    },
  );

  it('is read back to its name and number, whatever its name, number, width and prefix', () => {
    const name = fc.stringMatching(/^[a-zß中][a-z0-9ß中]{0,8}(?:-[a-z0-9]{1,8}){0,3}$/);
    fc.assert(
      fc.property(
        name,
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom('', 'spec-', 'v', ...DATE_FORMATS.map((format) => `{${format}}-`), 'x-{YYYYMMDD}-'),
        (words, sequence, sequenceDigits, prefix) => {
          const rules = structure({ prefix, sequenceDigits });
          const folder = formatFolderName(rules, { sequence, name: words, created });
          expect(parseFolderName(rules, folder)).toEqual({ sequence, name: words });
          expect(parseForeignFolderName(rules, folder)).toEqual({ sequence, name: words });
        },
      ),
    );
  });

  it('has a decimal number, and may have a name that begins with digits', () => {
    expect(parseFolderName(structure(), '008-x')).toEqual({ sequence: 8, name: 'x' });
    expect(parseFolderName(structure(), '009-2fa-login')).toEqual({ sequence: 9, name: '2fa-login' });
    expect(parseFolderName(structure(), '001-2025-roadmap')).toEqual({ sequence: 1, name: '2025-roadmap' });
    expect(parseFolderName(structure(), '010-100-days')).toEqual({ sequence: 10, name: '100-days' });
    expect(parseFolderName(structure(), '2fa-login')).toBeUndefined();
    expect(parseFolderName(structure(), '1234567890123456-x')).toBeUndefined();
    expect(parseFolderName(structure(), '005')).toBeUndefined();
    expect(parseFolderName(structure(), '005-')).toBeUndefined();
    expect(parseFolderName(structure(), '1000-42')).toEqual({ sequence: 1000, name: '42' });
  });

  it.each(['2025', '2025-11', '202511', '20251101', '2025-11-05'])(
    'belongs to a group and not to a spec when it is only a date: %s',
    (date) => {
      expect(parseFolderName(structure(), date)).toBeUndefined();
    },
  );

  it.each([
    ['20251101-005-login', 5, 'login'],
    ['2025-11-01-005-login', 5, 'login'],
    ['2025-11-005-login', 5, 'login'],
    ['2025-005-login', 5, 'login'],
    ['2025-123-login', 123, 'login'],
    ['11-005-login', 5, 'login'],
    ['20251101-login', null, 'login'],
    ['2025-08-06-add-x', null, 'add-x'],
    ['20250806-add-x', null, 'add-x'],
    ['2025-login', 2025, 'login'],
    ['20259901-login', 20259901, 'login'],
  ])('may have a date prefix of earlier settings: %s has the spec number %j', (folder, sequence, name) => {
    expect(parseFolderName(structure(), folder)).toEqual({ sequence, name });
  });

  it.each([
    ...'20260319-143022-login 20260319-093022-login 20260319143022-login 202603191430-login'.split(' '),
    ...'20260319_143022-login 20260319T143022-login 20260319T093022Z-login 20260319T0012-login'.split(' '),
    ...'20260319-1430-login 20260319-0930-login 2026-03-19-143022-login'.split(' '),
    ...'2026-03-19T14-30-22-login 2026-03-19T09.30-login 2026-03-19-14-30-22-login'.split(' '),
    ...'2026-03-19_09-30-22_login 1742394622-login 1742394622123-login'.split(' '),
  ])('has no spec number when it begins with a date and a time: %s', (folder) => {
    for (const prefix of ['', 'spec-', '{MM}-'])
      expect(parseFolderName(structure({ prefix }), folder)).toEqual({ sequence: null, name: 'login' });
    expect(parseForeignFolderName(structure(), folder).sequence).toBeNull();
    expect(parseForeignFolderName(structure(), `rfc-${folder}`).sequence).toBeNull();
  });

  it('is its own spec number when it is only a number, unless that is a date', () => {
    expect(parseForeignFolderName(structure(), '004')).toEqual({ sequence: 4, name: '004' });
    expect(parseForeignFolderName(structure(), '2025').sequence).toBeNull();
  });

  it.each(['{YYYYMMDD}-', '{YYYY-MM-DD}-', '{YYYYMMDD}'])(
    'has no spec number when its six digits could be a time, with the prefix setting %s',
    (prefix) => {
      const rules = structure({ prefix });
      const folder = formatFolderName(rules, { sequence: 143022, name: 'login', created });
      expect(parseFolderName(rules, folder)).toEqual({ sequence: null, name: 'login' });
    },
  );

  it.each([
    [6, '20260319-143022-login', 143022, 'login'],
    [4, '20260319-1430-login', 1430, 'login'],
    [4, '20260319-0930-login', 930, 'login'],
    [3, '20260319-0012-login', 12, 'login'],
    [3, '20260319-143022-007-login', 7, 'login'],
    [3, '20260319-250000-login', 250000, 'login'],
    [3, '20260319-1460-login', 1460, 'login'],
    [3, '20260319-10-20-rule', 10, '20-rule'],
    [2, '20260319-10-20-30-rule', 10, '20-30-rule'],
    [10, '1742394622-login', 1742394622, 'login'],
    [3, '143022-login', 143022, 'login'],
  ])('may begin with a long number: %d digits, %s, number %d', (sequenceDigits, folder, sequence, name) => {
    expect(parseFolderName(structure({ sequenceDigits }), folder)).toEqual({ sequence, name });
  });

  it.each([
    ['', 3],
    ['spec-', 3],
    ['{YYYY-MM}-', 3],
    ['{YYYY}-', 3],
    ['{YYYY}-', 2],
    ['{MM}-', 3],
    ['{YYYYMMDD}-', 3],
  ])('has no number when it is a date and a name: prefix %j, %d digits', (prefix, sequenceDigits) => {
    const rules = structure({ prefix, sequenceDigits });
    expect(parseFolderName(rules, '2025-08-06-add-x')).toEqual({ sequence: null, name: 'add-x' });
  });

  it.each([
    ['spec-005-login', 5, 'login'],
    ['spec-1005-login', 1005, 'login'],
    ['my-team_012-login', 12, 'login'],
    ['v007-bond', 7, 'bond'],
    ['rfc-20251101-005-login', 5, 'login'],
    ['rfc-2025-11-01-005-login', 5, 'login'],
    ['sha256-hashing', null, 'sha256-hashing'],
    ['plan-2026-budget', null, 'plan-2026-budget'],
    ['feature-2-factor', null, 'feature-2-factor'],
    ['2fa-login', null, '2fa-login'],
    ['2025-11', null, '2025-11'],
    ['notes', null, 'notes'],
    ['мой-005-вход', 5, 'вход'],
  ])('is read less strictly if it surely holds a spec: %s has the number %j', (folder, sequence, name) => {
    expect(parseForeignFolderName(structure(), folder)).toEqual({ sequence, name });
  });

  it('may have any characters, and is read without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
        const { sequence, name } = parseForeignFolderName(structure({ prefix: 'a[-{YYYY}' }), text);
        expect(sequence === null || Number.isSafeInteger(sequence)).toBe(true);
        expect(text.endsWith(name)).toBe(true);
      }),
    );
  });

  it('is read the same with and without a prefix in the configuration', () => {
    // With a prefix in the configuration, the fast path for plain names is not used. No folder name has this prefix, so the
    // results must be equal.
    const other: StructureConfig = { ...DEFAULT_CONFIG.structure, prefix: 'none-' };
    const names = fc.oneof(
      fc.stringMatching(/^[0-9]{0,17}-?[0-9a-z-]{0,12}$/),
      fc.stringMatching(/^(?:2025|20251101|2025-11|2025-11-01|11)-[0-9a-z-]{0,8}$/),
      fc.string({ unit: anyCharacter, maxLength: 12 }),
    );
    fc.assert(
      fc.property(names, (name) => {
        expect(parseFolderName(DEFAULT_CONFIG.structure, name)).toEqual(parseFolderName(other, name));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('A slug, the folder name made from a title,', () => {
  it.each([
    ['User Login', 'user-login'],
    ['  Crème brûlée!  ', 'creme-brulee'],
    ['2fa-login', '2fa-login'],
    ['-rf', 'rf'],
    ['../../etc/passwd', 'etc-passwd'],
    ['日本語 仕様', '日本語-仕様'],
    ['한국어', '한국어'],
    ['مواصفات', 'مواصفات'],
    ['İstanbul', 'istanbul'],
    ['ﬁne ½', 'fine-1-2'],
    ['a\u0000b\u001b[31m', 'a-b-31m'],
    ['🚀 launch', 'launch'],
    ['Новый', 'новый'],
    ['ガイド', 'ガイド'],
    ['हिन्दी में', 'हिन्दी-में'],
    ['คู่มือ', 'คู่มือ'],
    ['Ελλάδα', 'ελλάδα'],
    ['1\ufe0f\u20e3 first', '1-first'],
    ['क\u094d\u200dष', 'क्ष'],
    ['cost $& $1 {date}', 'cost-1-date'],
    ['$(touch INJECTED)', 'touch-injected'],
  ])('has lower-case words with hyphens: %j becomes %s', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  it.each(['', '   ', '..', '...', '/', '🚀', '\u0000', '---', '\u0301'])('cannot be made of %j', (text) => {
    expect(refusal(() => slugOf(text)).code).toBe('NAME_INVALID');
  });

  it('is cut after a word, to at most 60 characters', () => {
    expect(slugOf('word '.repeat(30))).toBe(Array(12).fill('word').join('-'));
    expect(slugOf(`${'a'.repeat(60)} b`)).toBe('a'.repeat(60));
    expect(slugOf('x'.repeat(300))).toBe('x'.repeat(60));
  });

  it('is always a safe folder name, and making a slug of it does not change it', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        let slug: string;
        try {
          slug = slugOf(text);
        } catch {
          return;
        }
        expect(slug).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$/u);
        expect(Array.from(slug).length).toBeLessThanOrEqual(60);
        expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(240);
        expect(slugOf(slug)).toBe(slug);
      }),
      { numRuns: 500 },
    );
  });
});

it('A title made from a folder name has spaces and a capital letter', () => {
  expect(wordsOf('user-login')).toBe('User login');
  expect(wordsOf('2fa_login')).toBe('2fa login');
  expect(wordsOf('élan')).toBe('Élan');
});

describe('The group of a new spec', () => {
  const created = '2025-11-05';

  function structure(changes: Partial<StructureConfig>): StructureConfig {
    return { ...DEFAULT_CONFIG.structure, ...changes };
  }

  function custom(groupExtractor: string, groupFallback?: string): StructureConfig {
    return structure({
      pattern: 'custom',
      groupExtractor,
      ...(groupFallback !== undefined && { groupFallback }),
    });
  }

  it('is none when the configuration has no groups', () => {
    expect(groupFor(structure({ groupExtractor: '{YYYY}' }), {}, created)).toBe('');
  });

  it.each([
    ['{YYYYMMDD}', '20251105'],
    ['{YYYY-MM-DD}', '2025-11-05'],
    ['{YYYY-MM}', '2025-11'],
    ['{YYYY/MM}', '2025/11'],
    ['q-{YYYY}', 'q-2025'],
    ['{MM}', '11'],
  ])('is the creation date with %s', (extractor, group) => {
    expect(groupFor(custom(extractor), {}, created)).toBe(group);
  });

  it('is the value of the configured field', () => {
    expect(groupFor(custom('milestone-{milestone}'), { milestone: 'v2' }, created)).toBe('milestone-v2');
    expect(groupFor(custom('sprint-{sprint}'), { sprint: 5 }, created)).toBe('sprint-5');
    expect(groupFor(custom('{team}/{YYYY}'), { team: '$& {date}' }, created)).toBe('$& {date}/2025');
  });

  it('is the configured fallback when the field has no value', () => {
    expect(groupFor(custom('m-{milestone}', 'misc'), {}, created)).toBe('misc');
    expect(groupFor(custom('m-{milestone}', 'misc'), { milestone: '' }, created)).toBe('misc');
    expect(groupFor(custom('{constructor}', 'misc'), {}, created)).toBe('misc');
  });

  it('causes a refusal that names the field when field and fallback are missing', () => {
    const custom1 = refusal(() => groupFor(custom('m-{milestone}'), {}, created));
    expect(custom1).toMatchObject({ code: 'FIELD_INVALID', details: { field: 'milestone' } });
    expect(custom1.hint).toContain('"milestone"');
    expect(refusal(() => groupFor(custom('{assignee}'), {}, created)).hint).toContain('"assignee"');
  });

  it('causes a refusal with advice on create only for fields that create can set', () => {
    const advised = (field: string) => refusal(() => groupFor(custom(`{${field}}`), {}, created)).advice;
    expect(advised('team')).toMatchObject([{ useCase: 'createSpec', request: { fields: { team: '…' } } }]);
    expect(advised('part_of')).toMatchObject([{ useCase: 'createSpec', needs: ['name', 'partOf'] }]);
    expect(advised('completed')).toEqual([]);
  });

  it('is the date in the configured format with a legacy pattern', () => {
    const legacy = structure({ pattern: '{date}/{seq}-{name}/', dateFormat: 'YYYY-MM' });
    expect(groupFor(legacy, {}, created)).toBe('2025-11');
  });

  it.each([
    ...'../x .. /etc a/b a\\b C: .git .hidden archived Archived CON nul.txt node_modules git~1'.split(' '),
    ...'dot. a\u0000b a\u001bb a\u202eb'.split(' '),
    'x'.repeat(300),
    '   ',
  ])('causes a refusal when it would be %j', (value) => {
    const error = refusal(() => groupFor(custom('{team}'), { team: value }, created));
    expect(error).toMatchObject({ code: 'FIELD_INVALID', details: { field: 'team' } });
  });
});
