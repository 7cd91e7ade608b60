import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

describe('the shipped skill', () => {
  it('has frontmatter that the Agent Skills format can be read from', () => {
    const text = readFileSync(new URL('../../templates/skill/SKILL.md', import.meta.url), 'utf8');
    const block = /^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '';
    const document = parseDocument(block);
    expect(document.errors).toEqual([]);
    const { name, description } = document.toJS() as { name: string; description: string };
    expect(name).toBe('spectool-sdd');
    expect(description.length).toBeGreaterThan(0);
    expect(description.length).toBeLessThanOrEqual(1024);
  });
});
