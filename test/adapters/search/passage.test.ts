import { expect, it } from '@jest/globals';
import { LunrAnalysis } from '../../../src/adapters/search/lunr/lunrAnalysis.js';
import { bestPassage } from '../../../src/domain/search/passage.js';
import { WordSplitter } from '../../../src/domain/search/wordSplitter.js';
import { realDocuments } from '../../support/realDocuments.js';

const splitter = new WordSplitter(new LunrAnalysis());
const SAMPLE =
  'Ponies are happily running; conditional relations, hoped and hopping, generalizations.\nuserLoginFlow in HTTP2Server\nnaïve café 日本語の仕様\nsensibly valency vietnamization digitizer conformably radically analogously\n';

it.each([{ name: 'a sample', text: SAMPLE }, ...realDocuments().slice(0, 12)])(
  'bestPassage finds a passage for every word of $name',
  ({ text }) => {
    const stems = new Set(splitter.split(text).tokens.flatMap(({ stem, stop }) => (stop ? [] : [stem])));
    const missed = [...stems].filter((stem) => {
      const term = { word: stem, kind: 'direct' as const, stems: stem, score: 1 };
      return bestPassage(text, [term], splitter) === undefined;
    });
    expect(missed).toEqual([]);
  },
);

it('bestPassage prefers a passage with the path of the searched file, or the end of that path', () => {
  const stems = ['src', 'login', 'form', 'ts'];
  const terms = stems.map((stem) => ({ word: stem, kind: 'direct' as const, stems: stem, score: 1 }));
  const gap = '\n\n## Next\n\n';
  const text = ['src: form.ts of the login, ts', 'in `chart/axis.ts`', 'see src/Login/form.ts.'].join(gap);
  expect(bestPassage(text, terms, splitter)?.line).toBe(1);
  expect(bestPassage(text, terms, splitter, 'src/login/form.ts')?.line).toBe(9);
  expect(bestPassage(text, terms, splitter, 'lib/chart/axis.ts')?.line).toBe(5);
  expect(bestPassage(text, terms, splitter, 'lib/other.md')?.line).toBe(1);
});
