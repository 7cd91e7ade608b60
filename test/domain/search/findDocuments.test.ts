import { describe, expect, it } from '@jest/globals';
import { smallIndex } from './smallIndex.js';
import { likenessOf, quantized, standardised } from '../../../src/domain/search/likeness.js';

describe('Find documents', () => {
  const index = smallIndex([
    'Burndown chart: Work left, drawn day by day as a burndown.',
    'Password reset: A link is sent to people who forgot the password.',
    'Quarterly report: Numbers of the quarter, with a burndown in the appendix.',
    '検索機能: 日本語の全文検索を追加する。',
  ]);
  const found = (query: string) => index.find(query).documents;

  describe('Required parts of a search query', () => {
    it('are ignored when they are words without meaning', () => {
      expect(found('+the password')).toEqual([1]);
      expect(found('"to be" password')).toEqual([1]);
      expect(found('password -the')).toEqual([1]);
    });

    it('match only as typed, without related or corrected words', () => {
      expect(found('chart +burndwon')).toEqual([]);
      expect(found('chart "burndwon"')).toEqual([]);
      expect(index.find('+burndwon').corrections).toEqual([]);
    });

    it('do not include command-line options in the query', () => {
      expect(found('--password')).toEqual([1]);
    });

    it('may be missing when the query only excludes words', () => {
      const { allows } = index.find('-burndown');
      expect([0, 1, 2, 3].filter((document) => allows(document))).toEqual([1, 3]);
    });
  });

  describe('Wildcards in a search query', () => {
    it.each([
      ['burn*', [0, 2]],
      ['BURN*', [0, 2]],
      ['*down', [0, 2]],
      ['b*down', [0, 2]],
      ['pass*', [1]],
      ['burn* +quart*', [2]],
      ['burn* -quart*', [0]],
      ['chart -quart*', [0]],
      ['"chart" burn*', [0]],
    ])('find every matching word: %s', (query, documents) => {
      expect([...found(query)].sort()).toEqual(documents);
    });

    it.each(['zebra*', '+zebra* burndown'])('find nothing when no word matches: %s', (query) => {
      expect(index.find(query)).toMatchObject({ documents: [], corrections: [] });
    });

    it.each([
      ['b*'],
      ['**burndown**'],
      ['2*3 burndown'],
      ['burndown~9'],
      ['burndown^2'],
      ['src/*.ts burndown'],
    ])('are searched as ordinary words when they are invalid: %s', (query) => {
      expect(index.find(query).alternatives.size).toBe(0);
    });

    it('are searched as ordinary words in a long pasted text', () => {
      const pasted =
        'burn* a page that somebody has copied from some place with asterisks in it and more words than anybody types';
      expect(index.find(pasted).alternatives.size).toBe(0);
    });

    it('count all matching words as one word, with more weight when the words are rare', () => {
      const { ranking } = index.find('burn*');
      expect(ranking.concepts).toMatchObject([{ text: 'burn*' }]);
      expect(ranking.coverageOf(0)).toBe(1);
    });
  });

  describe('A search for a word that is written in several ways', () => {
    const texts = smallIndex([
      'Scan: the anti-virus looks at every file',
      'Relay: one agent can hand off work to another',
      'Shift: a handoff at night',
      'Users: it calls getUserName and no more',
      'Names: then get_user is asked',
      'Language: a rewrite in C#',
      'Native: a rewrite in C++',
      'Letters: plan C',
      'Ship: HAL9000 refuses',
      'Runtime: it needs .NET',
      'Guard: antivirus software',
    ]);

    it.each([
      ['antivirus', [0, 10]],
      ['anti-virus', [0, 10]],
      ['handoff', [1, 2]],
      ['hand off', [1, 2]],
      ['hand-off', [1, 2]],
      ['getuser', [3, 4]],
      ['getUser', [3, 4]],
      ['get_user', [3, 4]],
      ['username', [3]],
      ['C#', [5]],
      ['c++', [6]],
      ['HAL', [8]],
      ['hal9000', [8]],
      ['.NET', [9]],
      ['+antivirus', [0, 10]],
      ['rewrite -c++', [5]],
    ])('finds every spelling for the query %s', (query, documents) => {
      const { documents: found, ranking, corrections } = texts.find(query);
      expect(found.filter((document) => ranking.isAnswer(document)).sort((a, b) => a - b)).toEqual(documents);
      expect(corrections).toEqual([]);
    });
  });

  describe('Spelling corrections in a search', () => {
    it.each(['burndwon', 'Bürndwon', 'chartBurndwon', "burndwon's"])('replace the word in %s', (typed) => {
      const { corrections, documents } = index.find(typed);
      expect(corrections).toEqual([{ from: 'burndwon', to: 'burndown' }]);
      expect(documents[0]).toBe(0);
    });

    it('do not change short words, or long words that differ much from known ones', () => {
      expect(index.find('lank').corrections).toEqual([]);
      expect(index.find('passport').corrections).toEqual([]);
    });
  });

  describe('A search with an unusual query', () => {
    it.each(['', 'the of', '😀', '***', '+', '-', '""', '+""', '(', '[a-', '\\'])(
      'finds nothing and does not fail: %j',
      (query) => {
        expect(found(query)).toEqual([]);
      },
    );

    it('finds text in a script without spaces', () => {
      expect(found('全文検索')).toEqual([3]);
      expect(found('検索')).toEqual([3]);
    });

    it('accepts a query as long as a page, with repeated words', () => {
      expect(found(`${'password reset link '.repeat(400)} xyzzyx`)[0]).toBe(1);
    });

    it('finds a related phrase that the document writes as one word', () => {
      const texts = smallIndex(['Page: Users need a sign-in page.', 'Cats: A page of cats.']);
      expect(texts.find('authentication').documents).toEqual([0]);
    });

    it('finds the only document, although all of its words are in all documents', () => {
      const alone = smallIndex(['Login: People sign in.']);
      expect(alone.find('login').documents).toEqual([0]);
      expect(alone.find('login').ranking.isAnswer(0)).toBe(true);
      expect(smallIndex([]).find('login').documents).toEqual([]);
    });
  });

  it('The lead, the beginning of a document, counts most: a document about a word comes before one that only mentions it', () => {
    const text = (lead: string, rest: string) =>
      `Note: # Note\n\n## Design\n\nFirst ${rest} is drawn.\n\n## Motivation\n\nSo ${lead} is kept.`;
    const texts = [text('grass', 'zebra'), text('zebra', 'grass')];
    expect(smallIndex(texts).find('zebra').documents).toEqual([1, 0]);
    const { ranking } = smallIndex(texts, { lead: 0 }).find('zebra');
    expect(ranking.scoreOf(0)).toBeCloseTo(ranking.scoreOf(1), 9);
  });

  it('The lowest score that a search result may have is relative to the best document that may be returned', () => {
    const texts = smallIndex([
      'Zebra: zebra zebra zebra zebra stripes',
      'Horse: a stable with hay, water, straw, a saddle, a bridle, oats and at the very end of a long list of things a zebra',
    ]);
    expect(texts.find('zebra', (document) => document !== 0).documents).toEqual([1]);
  });
});

