import { beforeAll, describe, expect, it } from '@jest/globals';
import { FixedClock } from '../../src/adapters/memory/testDoubles.js';
import type { Spectool } from '../../src/application/spectool.js';
import type { FileSystem } from '../../src/ports/fileSystem.js';
import { FaultyFileSystem } from '../support/faultyFileSystem.js';
import { ScratchProject } from '../support/scratchProject.js';
import { onDisk, spectoolOver as withoutGit } from '../support/spectoolOnDisk.js';
import { isRejected } from '../support/thrownError.js';

const spectoolOver = (fileSystem: FileSystem) => withoutGit(fileSystem, { clock: new FixedClock() });

const COMMANDS: Readonly<Record<string, (spectool: Spectool) => Promise<unknown>>> = {
  create: (spectool) => spectool.createSpec.execute({ name: 'fresh', dependsOn: ['a'] }),
  'update of many fields': (spectool) =>
    spectool.updateSpec.execute({
      spec: 'a',
      status: 'in-progress',
      priority: 'high',
      addTags: ['x'],
      title: 'Another',
    }),
  'update of a spec without a log': (spectool) =>
    spectool.updateSpec.execute({ spec: 'old', status: 'in-progress' }),
  'archive of two': (spectool) => spectool.archiveSpecs.execute({ specs: ['a', 'b'] }),
  'archive of one that three documents link to': (spectool) =>
    spectool.archiveSpecs.execute({ specs: ['a'] }),
  renumber: (spectool) => spectool.renumberSpec.execute({ spec: 'a', to: 20 }),
  delete: (spectool) => spectool.deleteSpec.execute({ spec: 'b', reason: 'made twice', force: true }),
  undo: (spectool) => spectool.undoChange.execute(),
  'config set': (spectool) =>
    spectool.setSetting.execute({ key: 'frontmatter.custom.team', values: ['string'] }),
  'config unset': (spectool) => spectool.unsetSetting.execute({ key: 'frontmatter.custom.owner' }),
};

let project: ScratchProject;

beforeAll(async () => {
  project = ScratchProject.initialised({ frontmatter: { custom: { owner: 'string' } } });
  const spectool = spectoolOver(onDisk(project.root));
  await spectool.createSpec.execute({ name: 'a' });
  await spectool.createSpec.execute({
    name: 'b',
    dependsOn: ['a'],
    body: '# B\n\n[a](../001-a/README.md)\n',
  });
  await spectool.createSpec.execute({ name: 'c' });
  project.write('specs/002-b/DESIGN.md', '# Design\n\n[a](../001-a/README.md)\n');
  project.write(
    'specs/003-c/README.md',
    project.read('specs/003-c/README.md') + '\n[a](../001-a/README.md)\n',
  );
  project.write('specs/009-old/README.md', '---\nstatus: planned\ncreated: 2025-01-01\n---\n\n# Old\n');
  await spectool.renumberSpec.execute({ spec: 'a', to: 7 });
});

/** Returns everything that a user sees: all documents, and the events of the log without random ids. */
async function seen(scratch: ScratchProject): Promise<unknown> {
  const { events } = await spectoolOver(onDisk(scratch.root)).showHistory.execute();
  const documents = [...scratch.files()].filter(([path]) =>
    /^(?:specs\/|\.spectool\/(?:trash\/|config))/.test(path),
  );
  return {
    documents: documents.map(([path, text]) => [path, text.replace(/^id: .*$/m, 'id: *')]),
    facts: events
      .map(({ type, data }) => JSON.stringify([type, data]).replace(/"(id|undone)":"[^"]*"/g, '"$1":"*"'))
      .sort(),
  };
}

/** Runs the next command of another actor, which finds and repairs the change that was interrupted. */
async function nextCommand(scratch: ScratchProject): Promise<unknown> {
  const { updateSpec } = spectoolOver(onDisk(scratch.root));
  await updateSpec.execute({ spec: 'c', assignee: 'kim' });
  // A document that is behind the log is updated only when a command writes it, so a command changes each of these specs.
  for (const spec of ['a', 'old']) await updateSpec.execute({ spec, reviewer: 'lee' });
  return seen(scratch);
}

describe.each(Object.entries(COMMANDS))('the command "%s"', (_name, command) => {
  let changes: number;
  let before: unknown;
  let after: unknown;

  beforeAll(async () => {
    const [old, done] = [project.copy(), project.copy()];
    const counting = new FaultyFileSystem(onDisk(done.root));
    await command(spectoolOver(counting));
    ({ changes } = counting);
    before = await nextCommand(old);
    after = await nextCommand(done);
    for (const scratch of [old, done]) scratch.remove();
  });

  it('killed at any of its writes leaves either the complete old state or the complete new state', async () => {
    expect(changes).toBeGreaterThan(4);
    const found = new Set<string>();
    for (let at = 1; at <= changes; at++) {
      const scratch = project.copy();
      const dying = new FaultyFileSystem(onDisk(scratch.root), { at, dies: true });
      await command(spectoolOver(dying)).catch(() => undefined);
      const state = await nextCommand(scratch);
      const isNew = JSON.stringify(state) === JSON.stringify(after);
      found.add(isNew ? 'new' : 'old');
      if (!isNew) expect({ at, state }).toEqual({ at, state: before });
      scratch.remove();
    }
    expect([...found].sort()).toEqual(['new', 'old']);
  });

  it('changes nothing when any of its writes fails', async () => {
    for (let at = 1; at <= changes; at++) {
      const scratch = project.copy();
      const full = new FaultyFileSystem(onDisk(scratch.root), { at });
      const refused = await isRejected(command(spectoolOver(full)));
      if (refused) expect({ at, files: scratch.files() }).toEqual({ at, files: project.files() });
      scratch.remove();
    }
  });
});

it('an archive command that was killed is completed by a second run, with all links updated', async () => {
  const archive =
    COMMANDS['archive of one that three documents link to'] ?? (() => Promise.reject(new Error()));
  const linking = ['specs/002-b/README.md', 'specs/002-b/DESIGN.md', 'specs/003-c/README.md'];
  const count = (scratch: ScratchProject, link: string) =>
    linking.filter((path) => scratch.read(path).includes(link)).length;
  expect(count(project, '](../007-a/README.md)')).toBe(3);
  for (let at = 1; ; at += 1) {
    const scratch = project.copy();
    const dying = new FaultyFileSystem(onDisk(scratch.root), { at, dies: true });
    await archive(spectoolOver(dying)).catch(() => undefined);
    const isOver = dying.changes < at;
    await archive(spectoolOver(onDisk(scratch.root)));
    expect({ at, links: count(scratch, '](../archived/007-a/README.md)') }).toEqual({ at, links: 3 });
    scratch.remove();
    if (isOver) break;
  }
});
