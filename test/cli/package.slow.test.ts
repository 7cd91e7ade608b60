import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/temporaryFolder.js';

const ROOT = join(import.meta.dirname, '../..');
/** Where a person may well have it: a space, a letter outside of ASCII. */
const place = join(temporaryFolder(), 'prüf stand');
const installed = join(place, 'node_modules/spectool');
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};
let files: readonly string[];

function ran(command: string, args: readonly string[], cwd = place) {
  const env = { ...process.env, HOME: temporaryFolder(), npm_config_loglevel: 'error' };
  const { status, stdout, stderr } = spawnSync(command, [...args], { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** As npm does it, but with the dependencies that are here already: no network is needed. */
beforeAll(() => {
  mkdirSync(installed, { recursive: true });
  const [packed] = JSON.parse(
    ran('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', place], ROOT),
  ) as { filename: string; files: { path: string }[] }[];
  files = (packed?.files ?? []).map(({ path }) => path);
  ran('tar', ['-xzf', packed?.filename ?? '', '--strip-components=1', '-C', installed]);
  for (const name of Object.keys(manifest.dependencies)) {
    if (name.startsWith('@'))
      mkdirSync(join(place, 'node_modules', name.split('/')[0] ?? ''), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(place, 'node_modules', name));
  }
});

describe('the package', () => {
  it('holds what a user needs, and nothing of its making', () => {
    const kinds = new Set(files.map((path) => path.split('/')[0]));
    expect([...kinds].sort()).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'dist',
        'docs',
        'examples',
        'package.json',
        'schemas',
        'templates',
      ].sort(),
    );
    expect(
      files.filter(
        (path) =>
          /(?<!\.d)\.ts$|\.map$|test/.test(path) && !/testing\.(?:d\.ts|cjs|mjs)$|testing\.api/.test(path),
      ),
    ).toEqual([]);
  });

  it('runs nothing when it is installed', () => {
    expect(
      Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name)),
    ).toEqual([]);
  });

  it('has links in its docs that lead somewhere', () => {
    const broken = files
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) => {
        const text = readFileSync(join(installed, path), 'utf8').replace(/```[^]*?```/g, '');
        const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link);
        const folder = join(path, '..');
        const known = (target: string) =>
          files.includes(target) || files.some((one) => one.startsWith(`${target.replace(/\/$/, '')}/`));
        return links.filter((link) => !known(join(folder, link))).map((link) => `${path}: ${link}`);
      });
    // Pictures are for who reads in the repository; they would make the package larger.
    const left = (link: string) =>
      link.startsWith('templates/') || /CONTRIBUTING|images\/[a-z-]+\.png$/.test(link);
    expect(broken.filter((link) => !left(link))).toEqual([]);
  });

  it('works from a path with a space and an umlaut', () => {
    const project = join(place, 'mein projekt');
    mkdirSync(project);
    const program = join(installed, 'dist/bin/spectool.cjs');
    ran(process.execPath, [program, 'init', '-y'], project);
    ran(process.execPath, [program, 'create', 'Über uns'], project);
    expect(ran(process.execPath, [program, 'list'], project)).toContain('Über uns');
    expect(ran(process.execPath, [program, 'tokens', '1'], project)).toContain('optimal');
    expect(readdirSync(join(project, 'specs'))).toEqual(['001-uber-uns']);
  });

  it('is imported from there, from modules and from CommonJS', () => {
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
