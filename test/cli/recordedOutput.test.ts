import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { MemoryProject } from '../support/memoryProject.js';
import { realDocuments } from '../support/realDocuments.js';

/** Expected output, which new features must not change by default. `SPECTOOL_WRITE_QUIET=1` rewrites the file. */
const FILE = join(import.meta.dirname, 'recordedOutput.txt');
const MARK = '305 real specs: ';

async function project(): Promise<MemoryProject> {
  const made = new MemoryProject();
  made.files.remove('.spectool/templates/spec-template.md');
  await made.run(['init', '-y']);
  return made;
}

async function printed(made: MemoryProject): Promise<string> {
  const texts: string[] = [];
  for (const command of ['list', 'board', 'validate', 'prime']) {
    const { stdout, stderr } = await made.run([command]);
    texts.push(`$ spectool ${command}\n${stdout}${stderr}`.replace(/ +$/gm, ''));
  }
  // Replaces times, because they depend on the time zone.
  return texts.join('\n').replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'DAY TIME');
}

it('`list`, `board`, `validate` and `prime` print the output in recordedOutput.txt for a small project', async () => {
  const made = await project();
  for (const words of [
    ['create', 'user-login', '--priority', 'high', '--tags', 'auth'],
    ['create', 'csv-export', '--depends-on', '1'],
    ['create', 'audit-log'],
    ['update', '1', '--status', 'in-progress'],
  ])
    await made.run(words);
  const text = await printed(made);
  const [, kept = ''] = /^(305 real specs: .*\n)/m.exec(readFileSync(FILE, 'utf8')) ?? [];
  if (process.env['SPECTOOL_WRITE_QUIET'] === '1') writeFileSync(FILE, `${kept}${text}`);
  expect(readFileSync(FILE, 'utf8').replace(kept, '')).toBe(text);
});

const real = realDocuments();

(real.length > 0 ? it : it.skip)(
  '`list`, `board`, `validate` and `prime` print the output whose hash was recorded for 305 real specs',
  async () => {
    const made = await project();
    for (const { name, text } of real) made.files.write(`specs/${name}`, text);
    const text = await printed(made);
    const line = `${MARK}${createHash('sha256').update(text).digest('hex')}\n`;
    if (process.env['SPECTOOL_WRITE_QUIET'] === '1') {
      const rest = readFileSync(FILE, 'utf8').replace(/^305 real specs: .*\n/, '');
      writeFileSync(FILE, line + rest);
    }
    // Only a hash of the output is recorded, because these documents may not be copied into the repository.
    expect(readFileSync(FILE, 'utf8').startsWith(line)).toBe(true);
  },
);
