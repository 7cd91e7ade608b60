import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { GIT_ENV } from '../support/gitSandbox.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const ROOT = join(import.meta.dirname, '../..');
/** A folder whose name has a space and a letter outside ASCII; the package is installed in it. */
const place = join(temporaryFolder(), 'prüf stand');
const installed = join(place, 'node_modules/spectool');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  dependencies?: Record<string, string>;
};
let files: readonly string[];

function ran(command: string, args: readonly string[], cwd = place) {
  const env = { ...process.env, HOME: temporaryFolder(), npm_config_loglevel: 'error' };
  const { status, stdout, stderr } = spawnSync(command, [...args], { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** Unpacks the package into node_modules. */
beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  const [packed] = JSON.parse(
    ran('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', place], ROOT),
  ) as { filename: string; files: { path: string }[] }[];
  files = (packed?.files ?? []).map(({ path }) => path);
  ran('tar', ['-xzf', packed?.filename ?? '', '--strip-components=1', '-C', installed]);
});

describe('the npm package', () => {
  it('contains the files for users, and no sources and tests', () => {
    const kinds = new Set(files.map((path) => path.split('/')[0]));
    expect([...kinds].sort()).toEqual(
      'CHANGELOG.md LICENSE README.md dist docs examples package.json plugin schemas templates'
        .split(' ')
        .sort(),
    );
    expect(
      files.filter(
        (path) =>
          /(?<!\.d)\.ts$|\.map$|(?:^|\/)test\/|\.test\.|(?:^|\/)testing\b/.test(path) &&
          !/testing\.(?:d\.m?ts|cjs|mjs)$|testing\.api/.test(path),
      ),
    ).toEqual([]);
  });

  it('is installed whole with less than 12 MB, without dependencies and laboratory notes', () => {
    expect(manifest.dependencies ?? {}).toEqual({});
    expect(files.filter((path) => path.startsWith('docs/lab/'))).toEqual([]);
    const bytes = files.map((path) => Math.ceil(statSync(join(installed, path)).size / 4096) * 4096);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(12_000_000);
    expect(files.length).toBeLessThan(600);
  });

  it('has the licences of the packages that it contains', () => {
    const licences = readFileSync(join(installed, 'dist/LICENSES.txt'), 'utf8');
    for (const name of ['clipanion', 'gpt-tokenizer', 'inversify', 'yaml'])
      expect(licences).toMatch(new RegExp(`^${name} \\d[^\\n]*\\n\\n[^]{400}`, 'm'));
    const bill = JSON.parse(readFileSync(join(installed, 'dist/sbom.cdx.json'), 'utf8')) as {
      readonly components: readonly { readonly name: string; readonly purl: string }[];
    };
    const headings = licences.split(/\n-{80}\n\n/).map((text) => text.split('\n')[0]);
    expect(bill.components.map(({ purl }) => purl.slice('pkg:npm/'.length).replace('%40', '@'))).toEqual(
      headings.map((heading) => heading?.replace(' ', '@')),
    );
  });

  it('has no install scripts', () => {
    expect(
      Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name)),
    ).toEqual([]);
  });

  it('has every file that its pages link to', () => {
    const broken = files
      .filter((path) => path.endsWith('.md') && !path.startsWith('templates/'))
      .flatMap((path) => {
        const text = readFileSync(join(installed, path), 'utf8').replace(/```[^]*?```/g, '');
        const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
        const folder = join(path, '..');
        const known = (target: string) =>
          files.includes(target) || files.some((one) => one.startsWith(`${target.replace(/\/$/, '')}/`));
        return links.filter((link) => !known(join(folder, link))).map((link) => `${path}: ${link}`);
      });
    expect(broken).toEqual([]);
  });

  it('runs from a folder whose name has a space and an umlaut', () => {
    const project = join(place, 'mein projekt');
    mkdirSync(project);
    const program = join(installed, 'dist/bin/spectool.cjs');
    ran(process.execPath, [program, 'init', '-y'], project);
    ran(process.execPath, [program, 'create', 'Über uns'], project);
    expect(ran(process.execPath, [program, 'list'], project)).toContain('Über uns');
    expect(ran(process.execPath, [program, 'tokens', '1'], project)).toContain('optimal');
    expect(readdirSync(join(project, 'specs'))).toEqual(['001-uber-uns']);
  });

  it('can be imported by modules and by CommonJS from a folder whose name has a space and an umlaut', () => {
    const program = `const spectool = createTestSpectool(); await spectool.initProject.execute({}); await spectool.createSpec.execute({ name: 'a' });
      console.log((await spectool.listSpecs.execute({})).total, typeof createSpectool);`;
    writeFileSync(
      join(place, 'a.mjs'),
      `import { createSpectool } from 'spectool'; import { createTestSpectool } from 'spectool/testing'; ${program}`,
    );
    expect(ran(process.execPath, ['a.mjs']).trim()).toBe('1 function');
    writeFileSync(
      join(place, 'b.cjs'),
      `(async () => { const { createSpectool } = await import('spectool'); const { createTestSpectool } = await import('spectool/testing'); ${program} })();`,
    );
    expect(ran(process.execPath, ['b.cjs']).trim()).toBe('1 function');
    expect(
      ran(process.execPath, ['-p', `Object.keys(require('spectool/schemas/output.schema.json'))[0]`]).trim(),
    ).toBe('$schema');
  });
});

