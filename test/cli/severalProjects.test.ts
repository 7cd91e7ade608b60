import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { projectsAround } from '../../src/adapters/git/gitClone.js';
import { realPath } from '../../src/adapters/files/regularFiles.js';
import { GitSandbox } from '../support/gitSandbox.js';
import { runOnDisk, runWithGit } from '../support/runInProcess.js';

const original = new GitSandbox();

/** Runs a command line in a folder of a repository. */
function run(sandbox: GitSandbox, folder: string, line: string, runIn = runOnDisk) {
  const cwd = join(sandbox.root, folder);
  return runIn(cwd, line.split(' '), {
    projects: (directory = cwd) => projectsAround(directory),
    realFolder: realPath,
    fromHere: (root, path) => relative(cwd, join(root, path)),
  });
}

beforeAll(async () => {
  original.write('tools/x').write('services/api/x').write('web/x');
  for (const folder of ['services/api', 'web']) {
    await run(original, folder, 'init -y');
    const name = `first-of-${folder.split('/').at(-1) ?? ''}`;
    await run(original, folder, `create ${name}`);
    await run(original, folder, 'section 1 Problem --set Slow.');
  }
  original.commit();
});

describe('outside every project', () => {
  it('a command names the projects and how to choose one, and does not propose init', async () => {
    const { code, stderr } = await run(original, 'tools', 'list');
    expect(code).toBe(3);
    expect(stderr).toContain('  api (../services/api)\n  web (../web)');
    expect(stderr).toContain('`--project api`, or use --all-projects');
    expect(stderr).not.toContain('init');
    const { stderr: json } = await run(original, '', 'view 1 --json');
    expect(JSON.parse(json)).toMatchObject({
      error: { code: 'NOT_A_PROJECT', details: { projects: [{ name: 'api', path: 'services/api' }, {}] } },
    });
    expect(json).not.toContain('all-projects');
  });

  it('a name with a line break cannot look like a line of the message', async () => {
    const sandbox = original.copy();
    sandbox.write('a\nhint b/.spectool/config.json', '{}');
    for (const line of ['list', 'view nobody:1 --project nobody'])
      expect((await run(sandbox, '', line)).stderr).not.toContain('\nhint b');
  });

  it('without a command, the program names the projects', async () => {
    const { stdout } = await runOnDisk(original.root, [], { projects: () => projectsAround(original.root) });
    expect(stdout).toContain('  api (services/api)\n  web\n');
    expect(stdout).not.toContain('init');
  });

  it('where no project is found, init is proposed as before', async () => {
    const { code, stderr } = await run(new GitSandbox(), '', 'list --all-projects');
    expect([code, stderr]).toEqual([3, expect.stringContaining('spectool init')]);
  });

  it('init warns that it creates a project above others, once', async () => {
    const sandbox = original.copy();
    const { code, stderr } = await run(sandbox, '', 'init -y');
    expect([code, stderr]).toEqual([0, expect.stringContaining('above other projects.\n')]);
    expect(stderr).toContain('`--project api`');
    expect((await run(sandbox, '', 'init -y')).stderr).not.toContain('above');
    expect((await run(new GitSandbox(), '', 'init -y')).stderr).toBe('');
  });
});

describe('a command line that is printed outside its project', () => {
  it.each([
    ['', 'view 9 --project web', '`spectool --project web list --all`'],
    ['', 'view web:9', '`spectool --project web list --all`'],
    ['web', 'view 9 --project web', '`spectool list --all`'],
    ['tools', 'next --all-projects', 'Begin the first spec: spectool --project web claim 001'],
  ])('in "%s", `%s` leads into the project', async (folder, line, advised) => {
    const { stdout, stderr } = await run(original.copy(), folder, line);
    expect(stdout + stderr).toContain(advised);
  });

  it('runs where it was printed', async () => {
    const sandbox = original.copy();
    const { stdout } = await run(sandbox, '', 'create second --project web');
    const [, line = ''] = /spectool (--project web .*)$/mu.exec(stdout) ?? [];
    const { code, stdout: begun } = await run(sandbox, '', line);
    expect([code, begun]).toEqual([0, expect.stringContaining('002-second')]);
  });
});

