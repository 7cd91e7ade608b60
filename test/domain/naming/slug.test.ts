import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { slugOf, wordsOf } from '../../../src/domain/naming/folderName.js';
import { refusal } from '../../support/thrownError.js';
import { anyCharacter } from '../../support/anyCharacter.js';

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

describe('A title made from a folder name', () => {
  it('has spaces and a capital letter', () => {
    expect(wordsOf('user-login')).toBe('User login');
    expect(wordsOf('2fa_login')).toBe('2fa login');
    expect(wordsOf('élan')).toBe('Élan');
  });
});
