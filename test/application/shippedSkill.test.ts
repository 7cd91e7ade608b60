import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { parse } from 'yaml';
import { SKILL_PATH } from '../../src/application/setup/assistantFilesAndSkill.js';

const FOLDER = join(import.meta.dirname, '../../templates/skill');
const [, head = '', body = ''] =
  /^---\n([^]*?)\n---\n([^]*)$/.exec(readFileSync(join(FOLDER, 'SKILL.md'), 'utf8')) ?? [];

describe('The agent skill that spectool ships', () => {
  it('has frontmatter that every reader of the format accepts', () => {
    const { name, description, ...more } = parse(head) as Record<string, unknown>;
    expect(name).toBe(SKILL_PATH.split('/').at(-2));
    expect(name).toMatch(/^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(typeof description).toBe('string');
    expect(String(description).length).toBeLessThanOrEqual(1024);
    expect(more).toEqual({});
  });

  it('describes all steps, from finding specs to merging', () => {
    expect(body.match(/^## \d\. \w+/gm)).toEqual([
      '## 1. Discover',
      '## 2. Search',
      '## 3. Create',
      '## 4. Implement',
      '## 5. Complete',
      '## 6. Merge',
    ]);
  });

  it('has at most 1,000 tokens', () => {
    expect(countTokens(head + body)).toBeLessThanOrEqual(1000);
  });

  it('links only to files that are installed with it', () => {
    const links = [...body.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(0);
    for (const target of links) expect(readFileSync(join(FOLDER, target), 'utf8')).not.toBe('');
  });
});