it('`init --name` gives the name by which the project is chosen, to a new project and to an existing one', async () => {
  const sandbox = original.copy();
  sandbox.write('pay/x');
  expect(await run(sandbox, 'pay', 'init -y --name payments')).toMatchObject({ code: 0, stderr: '' });
  await run(sandbox, 'web', 'init -y --name store');
  expect((await run(sandbox, '', 'list --project payments')).code).toBe(0);
  expect((await run(sandbox, '', 'view store:1')).stdout).toContain('First of web');
  expect((await run(sandbox, 'web', 'init -y --name store')).stdout).not.toContain('updated');
  expect((await run(sandbox, '', 'validate --all-projects')).code).toBe(0);
});

describe('what is printed for a person outside the folder of a project', () => {
  it.each([
    ['', 'create second --project web', 'web/specs/002-second\n'],
    ['tools', 'create second --cwd ../web', '../web/specs/002-second\n'],
    ['web/specs', 'create second', '002-second\n'],
    ['services/api', 'view web:1', '../../web/specs/001-first-of-web\n'],
  ])('in "%s", `%s` has paths from there', async (folder, line, path) => {
    const sandbox = original.copy();
    const { stdout } = await run(sandbox, folder, line.replace('--cwd ..', `--cwd ${sandbox.root}`));
    expect(stdout).toContain(path);
  });

  it.each([
    ['', ['--project', 'web'], 'web/specs/002-x/README.md', 'git -C web restore specs/002-x/README.md'],
    ['web/specs', [], '002-x/README.md', 'git -C .. restore specs/002-x/README.md'],
    ['web', [], 'specs/002-x/README.md', '`git restore specs/002-x/README.md'],
  ])('in "%s", findings and git commands have them, too', async (folder, flags, file, advised) => {
    const sandbox = original.copy();
    sandbox.write('web/specs/002-x/notes.md', 'x');
    const { stdout } = await run(sandbox, folder, ['validate', ...flags].join(' '));
    expect(stdout).toContain(`\n${file} `);
    expect(stdout).toContain(advised);
    const { stdout: json } = await run(sandbox, folder, ['validate', '--json', ...flags].join(' '));
    expect(json).toContain('"file":"specs/002-x/README.md"');
    const { stdout: annotations } = await run(
      sandbox,
      folder,
      ['validate --format github', ...flags].join(' '),
    );
    expect(annotations).toContain(`file=${file},`);
  });
});

