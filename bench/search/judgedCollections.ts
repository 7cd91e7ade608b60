import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { titleOf } from '../../src/domain/document/sections/headings.js';
import { splitDocument } from '../../src/domain/document/frontmatter/parseSimpleFrontmatter.js';
import { type FieldTexts, fieldTextsOf, type SpecTexts } from '../../src/domain/search/searchedTexts.js';

export interface JudgedQuery {
  readonly id: string;
  readonly text: string;
  /** Relevance grades of documents for the query, by document: 1 is relevant, higher is better. */
  readonly relevant: ReadonlyMap<string, number>;
}

export interface JudgedDocument {
  readonly key: string;
  readonly texts: FieldTexts;
}

export interface JudgedCollection {
  readonly name: string;
  readonly documents: readonly JudgedDocument[];
  readonly queries: readonly JudgedQuery[];
}

const lines = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

/** Reads a public test collection under `data/ir`: documents, queries and relevance judgements. */
export function publicCollection(data: string, name: string): JudgedCollection {
  const folder = join(data, 'ir', name);
  const relevant = new Map<string, Map<string, number>>();
  for (const line of lines(join(folder, 'qrels.tsv'))) {
    const [query = '', document = '', grade = '1'] = line.split('\t');
    const judged = relevant.get(query) ?? new Map<string, number>();
    if (Number(grade) > 0) relevant.set(query, judged.set(document, Number(grade)));
  }
  return {
    name,
    documents: lines(join(folder, 'docs.jsonl')).map((line) => {
      const { id, title, text } = JSON.parse(line) as { id: string; title: string; text: string };
      return documentOf(id, { title, name: '', tags: [], body: text, files: [] });
    }),
    queries: lines(join(folder, 'queries.jsonl')).flatMap((line) => {
      const { id, text } = JSON.parse(line) as { id: string; text: string };
      const judged = relevant.get(id);
      return judged === undefined ? [] : [{ id, text, relevant: judged }];
    }),
  };
}

/** Reads real specs, and questions that use other words than the specs. */
export function paraphrases(data: string): JudgedCollection {
  const { queries } = JSON.parse(readFileSync(join(data, 'paraphrase', 'specs-305.json'), 'utf8')) as {
    queries: { id: string; query: string; relevant: string[] }[];
  };
  const specs = join(data, 'specs-305');
  return {
    name: 'specs',
    documents: readdirSync(specs, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name: ref }) => documentOf(ref, specTexts(join(specs, ref), ref))),
    queries: queries.map(({ id, query, relevant }) => ({
      id,
      text: query,
      relevant: new Map(relevant.map((ref) => [ref, 1])),
    })),
  };
}

interface DesignSet {
  readonly name: string;
  /** Repository of the documents, `owner/name` on GitHub. */
  readonly repository: string;
  readonly commit: string;
  /** Pattern for the paths of the documents. */
  readonly documents: string;
  readonly questions: readonly { readonly text: string; readonly relevant: readonly string[] }[];
}

/**
 * Reads design documents of public repositories that are checked out as `data/designs/NAME`, and questions about them. The
 * questions were written before any search.
 */
export function designs(data: string): readonly JudgedCollection[] {
  const sets = JSON.parse(readFileSync('bench/search/designs.json', 'utf8')) as readonly DesignSet[];
  return sets
    .filter(({ name }) => existsSync(join(data, 'designs', name)))
    .map(({ name, documents, questions }) => {
      const folder = join(data, 'designs', name);
      const wanted = new RegExp(documents);
      return {
        name,
        documents: readdirSync(folder, { recursive: true, encoding: 'utf8' })
          .filter((path) => wanted.test(path))
          .sort()
          .map((path) => documentOf(path, designTexts(join(folder, path)))),
        queries: questions.map(({ text, relevant }, i) => ({
          id: String(i + 1),
          text,
          relevant: new Map(relevant.map((path) => [path, 1])),
        })),
      };
    });
}

function designTexts(path: string): SpecTexts {
  const text = readFileSync(path, 'utf8');
  const { bodyStart } = splitDocument(text);
  const file = basename(path, '.md');
  const name = (file === 'README' ? basename(dirname(path)) : file).replace(/^\d+-/, '');
  return {
    title: titleOf({ text, bodyStart }, name),
    name,
    tags: [],
    body: text.slice(bodyStart),
    files: [],
  };
}

function documentOf(key: string, texts: SpecTexts): JudgedDocument {
  return { key, texts: fieldTextsOf(texts) };
}

function specTexts(folder: string, ref: string): SpecTexts {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const text = files.includes('README.md') ? read('README.md') : '';
  const { bodyStart } = splitDocument(text);
  const name = ref.replace(/^\d+-/, '');
  return {
    title: titleOf({ text, bodyStart }, name),
    name,
    tags: [...text.slice(0, bodyStart).matchAll(/^ *- +['"]?([\w.-]+)['"]?$/gm)].map(([, tag]) => tag ?? ''),
    body: text.slice(bodyStart),
    files: files.filter((file) => file !== 'README.md').map(read),
  };
}
