import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { validateConfig } from '../../../../src/adapters/storage/project/configValidation.js';
import { FINDING_CODES } from '../../../../src/domain/findings/finding.js';
import { DEFAULT_CONFIG } from '../../../../src/domain/project/configuration.js';
import { INVALID_CONFIGURATIONS, VALID_CONFIGURATIONS } from './validAndInvalidConfigurations.js';

const schema = JSON.parse(
  readFileSync(new URL('../../../../schemas/config.schema.json', import.meta.url), 'utf8'),
) as {
  properties: Record<string, { default?: unknown; properties?: Record<string, { default?: unknown }> }>;
};
const accepts = new Ajv({ strict: false }).compile(schema);

/** Names of template files that do not exist; only the program, not a schema, can refuse these configurations. */
const ABOUT_FILES = new Set(['not-there.md', 'gone.md']);
const shapely = INVALID_CONFIGURATIONS.filter(
  ([, config]) => ![...ABOUT_FILES].some((file) => JSON.stringify(config).includes(file)),
);

describe('the JSON Schema of the configuration', () => {
  it.each(shapely.map(([key, config]) => [key, JSON.stringify(config)] as const))(
    'refuses a wrong %s in %s, as the program does',
    (_key, text) => {
      const config: unknown = JSON.parse(text);
      expect(accepts(config)).toBe(false);
      expect(validateConfig(config).errors).not.toEqual([]);
    },
  );

  it.each(VALID_CONFIGURATIONS.map((config) => [JSON.stringify(config)]))(
    'accepts %s, as the program does',
    (text) => {
      const config: unknown = JSON.parse(text);
      accepts(config);
      expect(accepts.errors).toBeNull();
      expect(validateConfig(config)).toEqual({ errors: [], warnings: [] });
    },
  );

  it('has the same defaults as the program', () => {
    const {
      structure,
      features,
      frontmatter,
      criteria,
      workflow,
      sections,
      import: imported,
      sync,
      ...rest
    } = schema.properties;
    const defaultsIn = (group: typeof structure) =>
      Object.fromEntries(
        Object.entries(group?.properties ?? {}).flatMap(([key, { default: value }]) =>
          value === undefined ? [] : [[key, value]],
        ),
      );
    const top = Object.entries(rest).flatMap(([key, { default: value }]) =>
      value === undefined ? [] : [[key, value]],
    );
    expect({
      ...(Object.fromEntries(top) as object),
      structure: defaultsIn(structure),
      features: defaultsIn(features),
      frontmatter: defaultsIn(frontmatter),
      criteria: defaultsIn(criteria),
      workflow: defaultsIn(workflow),
      sections: defaultsIn(sections),
      import: defaultsIn(imported),
      sync: defaultsIn(sync),
    }).toEqual(DEFAULT_CONFIG);
  });

  it('has a setting under rules for every finding code', () => {
    const rules = Object.keys(schema.properties['rules']?.properties ?? {});
    expect(rules.sort()).toEqual([...FINDING_CODES].sort());
  });
});