describe('A search result that answers the query', () => {
  const LONG = 'The board shows what is planned, what is under way and what is complete, in columns. '.repeat(
    40,
  );

  const index = smallIndex([
    `Board: ${LONG}`,
    `Gallery of penguins: ${LONG} One example draws how an invoice is paid in a shop.`,
    `Invoice numbers: ${LONG} Invoices run without gaps; the invoice of a year begins with it.`,
    'Passkeys: People authenticate with a passkey.',
  ]);

  const answers = (query: string) => {
    const { documents, ranking } = index.find(query);
    return documents.filter((document) => ranking.isAnswer(document));
  };

  it('is clearly about the only word of the query, and not a long text that mentions it once', () => {
    expect(index.find('unpaid invoice').documents).toContain(1);
    expect(answers('unpaid invoice')).toEqual([2]);
  });

  it('has more than one word of a longer query', () => {
    expect(answers('invoice for chocolate cake and lasagne')).toEqual([]);
    expect(answers('gaps between invoice numbers')).toEqual([2]);
  });

  it('may have other words with the same meaning', () => {
    expect(answers('login')).toEqual([3]);
  });

  it('does not match the query by a corrected word alone', () => {
    expect(index.find('passkeyz for the kitchen').corrections).toHaveLength(1);
    expect(answers('passkeyz for the kitchen')).toEqual([]);
    expect(answers('passkeyz')).toEqual([3]);
  });
});

