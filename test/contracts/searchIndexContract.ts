import { describe, expect, it } from '@jest/globals';
import { parseQuery } from '../../src/domain/search/searchQuery.js';
import type { SearchIndex } from '../../src/ports/searchIndex.js';

/** A folder tree of specs; `open` returns a new index that has nothing in memory from earlier searches. */
export interface IndexedTree {
  write(path: string, text: string): void;
  remove(path: string): void;
  open(): SearchIndex;
}

export function searchIndexContract(name: string, plant: () => IndexedTree): void {
  describe(`${name} as a SearchIndex`, () => {
    const document = (title: string, body = '', tags = '[]') =>
      `---\nstatus: planned\ncreated: 2026-01-01\ntags: ${tags}\n---\n\n# ${title}\n\n${body}\n`;
    const find = async (index: SearchIndex, words: string) => {
      const { hits } = await index.search({ query: parseQuery(words), limit: 50, archived: true });
      return hits.map(({ spec }) => spec.ref);
    };
    const three = () => {
      const tree = plant();
      tree.write('specs/001-login/README.md', document('Login', 'People sign in with a password.', '[auth]'));
      tree.write('specs/002-charts/README.md', document('Charts', 'Draw a burndown from the log.'));
      tree.write('specs/003-export/README.md', document('Export', 'Write a spreadsheet.'));
      return tree;
    };

    it('finds specs by words of the text, the title, the folder name and the tags', async () => {
      const index = three().open();
      expect(await find(index, 'burndown')).toEqual(['002-charts']);
      expect((await find(index, 'charts'))[0]).toBe('002-charts');
      expect((await find(index, 'auth'))[0]).toBe('001-login');
    });

    it('searches small words such as what only in titles, and reports when a query has no other words', async () => {
      const tree = three();
      tree.write('specs/004-all/README.md', document('Just what we do', 'What you have is just what it is.'));
      const ask = (words: string) =>
        tree.open().search({ query: parseQuery(words), limit: 50, archived: true });
      expect(await ask('just what')).toMatchObject({
        hits: [{ spec: { ref: '004-all' }, isAnswer: true, terms: [{ word: 'just' }, { word: 'what' }] }],
        total: 1,
        onlySmallWords: true,
      });
      expect(await ask('you have')).toMatchObject({ hits: [], onlySmallWords: true });
      expect(await ask('what login')).not.toHaveProperty('onlySmallWords');
    });

    it('finds specs by words that are related to those in the query', async () => {
      expect((await find(three().open(), 'credentials'))[0]).toBe('001-login');
      expect((await find(three().open(), 'csv'))[0]).toBe('003-export');
    });

    it('finds words in further Markdown files of a spec', async () => {
      const tree = three();
      tree.write('specs/003-export/DESIGN.md', 'The zeppelin flies.\n');
      expect(await find(tree.open(), 'zeppelin')).toEqual(['003-export']);
    });

    it('finds words in the present text of other files, and in the values of fields', async () => {
      const tree = three();
      tree.write('specs/003-export/schema.yaml', 'type: zeppelin\n');
      tree.write('specs/003-export/.hidden.txt', 'okapi\n');
      tree.write('specs/003-export/blob.dat', 'okapi\0');
      tree.write('specs/002-charts/src/draw.ts', 'export const narwhalSize = 1;\n');
      const index = tree.open();
      expect(await find(index, 'zeppelin')).toEqual(['003-export']);
      expect(await find(index, 'narwhal')).toEqual(['002-charts']);
      expect(await find(index, 'okapi')).toEqual([]);
      tree.write('specs/003-export/schema.yaml', 'type: airplane\n');
      tree.write('specs/001-login/notes.txt', 'a zeppelin\n');
      tree.remove('specs/002-charts/src/draw.ts');
      expect(await find(index, 'zeppelin')).toEqual(['001-login']);
      expect(await find(tree.open(), 'airplane')).toEqual(['003-export']);
      expect(await find(tree.open(), 'narwhal')).toEqual([]);
      const text = document('Login', 'People sign in.').replace(
        'tags:',
        'reviewer: kim\nteam: [walrus]\ntags:',
      );
      tree.write('specs/001-login/README.md', text);
      expect(await find(index, 'kim')).toEqual(['001-login']);
      expect(await find(tree.open(), 'walrus')).toEqual(['001-login']);
    });

    it('computes scores from documents, so that further files do not change the scores of other specs', async () => {
      const tree = plant();
      tree.write('specs/001-a/README.md', document('A', 'A zeppelin and a zeppelin over the lake.'));
      tree.write('specs/002-b/README.md', document('B', 'A zeppelin over the lake and the town.'));
      tree.write('specs/003-c/README.md', document('C', 'A lake with fish in the evening sun.'));
      const score = async () => {
        const { hits } = await tree
          .open()
          .search({ query: parseQuery('zeppelin lake'), limit: 1, archived: true });
        return hits[0]?.shares.words;
      };
      expect(await find(tree.open(), 'zeppelin lake')).toEqual(['001-a', '002-b']);
      const before = await score();
      tree.write('specs/003-c/handler.ts', 'zeppelin(zeppelin, zeppelin);\n'.repeat(50));
      expect(await score()).toBe(before);
      expect(await find(tree.open(), 'zeppelin lake')).toEqual(['001-a', '002-b', '003-c']);
    });

    it('notices every change since the last search, in the same and in a new index', async () => {
      const tree = three();
      const index = tree.open();
      expect(await find(index, 'zeppelin')).toEqual([]);
      tree.write('specs/002-charts/README.md', document('Charts', 'A zeppelin.'));
      expect(await find(index, 'zeppelin')).toEqual(['002-charts']);
      expect(await find(tree.open(), 'burndown')).toEqual([]);
      tree.write('specs/004-new/README.md', document('New', 'Another zeppelin.'));
      expect((await find(tree.open(), 'zeppelin')).sort()).toEqual(['002-charts', '004-new']);
      tree.remove('specs/002-charts');
      expect(await find(tree.open(), 'zeppelin')).toEqual(['004-new']);
    });

    it('returns specs of the same score in the order of their folders, whatever was indexed first', async () => {
      const tree = plant();
      const names = ['001-a', '002-b', '003-c', '004-d', '005-e'];
      const write = (ref: string, text: string) =>
        tree.write(`specs/${ref}/README.md`, document('Same', `A zeppelin ${text}.`));
      for (const ref of names) write(ref, 'flies');
      const index = tree.open();
      expect(await find(index, 'zeppelin')).toEqual(names);
      write('002-b', 'rises');
      expect(await find(index, 'zeppelin')).toEqual(names);
      expect(await find(index, 'status:planned')).toEqual(names);
      expect(await find(tree.open(), 'zeppelin')).toEqual(names);
    });

    it('notices a change that keeps the size of a file', async () => {
      const tree = three();
      expect(await find(tree.open(), 'password')).toEqual(['001-login']);
      tree.write('specs/001-login/README.md', document('Login', 'People sign in with a passport.', '[auth]'));
      expect(await find(tree.open(), 'passport')).toEqual(['001-login']);
    });

    it('also finds a broken spec', async () => {
      const tree = three();
      tree.write('specs/005-broken/README.md', '---\nstatus: [\n---\n\n# Broken\n\nA zeppelin.\n');
      const { hits } = await tree.open().search({ query: parseQuery('zeppelin'), limit: 5, archived: true });
      expect(hits.map(({ spec }) => [spec.ref, spec.broken])).toEqual([['005-broken', true]]);
    });

    it('counts all accepted specs, and returns no more than the limit', async () => {
      const answer = await three()
        .open()
        .search({
          query: parseQuery('login charts export'),
          limit: 1,
          archived: false,
          accepts: ({ ref }) => ref !== '001-login',
        });
      expect(answer.total).toBe(2);
      expect(answer.hits).toHaveLength(1);
    });

    it('handles phrases, required words, excluded words and numbers', async () => {
      const index = three().open();
      expect(await find(index, '"sign in"')).toEqual(['001-login']);
      expect(await find(index, '"draw a burndown"')).toEqual(['002-charts']);
      expect(await find(index, '"burndown draw"')).toEqual([]);
      // A phrase cannot begin in the title and end in the text.
      expect(await find(index, '"charts draw"')).toEqual([]);
      expect(await find(index, 'login charts -password')).toEqual(['002-charts']);
      expect(await find(index, 'login +burndown')).toEqual(['002-charts']);
      expect((await find(index, '-password')).sort()).toEqual(['002-charts', '003-export']);
      expect(await find(index, '3 -spreadsheet')).toEqual([]);
      expect((await find(index, '3'))[0]).toBe('003-export');
    });

    it('reports which unknown word of the query it replaced', async () => {
      const { corrections, hits } = await three()
        .open()
        .search({ query: parseQuery('burndwon'), limit: 5, archived: true });
      expect(corrections).toEqual([{ from: 'burndwon', to: 'burndown' }]);
      expect(hits[0]?.spec.ref).toBe('002-charts');
    });
  });
}
