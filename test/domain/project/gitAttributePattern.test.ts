import { describe, expect, it } from '@jest/globals';
import { attributePattern } from '../../../src/domain/project/managedTexts.js';
import { GitSandbox } from '../../support/gitSandbox.js';

describe('a pattern in .gitattributes', () => {
  it('is the plain path when folder and file name have no special characters', () => {
    expect(attributePattern('docs/specs', 'README.md')).toBe('docs/specs/**/README.md');
  });

  it.each(['specs', 'my specs', '#specs', '!specs', 'docs/[draft]', '[draft', 'ü/仕様', "it's"])(
    'matches the documents of this folder in git: %s',
    (folder) => {
      const sandbox = new GitSandbox().write(
        '.gitattributes',
        `${attributePattern(folder, 'READ ME.md')} merge=spectool\n`,
      );
      const merge = (path: string) => sandbox.git('check-attr', '-z', 'merge', '--', path).split('\0')[2];
      expect(merge(`${folder}/group/001-a/READ ME.md`)).toBe('spectool');
      expect(merge(`${folder}/001-a/NOTES.md`)).toBe('unspecified');
      expect(merge('READ ME.md')).toBe('unspecified');
    },
  );
});