describe('the npm package as a dependency of a project', () => {
  const shop = temporaryFolder();
  const env = {
    ...GIT_ENV,
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: temporaryFolder(),
    SPECTOOL_ACTOR: 'ada',
    npm_config_offline: 'true',
  };
  /** Runs a shell line with a PATH that does not contain spectool. */
  function typed(line: string, cwd = shop, more: NodeJS.ProcessEnv = {}) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
      cwd,
      env: { ...env, ...more },
      encoding: 'utf8',
    });
    return { status, stdout, stderr, text: stdout + stderr };
  }
  const sessionLine = (folder: string) =>
    (
      JSON.parse(readFileSync(join(folder, '.claude/settings.json'), 'utf8')) as {
        hooks: { SessionStart: { hooks: { command: string }[] }[] };
      }
    ).hooks.SessionStart[0]?.hooks[0]?.command ?? 'exit 9';

  beforeAll(() => {
    writeFileSync(join(shop, 'package.json'), '{"devDependencies": {"spectool": "file:spectool-0.2.0.tgz"}}');
    writeFileSync(join(shop, '.gitignore'), 'node_modules\n');
    cpSync(join(place, 'node_modules'), join(shop, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    mkdirSync(join(shop, 'node_modules/.bin'));
    symlinkSync('../spectool/dist/bin/spectool.cjs', join(shop, 'node_modules/.bin/spectool'));
    expect(typed('git init -q -b main && chmod +x node_modules/spectool/dist/bin/spectool.cjs').status).toBe(
      0,
    );
  });

  it.each(['packages/app', '.'])('is called by npx in hooks, instructions and hints in %s', (folder) => {
    const project = join(shop, folder);
    mkdirSync(project, { recursive: true });
    const set = typed('npx --no-install spectool init -y --agent-tools claude --skill --hooks', project);
    expect([set.status, set.stdout]).toEqual([
      0,
      expect.stringContaining('Next: npx --no-install spectool create my-first-spec'),
    ]);
    for (const file of ['AGENTS.md', '.github/skills/spectool-sdd/SKILL.md'])
      expect(readFileSync(join(project, file), 'utf8')).toContain('`npx --no-install spectool prime`');
    expect(typed('npx --no-install spectool create a', project).status).toBe(0);
    expect(typed('git add -A && git commit -qm good', project)).toMatchObject({ status: 0 });
    expect(typed('npx --no-install spectool lst', project).stderr).toContain(
      '`npx --no-install spectool list`',
    );
    const line = sessionLine(project);
    expect(typed(line, project).stdout).toContain('`npx --no-install spectool board`');
    const spec = join(project, 'specs/001-a/README.md');
    writeFileSync(spec, readFileSync(spec, 'utf8').replace('status: planned', 'status: bogus'));
    const bad = typed('git commit -qam bad', project);
    expect([bad.status, bad.text]).toEqual([1, expect.stringContaining('"bogus" is not one of')]);
    expect(typed('mv node_modules gone').status).toBe(0);
    const [session, commit] = [typed(line, project), typed('git commit -qam bad', project)];
    expect(typed('mv gone node_modules').status).toBe(0);
    expect([session.status, session.stdout]).toEqual([0, expect.stringContaining('`npm install`')]);
    expect([commit.status, commit.stderr]).toEqual([1, expect.stringContaining('`npm install`')]);
    expect(commit.stderr).toContain('`git commit --no-verify`');
    expect(typed('git commit --no-verify -qam bad && rm .git/hooks/pre-commit', shop).status).toBe(0);
  });

  it('is called without npx as soon as spectool is on the PATH, even if cached output has npx', () => {
    const bin = temporaryFolder();
    const PATH = `${bin}:${env.PATH}`;
    const next = () => typed('node node_modules/spectool/dist/bin/spectool.cjs next', shop, { PATH }).text;
    // Waits until the files are old enough to be cached.
    spawnSync('sleep', ['2.1']);
    expect([next(), next()]).toEqual([
      next(),
      expect.stringContaining('npx --no-install spectool list --all'),
    ]);
    symlinkSync(join(installed, 'dist/bin/spectool.cjs'), join(bin, 'spectool'));
    expect(next()).toContain('\nspectool list --all');
    // The merge driver in git's configuration contains the path of the program; all other files stay.
    expect(
      typed('node node_modules/spectool/dist/bin/spectool.cjs init -y', shop, { PATH }).stdout,
    ).not.toMatch(/^ {2}(?:created|updated) +(?! |\.git\/config$)/m);
  });
});
