import { describe, expect, it } from '@jest/globals';
import { DEFAULT_CONFIG } from '../../../src/domain/project/configuration.js';
import { withFeatures } from '../../../src/domain/template/template.js';

const on = (...names: readonly string[]) => ({
  ...DEFAULT_CONFIG.features,
  examples: false,
  ...Object.fromEntries(names.map((name) => [name, true])),
});

describe('Feature blocks of a template', () => {
  it('are kept while their feature is on, without their marker lines', () => {
    const text = 'a\n<!-- if:apiDocs -->\nb\n<!-- end:apiDocs -->\nc';
    expect(withFeatures(text, on())).toBe('a\nc');
    expect(withFeatures(text, on('apiDocs'))).toBe('a\nb\nc');
  });

  it('are kept inside other blocks only while the features of all these blocks are on', () => {
    const text =
      '<!-- if:apiDocs -->\nx\n<!-- if:examples -->\ny\n<!-- end:examples -->\nz\n<!-- end:apiDocs -->\n';
    expect(withFeatures(text, on())).toBe('');
    expect(withFeatures(text, on('examples'))).toBe('');
    expect(withFeatures(text, on('apiDocs'))).toBe('x\nz\n');
    expect(withFeatures(text, on('apiDocs', 'examples'))).toBe('x\ny\nz\n');
  });

  it('are written as comments in frontmatter, and keep line ends', () => {
    const text = '---\r\n# if:compliance\r\nlevel: 1\r\n# end:compliance\r\n---\r\n';
    expect(withFeatures(text, on())).toBe('---\r\n---\r\n');
    expect(withFeatures(text, on('compliance'))).toBe('---\r\nlevel: 1\r\n---\r\n');
  });

  it.each(['nothing', 'constructor', 'toString'])(
    'are left unchanged when their feature is unknown: %s',
    (name) => {
      const text = `<!-- if:${name} -->\na\n<!-- end:${name} -->\n`;
      expect(withFeatures(text, on())).toBe(text);
    },
  );

  it('are left unchanged when they have no begin marker', () => {
    const text = 'a\n<!-- end:apiDocs -->\nb\n';
    expect(withFeatures(text, on())).toBe(text);
  });
});