describe('one project', () => {
  it.each([
    ['', 'view 1 --project web'],
    ['', 'view web:1'],
    ['services/api', 'view web:1'],
    ['services/api', 'view web:1 --project web'],
    ['web', 'view web:1'],
    ['web', 'view 1 --project web'],
    ['', 'view 1 --project ./web/'],
    ['tools', 'view 1 --project ../web'],
    ['tools', 'view 1 --project web'],
    ['', 'view web/specs/001-first-of-web/README.md'],
    ['', 'view web/specs/001-first-of-web --project web'],
    ['services/api', 'view ../../web/specs/001-first-of-web'],
  ])('in "%s", `%s` reads the spec of that project', async (folder, line) => {
    const { code, stdout } = await run(original, folder, line);
    expect([code, stdout]).toEqual([0, expect.stringContaining('First of web')]);
  });

  it('is chosen for a change, by its name before the specs', async () => {
    const sandbox = original.copy();
    const { stdout } = await run(sandbox, 'web', 'update api:1 --status in-progress --json');
    expect(JSON.parse(stdout)).toMatchObject({ spec: { ref: '001-first-of-api', status: 'in-progress' } });
  });

  it.each([
    ['', 'view web:1 api:1', 'in one project, not in web, api'],
    ['', 'view web:1 1', 'Some of these specs are in the project web'],
    ['', 'view web:1 --project api', 'in one project'],
    ['', 'view web/specs/001-first-of-web services/api/specs/001-first-of-api', 'not in web, api'],
    ['', 'view web/specs/001-first-of-web 1', 'Some of these specs are in the project web'],
    ['', 'list --project services', 'There is no project "services"'],
    ['', 'list --project nobody', 'There is no project "nobody".\nProjects in this repository:\n  api'],
    ['', 'list --project=', 'There is no project ""'],
  ])('in "%s", `%s` is refused', async (folder, line, message) => {
    const { code, stderr } = await run(original, folder, line);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('a name before a colon that is no project is left as it is', async () => {
    const { code, stderr } = await run(original, 'web', 'view nobody:1');
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no spec "nobody:1"')]);
  });

  it('two projects of one name are listed with their paths', async () => {
    const sandbox = original.copy();
    const file = 'web/.spectool/config.json';
    writeFileSync(join(sandbox.root, file), '{"variables": {"project_name": "api"}}');
    const { code, stderr } = await run(sandbox, '', 'view api:1');
    expect([code, stderr]).toEqual([2, expect.stringContaining('name api: services/api, web.')]);
    for (const [place, flag] of [
      ['services/api', '--project services/api'],
      ['web', '--project ./web'],
    ] as const) {
      const { stdout } = await run(sandbox, '', `next ${flag}`);
      expect(stdout).toContain(`spectool ${flag} claim 001`);
      const found = await run(sandbox, '', `view 1 ${flag}`);
      expect(found.stdout).toContain(`First of ${place.split('/').at(-1) ?? ''}`);
    }
    expect((await run(sandbox, '', 'next --all-projects')).stdout).toContain('--project ./web claim 001');
    expect((await run(sandbox, 'tools', 'list')).stderr).toContain('`--project ../services/api`');
  });
});

describe('a spec that depends on a spec of another project', () => {
  it('is ready once that spec is complete, and validate knows both', async () => {
    const clone = original.copy();
    const { code } = await run(clone, 'web', 'update 1 --depends-on api:1');
    expect(code).toBe(0);
    expect((await run(clone, 'web', 'next')).stdout).toContain('No spec is ready');
    expect((await run(clone, 'web', 'list --json')).stdout).toContain(
      '"inOtherProjects":{"api:001-first-of-api":"planned"}',
    );
    const { stdout: tree } = await run(clone, 'web', 'deps 1');
    expect(tree).toMatch(/○ api:001-first-of-api$/mu);
    const begun = await run(clone, 'web', 'update 1 --status in-progress --dry-run');
    expect(begun.stderr).toContain('not complete: api:001-first-of-api (planned)');
    await run(clone, 'services/api', 'update 1 --status complete --force --reason x');
    expect((await run(clone, 'web', 'next')).stdout).toContain('First of web');
    const { code: valid, stdout } = await run(clone, 'tools', 'validate --all-projects');
    expect(valid).toBe(0);
    expect(stdout).not.toContain('DEPENDENCY_MISSING');
  });

  it('is told by validate if that spec is gone, and waits', async () => {
    const clone = original.copy();
    await run(clone, 'web', 'update 1 --depends-on api:1');
    await run(clone, 'services/api', 'renumber 1 --to 7');
    const { code, stdout } = await run(clone, 'tools', 'validate --all-projects');
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(
        'depends_on names api:001-first-of-api, but there is no such spec, or the project',
      ),
    ]);
    expect(stdout).not.toContain('--remove-dep');
    expect((await run(clone, 'web', 'next')).stdout).toContain('No spec is ready');
    expect((await run(clone, 'web', 'update 1 --depends-on api:7')).code).toBe(0);
    expect((await run(clone, 'web', 'update 1 --remove-dep api:7')).code).toBe(0);
  });

  it('cannot be a part of a spec of another project', async () => {
    for (const line of ['create sub --part-of api:1', 'update 1 --part-of api:1']) {
      const { code, stderr } = await run(original, 'web', line);
      expect([code, stderr]).toEqual([2, expect.stringContaining('part of a spec of its own project')]);
    }
  });

  it.each(['api:9', 'nobody:1', 'api:', ':1', '__proto__:1'])('cannot depend on %s', async (reference) => {
    const { code, stderr } = await run(original, 'web', `update 1 --depends-on ${reference}`);
    expect([code, stderr]).toEqual([1, expect.stringContaining('SPEC_NOT_FOUND')]);
  });

  it('two specs of two projects may depend on each other, and every command still ends', async () => {
    const clone = original.copy();
    await run(clone, 'web', 'update 1 --depends-on api:1');
    await run(clone, 'services/api', 'update 1 --depends-on web:1');
    const { code } = await run(clone, '', 'list --all-projects');
    expect(code).toBe(0);
  });
});

