import { describe, expect, it } from '@jest/globals';
import { describeProject } from '../../../src/domain/project/projectDescription.js';

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

describe('The name and description of a project', () => {
  it('come from its package.json', () => {
    const manifest = JSON.stringify({ name: '@shop/web', description: 'Sells\n books. ' });
    expect(describeProject('/work/x', manifest, README)).toEqual({
      name: '@shop/web',
      description: 'Sells books.',
    });
  });

  it('have the given name, without invisible characters', () => {
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
    'come from its README when package.json has none (%j)',
    (manifest) => {
      expect(describeProject('/work/x', manifest, README)).toEqual({
        name: 'Book shop',
        description: 'Sells books and *maps* to `anyone`.',
      });
    },
  );

  it('come from package.json, and from the README for the part that package.json lacks', () => {
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
  ])('come from its folder %j when package.json and README are missing', (root, name) => {
    expect(describeProject(root, undefined, undefined)).toEqual({ name });
    expect(describeProject(root, undefined, '## No title\n\n| a |\n|---|\n')).toEqual({ name });
  });

  it('are one line each, of limited length', () => {
    const { name, description = '' } = describeProject(
      '/x',
      JSON.stringify({ name: 'n'.repeat(999), description: 'word '.repeat(999) }),
      undefined,
    );
    expect(name.length).toBeLessThanOrEqual(201);
    expect(description).toMatch(/^(?:word )+word…$/);
    expect(description.length).toBeLessThanOrEqual(401);
  });
});
