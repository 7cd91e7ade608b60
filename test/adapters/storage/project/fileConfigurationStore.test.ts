import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MemoryFileSystem } from '../../../../src/adapters/memory/memoryFileSystem.js';
import { FileConfigurationStore } from '../../../../src/adapters/storage/project/fileConfigurationStore.js';
import { SpectoolError } from '../../../../src/domain/errors/spectoolError.js';
import { DEFAULT_CONFIG } from '../../../../src/domain/project/configuration.js';
import { INVALID_CONFIGURATIONS, VALID_CONFIGURATIONS } from './validAndInvalidConfigurations.js';

function storeOf(text: string): FileConfigurationStore {
  const files = new MemoryFileSystem();
  files.write('.spectool/templates/spec-template.md', '# {title}\n');
  files.write('.spectool/config.json', text);
  return new FileConfigurationStore(files);
}

function refusal(text: string): SpectoolError {
  try {
    storeOf(text).load();
  } catch (error) {
    if (error instanceof SpectoolError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('the configuration file', () => {
  it('gets the default of each missing key', () => {
    expect(storeOf('{}').load()).toEqual({ config: DEFAULT_CONFIG, given: {}, warnings: [] });
    const { config } = storeOf('{"structure":{"sequenceDigits":4},"features":{"examples":false}}').load();
    expect(config.structure).toEqual({ ...DEFAULT_CONFIG.structure, sequenceDigits: 4 });
    expect(config.features).toEqual({ ...DEFAULT_CONFIG.features, examples: false });
  });

  it.each(VALID_CONFIGURATIONS.map((config) => [JSON.stringify(config)]))(
    'is accepted with the content %s',
    (text) => {
      expect(storeOf(text).load().warnings).toEqual([]);
    },
  );

  it.each(INVALID_CONFIGURATIONS.map(([key, config]) => [key, JSON.stringify(config)] as const))(
    'is refused with an error that names the key %s, for %s',
    (key, text) => {
      const error = refusal(text);
      expect(error.code).toBe('CONFIG_INVALID');
      expect(error.details).toEqual([expect.objectContaining({ key })]);
      expect(error.message).toContain(key);
    },
  );

  it('is refused with one error that lists all its problems', () => {
    const error = refusal(
      '{"specsDir":"..","autoCheck":1,"structure":{"dateFormat":"x","prefix":3},"frontmatter":{"custom":{"a":"b"}}}',
    );
    expect((error.details as { key: string }[]).map(({ key }) => key)).toEqual(
      'specsDir autoCheck structure.dateFormat structure.prefix frontmatter.custom.a'.split(' '),
    );
  });

  it('leads to a warning for each unknown key that names the nearest known key', () => {
    const { warnings } = storeOf('{"specDir":"x","structure":{"sequenceDigit":4},"zzzzzz":1}').load();
    expect(warnings).toEqual([
      { key: 'specDir', message: expect.any(String), allowed: 'did you mean specsDir?' },
      {
        key: 'structure.sequenceDigit',
        message: expect.any(String),
        allowed: 'did you mean sequenceDigits?',
      },
      { key: 'zzzzzz', message: expect.any(String), allowed: expect.stringContaining('known settings') },
    ]);
  });

  it.each([
    ['{', 'line 1'],
    ['', 'not valid JSON'],
    ['{\n  "specsDir": "a",\n}', 'line 3'],
    ['{"specsDir":"a","specsDir":"b"}', 'appears twice'],
    ['{"__proto__":{}}', '__proto__'],
    ['// a comment\n{}', 'not valid JSON'],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, 'nested deeper'],
    [`{"variables":{"a":"${'x'.repeat(1_100_000)}"}}`, 'larger than 1 MB'],
  ])('is refused when it is not valid JSON: %.40s', (text, reason) => {
    expect(refusal(text).message).toContain(reason);
  });

  it('may begin with a byte order mark', () => {
    expect(storeOf('\uFEFF{}').load().config).toEqual(DEFAULT_CONFIG);
  });

  it('is refused with NOT_A_PROJECT when it is missing', () => {
    const load = () => new FileConfigurationStore(new MemoryFileSystem()).load();
    expect(load).toThrow(
      expect.objectContaining({
        code: 'NOT_A_PROJECT',
        advice: [expect.objectContaining({ useCase: 'initProject' })],
      }),
    );
  });

  it('is loaded or refused with details, whatever its content is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          configLike.map((value) => JSON.stringify(value)),
        ),
        (text) => {
          try {
            expect(storeOf(text).load().config).toBeDefined();
          } catch (error) {
            expect(error).toMatchObject({
              code: 'CONFIG_INVALID',
              details: expect.arrayContaining([expect.anything()]),
            });
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

const anything = fc.oneof(fc.jsonValue(), fc.constantFrom('..', '/', 'a', 'flat', 'custom', '{YYYY}', ''));
const configLike = fc.record(
  {
    template: anything,
    templates: fc.oneof(anything, fc.dictionary(fc.string(), anything)),
    specsDir: anything,
    autoCheck: anything,
    structure: fc.oneof(
      anything,
      fc.record({ pattern: anything, prefix: anything, groupExtractor: anything }, { requiredKeys: [] }),
    ),
    features: fc.oneof(anything, fc.record({ aiAgents: anything }, { requiredKeys: [] })),
    frontmatter: fc.oneof(
      anything,
      fc.record({ required: anything, custom: fc.dictionary(fc.string(), anything) }),
    ),
    variables: fc.oneof(anything, fc.dictionary(fc.string(), anything)),
  },
  { requiredKeys: [] },
);