describe('all projects', () => {
  it.each(['list', 'board', 'search first', 'validate', 'prime', 'next'])(
    '`%s --all-projects` shows each project under its name',
    async (line) => {
      const { code, stdout } = await run(original, 'tools', `${line} --all-projects`);
      expect(code).toBe(0);
      const [, api = '', web] =
        /^# api \(\.\.\/services\/api\)\n([^]+)\n# web \(\.\.\/web\)\n([^]+)$/.exec(stdout) ?? [];
      expect(web).toBeDefined();
      const alone = await run(original, 'tools', `${line} --project api`);
      expect(api).toBe(alone.stdout);
    },
  );

  it.each(['list', 'board', 'search first', 'validate', 'next', 'export json'])(
    '`%s --all-projects --json` prints one document with the documents of the projects',
    async (line) => {
      const { stdout } = await run(original, '', `${line} --all-projects --json`);
      const alone = await run(original, 'web', `${line} --json`);
      const { at: _time, ...result } = JSON.parse(alone.stdout) as { readonly at?: string };
      expect(JSON.parse(stdout)).toMatchObject({
        projects: [
          { name: 'api', path: 'services/api' },
          { name: 'web', result },
        ],
      });
    },
  );

  it('the links of `export markdown` begin at the working directory', async () => {
    const sandbox = original.copy();
    await run(sandbox, '', 'update api:1 --status in-progress');
    for (const [links, address] of [
      ['', ''],
      [' --links https://a.b/c', 'https://a.b/c/'],
    ] as const) {
      const line = `export markdown --all-projects --since HEAD${links}`;
      const { stdout } = await run(sandbox, '', line, runWithGit);
      expect(stdout).toContain(`](${address}services/api/specs/001-first-of-api/README.md)`);
    }
  });

  it('one that fails is told apart, the others are shown, and the exit code is the highest', async () => {
    const sandbox = original.copy();
    writeFileSync(join(sandbox.root, 'services/api/.spectool/config.json'), '{"specsDir": 4}');
    const { code, stdout, stderr } = await run(sandbox, '', 'list --all-projects');
    expect(code).toBe(3);
    expect(stdout).toContain('First of web');
    expect(stderr).toMatch(/^api: error .*has a problem/);
    const { stdout: json } = await run(sandbox, '', 'list --all-projects --json');
    expect(JSON.parse(json)).toMatchObject({
      projects: [{ name: 'api', error: { code: 'CONFIG_INVALID' } }, { result: { total: 1 } }],
    });
  });

  it.each([
    ...'validate --fix, validate --format github, validate 1, next --claim, list --project api'.split(', '),
    ...'export json --out x, prime --for claude'.split(', '),
  ])('`%s` is about one project, and is refused', async (line) => {
    const { code, stderr } = await run(original, '', `${line} --all-projects`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('with --all-projects')]);
  });
});
