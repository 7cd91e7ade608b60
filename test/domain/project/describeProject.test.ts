import { describe, expect, it } from '@jest/globals';
import { describeProject } from '../../../src/domain/project/describeProject.js';

const README = `<!-- a comment -->
[![build](https://example.org/b.svg)](https://example.org) ![logo](logo.png)

# **Book** [shop](https://example.org)

<p align="center">markup</p>

![badge](x.svg)

\`\`\`sh
npm start
\`\`\`

- a list

Sells [books](docs/books.md) and
*maps* to \`anyone\`.

More.
`;

describe('A project is described', () => {
  it('by its package.json', () => {
    const manifest = JSON.stringify({ name: '@shop/web', description: 'Sells\n books. ' });
    expect(describeProject('/work/x', manifest, README)).toEqual({
      name: '@shop/web',
      description: 'Sells books.',
    });
  });

  it('by its given name, without invisible characters', () => {
    const odd = 'sh\u200bop\u001b]0;x\u0007 \u009b\u202e\u2066 \u{1f468}\u200d\u{1f33e}\u{e0041}';
    expect(describeProject('/work/x', '{"name":"other"}', README, odd).name).toBe(
      'shop ]0;x \u{1f468}\u200d\u{1f33e}',
    );
    expect(describeProject('/work/x', `{"name":${JSON.stringify(odd)}}`, undefined).name).not.toMatch(
      /[\u202e\u2066\u200b]/,
    );
    expect(describeProject('/work/x', '{"name":"other"}', README, ' ').name).toBe('other');
  });

  it.each([undefined, '{}', '{"name":5,"description":["x"]}', '{"name":" "}', '[]', 'null', 'not JSON'])(
    'by its README when package.json says nothing (%j)',
    (manifest) => {
      expect(describeProject('/work/x', manifest, README)).toEqual({
        name: 'Book shop',
        description: 'Sells books and *maps* to `anyone`.',
      });
    },
  );

  it('by each for what the other lacks', () => {
    expect(describeProject('/x', '{"name":"a"}', '# B\n\nWhat it is.\n')).toEqual({
      name: 'a',
      description: 'What it is.',
    });
    expect(describeProject('/x', '{"description":"d"}', 'Title\n=====\r\n\r\nText\r\n')).toEqual({
      name: 'Title',
      description: 'd',
    });
  });

  it.each([
    ['/work/my-shop', 'my-shop'],
    ['C:\\work\\my shop\\', 'my shop'],
    ['/work/a\nb', 'a b'],
    ['/', 'project'],
  ])('by its folder %j when there is neither', (root, name) => {
    expect(describeProject(root, undefined, undefined)).toEqual({ name });
    expect(describeProject(root, undefined, '## No title\n\n| a |\n|---|\n')).toEqual({ name });
  });

  it('on one line of bounded length', () => {
    const { name, description = '' } = describeProject(
      '/x',
      JSON.stringify({ name: 'n'.repeat(999), description: 'word '.repeat(999) }),
      undefined,
    );
    expect(name.length).toBeLessThanOrEqual(101);
    expect(description).toMatch(/^(?:word )+word…$/);
    expect(description.length).toBeLessThanOrEqual(401);
  });
});
