import { expect, it } from '@jest/globals';
import { ProgressLine } from '../../../src/adapters/cli/layout/progressLine.js';
import type { WorkProgress } from '../../../src/ports/importSource.js';
import { MemoryProject } from '../../support/memoryProject.js';

it('ProgressLine prints nothing for short work, then overwrites its line at intervals and clears it at the end', () => {
  let now = 0;
  const written: string[] = [];
  const line = new ProgressLine(
    (text) => written.push(text),
    30,
    () => now,
  );
  line.tell({ work: 'reading documents', done: 1 });
  line.clear();
  expect(written).toEqual([]);
  now = 800;
  line.tell({ work: 'reading documents', done: 1234 });
  now = 850;
  line.tell({ work: 'reading documents', done: 1300 });
  now = 870;
  line.tell({ work: 'writing', done: 1, total: 3000 });
  line.clear();
  expect(written).toEqual([
    '\rReading documents: 1,234 \u2026\u001B[K',
    '\rWriting: 0 % (1 of 3,000)\u001B[K',
    '\r\u001B[K',
  ]);
});

it('`import` reports its progress to the progress port and prints no progress to a pipe', async () => {
  const told: WorkProgress[] = [];
  const project = new MemoryProject({ progress: { tell: (progress) => told.push(progress) } });
  for (const n of ['0001', '0002', '0003']) project.files.write(`adr/${n}-x.md`, '# X\n\nStatus: accepted\n');
  const { stderr } = await project.run(['import', 'adr', '--apply']);
  expect(stderr).toBe('');
  const works = [...new Set(told.map(({ work }) => work))];
  expect(works).toEqual(['reading documents', 'reading their past', 'comparing documents', 'writing']);
  const writing = told.filter(({ work }) => work === 'writing');
  expect(writing.map(({ done }) => done)).toEqual(writing.map((_, i) => i));
  expect(new Set(writing.map(({ total }) => total))).toEqual(new Set([writing.length]));
});
