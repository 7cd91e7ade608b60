import { describe, expect, it } from '@jest/globals';
import { groupFor } from '../../../src/domain/naming/folderPattern.js';
import { DEFAULT_CONFIG, type StructureConfig } from '../../../src/domain/project/configuration.js';
import { refusal } from '../../support/thrownError.js';

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

describe('The group of a new spec', () => {
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

  it('is the date in the configured format with a legacy pattern', () => {
    const legacy = structure({ pattern: '{date}/{seq}-{name}/', dateFormat: 'YYYY-MM' });
    expect(groupFor(legacy, {}, created)).toBe('2025-11');
  });

  it.each([
    '../x',
    '..',
    '/etc',
    'a/b',
    'a\\b',
    'C:',
    '.git',
    '.hidden',
    'archived',
    'Archived',
    'CON',
    'nul.txt',
    'node_modules',
    'git~1',
    'dot.',
    'a\u0000b',
    'a\u001bb',
    'a\u202eb',
    'x'.repeat(300),
    '   ',
  ])('causes a refusal when it would be %j', (value) => {
    const error = refusal(() => groupFor(custom('{team}'), { team: value }, created));
    expect(error).toMatchObject({ code: 'FIELD_INVALID', details: { field: 'team' } });
  });
});
