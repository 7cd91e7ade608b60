import { expect, it } from '@jest/globals';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run, runAll } from '../support/runProgram.js';
import { ScratchProject } from '../support/scratchProject.js';

const TICKS = 60;
const FILE = 'specs/001-a/README.md';

it('`check` in four processes at once records each tick once, and loses few lines that are appended meanwhile', async () => {
  const scratch = ScratchProject.initialised();
  const boxes = Array.from({ length: TICKS }, (_, i) => `- [ ] Criterion ${String(i + 1)}`).join('\n');
  scratch.write(
    FILE,
    `---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# A\n\n## Success Criteria\n\n${boxes}\n\n## Log\n\n`,
  );
  run(scratch.root, ['update', '1', '--status', 'in-progress']);
  const lines: string[] = [];
  let isOver = false;
  const hand = async (name: string) => {
    for (let i = 0; !isOver; i++) {
      const line = `${name} ${String(i)}`;
      appendFileSync(join(scratch.root, FILE), `${line}\n`);
      lines.push(line);
      await pause(20);
    }
  };
  const worker = async (first: number) => {
    for (let n = first; n <= TICKS; n += 4) {
      const ran = await runAll(scratch.root, [['check', '1', String(n), '--test', `test ${String(n)}`]]);
      expect(ran).toMatchObject([{ status: 0 }]);
    }
  };
  const hands = [hand('first'), hand('second')];
  await Promise.all([1, 2, 3, 4].map(worker)).finally(() => (isOver = true));
  await Promise.all(hands);
  run(scratch.root, ['update', '1', '--priority', 'high']);
  const written = readFileSync(join(scratch.root, FILE), 'utf8').split('\n');
  expect(written.filter((line) => line.startsWith('- [x] Criterion'))).toHaveLength(TICKS);
  const times = lines.map((line) => written.filter((one) => one === line).length);
  expect(times.filter((count) => count > 1)).toEqual([]);
  // Lines that are appended while the file is being replaced are lost (see docs/adr/0008).
  expect(times.filter((count) => count === 0).length).toBeLessThan(lines.length / 20);
  const { events } = JSON.parse(run(scratch.root, ['history', '1', '--json', '--limit', '10000']).stdout) as {
    events: { type: string; data: { text: string } }[];
  };
  const ticked = events.filter(({ type }) => type === 'CriterionChecked').map(({ data }) => data.text);
  expect(new Set(ticked).size).toBe(TICKS);
  expect(ticked).toHaveLength(TICKS);
});
