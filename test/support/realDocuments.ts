import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DATA =
  process.env['SPECTOOL_TEST_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const SPECS = join(DATA, 'specs-305');

export interface RealDocument {
  readonly name: string;
  readonly text: string;
}

/** Returns the Markdown files in the specs folder of a real project, or none if these test data are not present. */
export function realDocuments(): readonly RealDocument[] {
  if (!existsSync(SPECS)) return [];
  return readdirSync(SPECS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(SPECS, name), 'utf8') }));
}
