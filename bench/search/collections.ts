import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchableFields } from '../../src/domain/search/documentTerms.js';

export interface JudgedQuery {
  readonly id: string;
  readonly text: string;
  readonly relevant: ReadonlySet<string>;
}

export interface JudgedCollection {
  readonly name: string;
  readonly documents: readonly (readonly [key: string, fields: SearchableFields])[];
  readonly queries: readonly JudgedQuery[];
}

const lines = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

/** The public collections under `data/ir`, each with documents, queries and judgements. */
export function publicCollection(data: string, name: string): JudgedCollection {
  const folder = join(data, 'ir', name);
  const relevant = new Map<string, Set<string>>();
  for (const line of lines(join(folder, 'qrels.tsv'))) {
    const [query = '', document = '', grade = '1'] = line.split('\t');
    if (Number(grade) > 0) relevant.set(query, (relevant.get(query) ?? new Set()).add(document));
  }
  return {
    name,
    documents: lines(join(folder, 'docs.jsonl')).map((line) => {
      const { id, title, text } = JSON.parse(line) as { id: string; title: string; text: string };
      return [id, { title, name: '', tags: [], texts: [text] }] as const;
    }),
    queries: lines(join(folder, 'queries.jsonl')).flatMap((line) => {
      const { id, text } = JSON.parse(line) as { id: string; text: string };
      const found = relevant.get(id);
      return found === undefined ? [] : [{ id, text, relevant: found }];
    }),
  };
}

/** Real specs with questions put in other words than theirs. */
export function paraphrases(data: string): JudgedCollection {
  const { queries } = JSON.parse(readFileSync(join(data, 'paraphrase', 'specs-305.json'), 'utf8')) as {
    queries: { id: string; query: string; relevant: string[] }[];
  };
  const specs = join(data, 'specs-305');
  return {
    name: 'specs',
    documents: readdirSync(specs).flatMap((ref) => {
      const file = join(specs, ref, 'README.md');
      if (!existsSync(file)) return [];
      const text = readFileSync(file, 'utf8');
      const [, front = '', body = text] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
      const title = /^# +(.*)$/m.exec(body)?.[1] ?? ref;
      const tags = [...front.matchAll(/^ +- +([\w-]+)$/gm)].map((match) => match[1] ?? '');
      return [[ref, { title, name: ref.replace(/^\d+-/, ''), tags, texts: [body] }] as const];
    }),
    queries: queries.map(({ id, query, relevant }) => ({ id, text: query, relevant: new Set(relevant) })),
  };
}