describe('Likeness, the similarity in meaning between query and document,', () => {
  const TEXTS = [
    'Login: people give their password',
    'Password rules: how long a password has to be',
    'Sessions: who came in stays in for a day',
    'Charts: draw what was done',
  ];

  it('decides between documents with the same words, and is a part of the total score', () => {
    const texts = ['Alpha: a password', 'Omega: a password'];
    const { ranking } = smallIndex(texts).find('password', undefined, [0, 2]);
    expect(ranking.documents).toEqual([1, 0]);
    const { words, related, topic, likeness } = ranking.sharesOf(1);
    expect(likeness).toBeGreaterThan(0);
    expect(words + related + topic + likeness).toBeCloseTo(ranking.scoreOf(1), 9);
  });

  it('adds a very similar document without a word of the query, but not as an answer', () => {
    const found = smallIndex(TEXTS).find('password', undefined, [2, 2, 4, 1]);
    expect(found.documents).toContain(2);
    expect(found.documents).not.toContain(3);
    expect(found.ranking.isAnswer(2)).toBe(false);
  });

  it('is the cosine of the vectors of query and document, over all segments', () => {
    const vectors = (...all: readonly (readonly number[])[]) =>
      Int8Array.from(all.flatMap((vector) => [...quantized(Float32Array.from(vector))]));
    const segments = [vectors([5, 0], [1, 1]), vectors([0, 0], [-1, 0])];
    const likeness = [...likenessOf(Float32Array.from([3, 0]), segments)];
    [1, Math.SQRT1_2, 0, -1].forEach((value, i) => expect(likeness[i]).toBeCloseTo(value, 2));
  });

  it('is measured in standard deviations above the mean, and stays small among few documents', () => {
    const many = standardised(
      Float64Array.from({ length: 400 }, (_, i) => (i === 0 ? 0.9 : 0.1 + (i % 10) / 100)),
      () => true,
    );
    expect(many[0]).toBeGreaterThan(5);
    expect(Math.min(...many)).toBe(0);
    const [first = 0] = standardised(Float64Array.from([0.02, 0.01]), () => true);
    expect(first).toBeLessThan(0.2);
    expect([...standardised(Float64Array.from([9, 0.3, 0.1]), (document) => document > 0)][0]).toBe(0);
  });
});

describe('Topic scores', () => {
  const TEXTS = [
    'Wing flutter: flutter of a swept wing at high speed',
    'Wing tunnel tests: swept wing in the tunnel at high speed, flutter measured on the model',
    'Swept wing loads: loads and flutter of the swept wing, tunnel and flight at high speed',
    'Harmonica lessons: how to play high notes at speed, flutter of the reeds',
    'Choir practice: singing high notes, breathing, reeds and organ',
    'Bread: flour, water, salt and a hot oven',
    'Soup: carrots, onions, salt and pepper',
    'Garden: carrots and onions in rows, water in the evening',
  ];
  const query = 'high speed flutter';

  it('search prefers the one of two texts with the same words whose most similar texts match too', () => {
    const shares = (topic: number) => {
      const { ranking } = smallIndex(TEXTS, { topic, topicFrom: 3, topicNeighbours: 1 }).find(query);
      return [0, 3].map((document) => ranking.sharesOf(document).topic / ranking.scoreOf(document));
    };
    const [wing = 0, harmonica = 0] = shares(0.5);
    expect(wing).toBeGreaterThan(harmonica);
    expect(shares(0)).toEqual([0, 0]);
  });

  it('search gives no topic score for short queries, and all parts of a score add up to the score', () => {
    const early = { topicFrom: 3 };
    const { ranking } = smallIndex(TEXTS, early).find('flutter');
    expect(ranking.documents.map((document) => ranking.sharesOf(document).topic)).toEqual([0, 0, 0, 0]);
    const long = smallIndex(TEXTS, early).find(query).ranking;
    expect(long.documents.some((document) => long.sharesOf(document).topic > 0)).toBe(true);
    for (const document of long.documents) {
      const { words, related, topic, likeness } = long.sharesOf(document);
      expect(words + related + topic + likeness).toBeCloseTo(long.scoreOf(document), 9);
    }
  });
});
