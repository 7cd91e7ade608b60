import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FixedActor, MemoryProjectLock } from '../../src/adapters/memory/testDoubles.js';
import { NodeFileSystem } from '../../src/adapters/storage/files/nodeFileSystem.js';
import { createSpectool } from '../../src/composition/createSpectool.js';
import { ASSISTANTS } from '../../src/domain/project/assistants.js';
import type { FileSystem } from '../../src/ports/fileSystem.js';
import { createTestSpectool } from '../../src/composition/testing.js';
import { FaultyFileSystem } from '../support/faultyFileSystem.js';
import { GIT_ENV, GitSandbox } from '../support/gitSandbox.js';
import { expectRefusalOf, isRejected } from '../support/thrownError.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { gitRepository, type Repository, repositoryPorts } from '../support/gitRepositoryPorts.js';

const SETTINGS = '.claude/settings.json';
const HOOK = '.git/hooks/pre-commit';
const AFTER = '.git/hooks/post-commit';
const MESSAGE = '.git/hooks/commit-msg';
const GIVEN = { agentTools: 'claude', hooks: true } as const;
const HOOKED = ASSISTANTS.filter(({ sessionHook }) => sessionHook !== undefined);
let sandbox: GitSandbox;

beforeEach(() => {
  sandbox = new GitSandbox();
});
const disk = (root = sandbox.root) => new NodeFileSystem(root, { staging: '.spectool/tmp' });
function init(
  request: Parameters<ReturnType<typeof createSpectool>['initProject']['execute']>[0],
  ports: { root?: string; fileSystem?: FileSystem; repository?: Repository } = {},
) {
  const { root = sandbox.root, fileSystem = disk(root), repository = gitRepository(root, GIT_ENV) } = ports;
  const own = {
    fileSystem,
    ...repositoryPorts(repository),
    actors: new FixedActor(),
    lock: new MemoryProjectLock(),
  };
  return createSpectool({ ports: own }).initProject.execute(request);
}
const read = (path: string) => readFileSync(join(sandbox.root, path), 'utf8');
const there = (path: string) => existsSync(join(sandbox.root, path));

