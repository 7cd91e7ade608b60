import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { FixedClock } from '../../src/adapters/memory/testDoubles.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** Returns a folder with a `.git` folder inside, in which spectool caches what prime showed to each actor. */
function repository(): string {
  const root = temporaryFolder();
  for (const folder of ['objects', 'refs']) mkdirSync(join(root, '.git', folder), { recursive: true });
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n');
  return root;
}

it("prime lists changes that a merge brings once, even if they are older than the actor's last change", async () => {
  const root = repository();
  const at = (now: string, actor: string) =>
    createSpectool({ cwd: root, actor, ports: { clock: new FixedClock(`2026-01-05T${now}:00.000Z`) } });
  const news = async (now: string) =>
    (await at(now, 'ada').primeProject.execute()).changes.shown.map(({ sequence, by }) => [sequence, by]);
  await at('10:00', 'ada').initProject.execute({ agentTools: 'none' });
  for (const name of ['one', 'two']) await at('10:00', 'ada').createSpec.execute({ name });
  expect(await news('10:10')).toEqual([]);
  // Simulates another branch: kim's record arrives with a time before the last record of ada.
  await at('10:20', 'kim').addNote.execute({ spec: '2', text: 'done there' });
  await at('10:30', 'ada').addNote.execute({ spec: '1', text: 'done here' });
  expect(await news('10:40')).toEqual([[2, ['kim']]]);
  expect(await news('10:50')).toEqual([]);
  await at('11:00', 'kim').createSpec.execute({ name: 'three' });
  await at('11:10', 'ada').addNote.execute({ spec: '1', text: 'more' });
  expect(await news('11:20')).toEqual([[3, ['kim']]]);
});

it('prime remembers separately what it showed to each actor, whatever characters a name has', async () => {
  const root = repository();
  const names = ['ada', '../../../ada', 'a/b', 'CON', '日本', 'x'.repeat(300)];
  const as = (actor: string, now: string) =>
    createSpectool({ cwd: root, actor, ports: { clock: new FixedClock(`2026-01-05T${now}:00.000Z`) } });
  await as('ada', '10:00').initProject.execute({ agentTools: 'none' });
  await as('kim', '10:00').createSpec.execute({ name: 'one' });
  for (const name of names) {
    await as(name, '10:10').primeProject.execute();
    await as(name, '10:30').createSpec.execute({ name: `by-${String(names.indexOf(name))}` });
  }
  await as('kim', '10:20').addNote.execute({ spec: '1', text: 'x' });
  for (const name of names) {
    const { changes } = await as(name, '10:40').primeProject.execute();
    expect(changes.shown.map(({ sequence }) => sequence)).toContain(1);
  }
});

it('prime finds the newest change of an actor in a log to which many wrote', async () => {
  const root = repository();
  const as = (actor: string, now: string) =>
    createSpectool({ cwd: root, actor, ports: { clock: new FixedClock(`2026-01-05T${now}:00.000Z`) } });
  await as('ada', '10:00').initProject.execute({ agentTools: 'none' });
  for (const name of ['one', 'two']) await as('ada', '10:00').createSpec.execute({ name });
  for (let i = 10; i < 20; i++)
    await as(`kim-${String(i)}`, `10:${String(i)}`).addNote.execute({ spec: '1', text: 'x' });
  for (const actor of ['kim-10', 'kim-19', 'kim-10']) {
    const { since } = await as(actor, '11:00').primeProject.execute();
    expect(since).toEqual({ at: `2026-01-05T10:${actor.slice(4)}:00.000Z`, from: 'own' });
  }
});
