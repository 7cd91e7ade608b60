import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../..');

/** Returns the words in the left column of the last table of docs/glossary.md, which messages must not use. */
function avoidedWords(): readonly string[] {
  const [, table = ''] = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').split(
    '## Words that messages avoid',
  );
  return [...table.matchAll(/^\| ([^|]+) \|/gm)]
    .flatMap(([, cell = '']) => cell.split(',').map((word) => word.trim()))
    .filter((word) => word !== 'avoid' && word !== '');
}

/** Returns the strings of a source file that have four words or more, without the `${…}` parts of templates. */
function sentencesIn(path: string, text: string): readonly string[] {
  const sentences: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) sentences.push(node.text);
    if (ts.isTemplateExpression(node))
      sentences.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' … '));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return sentences.filter((sentence) => (sentence.match(/[a-z]{2,}/gi)?.length ?? 0) >= 4);
}

function avoidedIn(sentence: string, words: readonly string[]): readonly string[] {
  return words.filter((word) => new RegExp(`\\b${word}\\b`, 'i').test(sentence));
}

it('messages use no word from the list of avoided words in docs/glossary.md', () => {
  const words = avoidedWords();
  expect(words.length).toBeGreaterThan(10);
  const found = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    // Tables of words are data for the search, not messages.
    .filter((path) => path.endsWith('.ts') && !/(?:relatedWords|word)Table\.ts$|lunrAnalysis\.ts$/.test(path))
    .flatMap((path) =>
      sentencesIn(path, readFileSync(join(ROOT, 'src', path), 'utf8')).flatMap((sentence) =>
        avoidedIn(sentence, words).map((word) => `${path}: "${word}" in "${sentence}"`),
      ),
    );
  expect(found).toEqual([]);
});

it('the search for avoided words in messages finds one in a test message', () => {
  expect(avoidedIn('Nobody was told of the change.', avoidedWords())).toEqual(['told', 'nobody']);
});