describe('init', () => {
  it('writes no hook by default', async () => {
    sandbox.write(SETTINGS, '{}\n');
    await init({ agentTools: 'claude,gemini,cursor,codex' });
    expect([read(SETTINGS), there(HOOK), there('.gemini'), there('.cursor')]).toEqual([
      '{}\n',
      false,
      false,
      false,
    ]);
  });

  it('finds what a clone lacks, once a day, until it is set up or declined', async () => {
    await init({ agentTools: 'none' });
    const gaps = async (now: string) => {
      const clock = { now: () => now, today: () => now.slice(0, 10) };
      const ports = { fileSystem: disk(), ...repositoryPorts(gitRepository(sandbox.root, GIT_ENV)), clock };
      return (await createSpectool({ ports }).findSetupGaps.execute({})).missing;
    };
    expect(await gaps('2026-01-01T08:00:00Z')).toEqual(['the git hooks', 'the merge driver']);
    expect(await gaps('2026-01-01T22:00:00Z')).toEqual([]);
    expect(await gaps('2026-01-02T08:00:00Z')).toHaveLength(2);
    await init({ hooks: false });
    expect(await gaps('2026-01-03T08:00:00Z')).toEqual([]);
    await init({ agentTools: 'none', hooks: true, mergeDriver: 'x' });
    expect(await gaps('2026-01-04T08:00:00Z')).toEqual([]);
    rmSync(join(sandbox.root, HOOK));
    expect(await gaps('2026-01-05T08:00:00Z')).toEqual(['the git hooks']);
  });

  it('--hooks writes a session hook for every chosen assistant, and a pre-commit hook', async () => {
    const { created } = await init({ agentTools: HOOKED.map(({ name }) => name).join(','), hooks: true });
    const files = HOOKED.flatMap(({ sessionHook }) => sessionHook?.file ?? []);
    expect(created).toEqual(expect.arrayContaining([...files, HOOK]));
    for (const file of files) expect(JSON.stringify(JSON.parse(read(file)))).toContain('spectool prime');
    expect(statSync(join(sandbox.root, HOOK)).mode & 0o111).not.toBe(0);
    expect(read('.cursor/hooks.json')).toContain('"version": 1');
  });

  it('--hooks changes nothing the second time, and init without the flag removes the hooks', async () => {
    sandbox.write('.gemini/settings.json', '{"theme": "dark"}');
    const asked = { agentTools: 'claude,gemini,cursor,codex', hooks: true };
    await init(asked);
    const [gemini, hook] = [read('.gemini/settings.json'), read(HOOK)];
    const again = await init(asked);
    expect([again.created, again.updated, again.removed, again.warnings]).toEqual([[], [], undefined, []]);
    expect([read('.gemini/settings.json'), read(HOOK)]).toEqual([gemini, hook]);
    const away = await init({ hooks: false });
    expect([...(away.removed ?? [])].sort()).toEqual([
      '.claude/settings.json',
      '.codex/hooks.json',
      '.cursor/hooks.json',
      MESSAGE,
      AFTER,
      HOOK,
    ]);
    expect([read('.gemini/settings.json'), there(HOOK), there('.claude')]).toEqual([
      '{"theme": "dark"}',
      false,
      false,
    ]);
    await init(GIVEN);
    sandbox.git('add', '-A');
    sandbox.git('commit', '-qnm', 'hooks of the team');
    const none = await init({ hooks: false, mergeDriver: '' });
    expect([none.removed, none.kept, none.updated]).toEqual([
      [HOOK, MESSAGE, AFTER],
      expect.arrayContaining([SETTINGS]),
      [],
    ]);
  });

  it('--hooks detects the assistants used in the project, unless assistants are named', async () => {
    sandbox.write('.cursor/rules/a.mdc');
    expect((await init({ hooks: true })).created).toContain('.cursor/hooks.json');
    const { created, warnings } = await init({ agentTools: 'alpha', hooks: true });
    expect([created.filter((path) => path.endsWith('.json')), warnings.map(({ code }) => code)]).toEqual([
      [],
      ['HOOK_LEFT_OUT'],
    ]);
  });

  it('--hooks keeps settings of an assistant byte for byte, apart from its own hook', async () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(1, true, null, 'text', '"{['),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'hooks', 'SessionStart'), tie('any'), { maxKeys: 3 }),
      ),
    })).any;
    const group = fc.record({
      matcher: fc.string(),
      hooks: fc.array(fc.record({ command: fc.string() }), { minLength: 1, maxLength: 2 }),
    });
    const given = fc.record(
      {
        before: value,
        hooks: fc.record(
          { Stop: value, SessionStart: fc.array(group, { minLength: 1, maxLength: 2 }) },
          { requiredKeys: ['SessionStart'] },
        ),
        after: value,
      },
      { requiredKeys: [] },
    );
    const layout = fc.constantFrom(undefined, 2, 4, '\t');
    await fc.assert(
      fc.asyncProperty(
        given,
        layout,
        fc.boolean(),
        fc.boolean(),
        async (settings, indent, windows, marked) => {
          // Settings that were empty before may be removed together with the hook, so empty settings are not tested.
          fc.pre(Object.keys(settings).length > 0);
          const plain = JSON.stringify(settings, null, indent);
          const text = `${marked ? '\uFEFF' : ''}${windows ? plain.replaceAll('\n', '\r\n') : plain}`;
          const spectool = createTestSpectool();
          spectool.files.write(SETTINGS, text);
          await spectool.initProject.execute(GIVEN);
          const after = spectool.files.readText(SETTINGS) ?? '';
          const { hooks } = JSON.parse(after.replace('\uFEFF', '')) as {
            hooks: { SessionStart: readonly object[] };
          };
          expect(hooks.SessionStart.slice(0, -1)).toEqual(settings.hooks?.SessionStart ?? []);
          expect(JSON.stringify(hooks.SessionStart.at(-1))).toContain('spectool prime');
          expect(after.includes('\r\n')).toBe(text.includes('\r\n'));
          await spectool.initProject.execute({ hooks: false });
          expect(spectool.files.readText(SETTINGS)).toBe(text);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each<[string, (root: string) => void, string]>([
    ['not JSON', (root) => writeFileSync(join(root, SETTINGS), '{"hooks": '), 'not valid JSON'],
    ['not text', (root) => writeFileSync(join(root, SETTINGS), Buffer.from([0xff, 0xfe, 0])), 'UTF-8'],
    [
      'JSON with a repeated key',
      (root) => writeFileSync(join(root, SETTINGS), '{"hooks": {}, "hooks": {}}'),
      'appears twice',
    ],
    [
      'hooks in another format',
      (root) => writeFileSync(join(root, SETTINGS), '{"hooks": []}'),
      'is not a JSON object',
    ],
    ['a bomb', (root) => writeFileSync(join(root, SETTINGS), '['.repeat(500_000)), 'nested deeper'],
    [
      '2 MB',
      (root) => writeFileSync(join(root, SETTINGS), `{"a": "${'x'.repeat(2 << 20)}"}`),
      'larger than 1 MB',
    ],
    ['a folder', (root) => mkdirSync(join(root, SETTINGS)), 'it is a folder'],
    ['a broken link', (root) => symlinkSync('none', join(root, SETTINGS)), 'does not exist'],
    [
      'a link out of the project',
      (root) => symlinkSync(join(temporaryFolder(), 'x'), join(root, SETTINGS)),
      'outside the project',
    ],
  ])('--hooks reports settings that are %s, keeps them and does all else', async (_what, make, why) => {
    mkdirSync(join(sandbox.root, '.claude'));
    make(sandbox.root);
    const before = disk().stat(SETTINGS);
    const { warnings, created } = await init(GIVEN);
    expect(warnings.map(({ code, message }) => [code, message.includes(why)])).toEqual([['FILE_KEPT', true]]);
    expect([disk().stat(SETTINGS), created]).toEqual([before, expect.arrayContaining(['AGENTS.md', HOOK])]);
  });

  it('--hooks reports a settings folder that leads outside the project, and one that is a file', async () => {
    symlinkSync(temporaryFolder(), join(sandbox.root, '.claude'));
    sandbox.write('.gemini');
    const { warnings } = await init({ agentTools: 'claude,gemini', hooks: true });
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('outside the project'),
      expect.stringContaining('.gemini is not a folder'),
    ]);
    expect([there('.claude/settings.json'), read('.gemini')]).toEqual([false, 'x\n']);
  });

  it('--hooks adds no git hook beside that of a person, and gives the line for that hook', async () => {
    sandbox.write(HOOK, '#!/bin/sh\nexit 0\n');
    const { warnings } = await init({ agentTools: 'none', hooks: true });
    expect(warnings).toMatchObject([
      {
        code: 'HOOK_LEFT_OUT',
        hint: expect.stringMatching(/to \.git\/hooks\/pre-commit: `spectool .* && spectool .*`/),
      },
    ]);
    expect(read(HOOK)).toBe('#!/bin/sh\nexit 0\n');
    rmSync(join(sandbox.root, MESSAGE));
    sandbox.write('.husky/pre-commit', '# spectool stage-records\n');
    const again = async () => (await init({ agentTools: 'none', hooks: true })).warnings;
    expect((await again()).map(({ hint = '' }) => hint.slice(0, 40))).toEqual([
      'Add this line to .husky/pre-commit: `spe',
      'Add this line to .husky/commit-msg: `s=$',
    ]);
    sandbox.write('.husky/pre-commit', 'npx spectool stage-records && npx spectool validate\n');
    expect(await again()).toMatchObject([{ message: expect.stringContaining('commit-msg') as unknown }]);
  });

  it('--hooks works without a git repository, with a warning', async () => {
    const { warnings, created } = await init(GIVEN, { root: temporaryFolder() });
    expect([warnings.map(({ code }) => code), created]).toEqual([
      ['HOOK_LEFT_OUT'],
      expect.arrayContaining([SETTINGS]),
    ]);
  });

  it('--hooks writes all files or none, whichever write fails', async () => {
    await init({ agentTools: 'none' });
    const counting = new FaultyFileSystem(disk(sandbox.copy().root));
    await init(GIVEN, { fileSystem: counting, root: counting.root });
    expect(counting.changes).toBeGreaterThan(3);
    for (let at = 1; at <= counting.changes; at += 1) {
      const { root } = sandbox.copy();
      const fileSystem = new FaultyFileSystem(disk(root), { at });
      const isRefused = await isRejected(init(GIVEN, { root, fileSystem }));
      const made = [HOOK, SETTINGS].map((path) => existsSync(join(root, path)));
      expect({ at, made }).toEqual({ at, made: [!isRefused, !isRefused] });
    }
  });

  it.each([1, 2, 3])('--hooks restores the git configuration when its write %i fails', async (at) => {
    const settings = () => sandbox.git('config', '--local', '--list');
    sandbox.git('config', 'merge.spectool.name', 'of old');
    const before = settings();
    let count = 0;
    const repository = gitRepository(sandbox.root, GIT_ENV);
    const set = repository.writeConfig.bind(repository);
    repository.writeConfig = (key, value) => {
      if ((count += 1) === at) throw new Error('no space');
      set(key, value);
      // Each write before the failed one leaves a command for the merge driver, so git can merge even if init is killed here.
      expect(settings()).toContain(count < at ? 'merge.spectool.driver=' : '');
    };
    const refused = init({ agentTools: 'none', mergeDriver: 'x' }, { repository });
    await expect(refused).rejects.toThrow('no space');
    expect(settings().split('\n').sort()).toEqual(before.split('\n').sort());
  });

  it('--hooks does not replace a hook that another program wrote meanwhile', async () => {
    sandbox.write(HOOK, 'theirs');
    const repository = gitRepository(sandbox.root, GIT_ENV);
    for (const [text, was] of [
      ['ours', undefined],
      [undefined, 'ours'],
    ] as const)
      await expectRefusalOf(async () => repository.setHook('pre-commit', text, was), 'CHANGED_MEANWHILE');
    expect(read(HOOK)).toBe('theirs');
  });

  it('--hooks writes a hook for a project below the top of its repository, whatever its folder name is', async () => {
    const root = join(sandbox.root, "it's/a project");
    mkdirSync(root, { recursive: true });
    await init({ agentTools: 'none', hooks: true }, { root });
    expect(read(HOOK)).toContain(String.raw`cd './it'\''s/a project'`);
  });

  it('replaces and removes the hooks of an earlier version, too', async () => {
    const prime = 'if command -v spectool >/dev/null 2>&1; then spectool prime; fi';
    const other = { hooks: [{ type: 'command', command: 'make greeting' }] };
    const settings = { hooks: { SessionStart: [other, { hooks: [{ type: 'command', command: prime }] }] } };
    const hook = [
      '#!/bin/sh',
      '# Written by `spectool init --hooks`; `spectool init --no-hooks` takes it away.',
      '# No commit while specs are wrong. It looks at the files as they are, not at what is staged.',
      "cd '.' 2>/dev/null && test -f .spectool/config.json || exit 0",
      'git diff --cached --quiet && exit 0',
      'if command -v spectool >/dev/null 2>&1; then exec spectool validate; fi',
      "echo 'pre-commit: spectool is not on the PATH; specs were not checked' >&2",
      '',
    ].join('\n');
    const asEarlier = () => {
      sandbox.write(SETTINGS, JSON.stringify(settings, null, 2));
      sandbox.write(HOOK, hook);
    };
    asEarlier();
    await init({ agentTools: 'claude' });
    expect(read(HOOK)).toBe(hook);
    const { updated, created, warnings } = await init(GIVEN);
    expect([updated, created, warnings]).toEqual([[SETTINGS, HOOK], [MESSAGE, AFTER], []]);
    const now = [read(SETTINGS), read(HOOK)];
    await init(GIVEN);
    expect([read(SETTINGS), read(HOOK)]).toEqual(now);
    const { SessionStart } = (JSON.parse(read(SETTINGS)) as typeof settings).hooks;
    expect([SessionStart.length, SessionStart[0], JSON.stringify(SessionStart).includes(prime)]).toEqual([
      2,
      other,
      false,
    ]);
    expect(read(HOOK)).toContain('--no-verify');
    for (const make of [asEarlier, () => undefined]) {
      make();
      await init({ hooks: false });
      expect([there(HOOK), JSON.parse(read(SETTINGS))]).toEqual([
        false,
        { hooks: { SessionStart: [other] } },
      ]);
    }
    asEarlier();
    sandbox.write(HOOK, `${hook}echo more\n`);
    await init(GIVEN);
    expect(read(HOOK)).toBe(`${hook}echo more\n`);
  });
});
