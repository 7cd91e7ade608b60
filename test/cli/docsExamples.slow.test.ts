import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from '@jest/globals';
import { documentedCommands } from '../support/documentedCommands.js';
import { expectPage } from '../support/docsPageRunner.js';

const ROOT = join(import.meta.dirname, '../..');
/** The page that docsExamples.test.ts tests instead, because its examples do not build on each other. */
const REFERENCE = 'reference.md';

const pages = readdirSync(join(ROOT, 'docs'))
  .filter((name) => name.endsWith('.md') && name !== REFERENCE)
  .map((name) => `docs/${name}`)
  .filter((page) => documentedCommands(join(ROOT, page)).length > 0);

it.each(pages)('the commands in %s of docs print the output that the page shows', (page) => {
  expectPage(page);
});
