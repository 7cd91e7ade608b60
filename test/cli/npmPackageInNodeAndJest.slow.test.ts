import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/temporaryFolder.js';

const ROOT = join(import.meta.dirname, '../..');
const place = temporaryFolder();
/** Paths of the Node.js programs to test: the one that runs, and those in SPECTOOL_TEST_NODES, separated by `:`. */
const nodes = [process.execPath, ...(process.env['SPECTOOL_TEST_NODES'] ?? '').split(':')].filter(
  (path) => path !== '',
);

const TEST = `import { createSpectool, SpectoolError } from 'spectool';
import { createTestSpectool, FixedClock, type TestSpectool } from 'spectool/testing';

test('the whole way', async () => {
  const spectool: TestSpectool = createTestSpectool();
  await expect(spectool.listSpecs.execute({})).rejects.toBeInstanceOf(SpectoolError);
  await spectool.initProject.execute({ skill: true });
  const { spec } = await spectool.createSpec.execute({ name: 'user-login', tags: undefined, body: '# Login\\n\\nA button.\\n' });
  await spectool.updateSpec.execute({ spec: spec.ref, status: 'in-progress' });
  expect((await spectool.searchSpecs.execute({ query: 'sign in' })).results).toHaveLength(1);
  expect((await spectool.countTokens.execute({})).total).toBeGreaterThan(10);
  expect((await spectool.validateProject.execute({})).errors).toBe(0);
  spectool.files.write('specs/002-odd/README.md', '---\\nstatus: &a planned\\ncreated: 2026-01-05\\nx: {a: [1, *a]}\\n---\\n\\n# Odd\\n');
  expect((await spectool.listSpecs.execute({})).total).toBe(2);
  expect(createSpectool({ cwd: '/', ports: { clock: new FixedClock() } }).root).toBe('/');
});
`;

function write(folder: string, files: Readonly<Record<string, string | object>>): void {
  mkdirSync(join(place, folder), { recursive: true });
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(place, folder, name), typeof content === 'string' ? content : JSON.stringify(content));
}

function run(command: string, args: readonly string[], cwd: string, environment = {}) {
  const env = { ...process.env, npm_config_loglevel: 'error', NODE_OPTIONS: '', ...environment };
  const { status, stdout, stderr } = spawnSync(command, [...args], { cwd, env, encoding: 'utf8' });
  return { status, text: `${stdout}${stderr}` };
}

/** Path of the package file, made without a new build because other tests run the built program at the same time. */
let tarball: string;

beforeAll(() => {
  const modules = join(place, 'node_modules');
  mkdirSync(join(modules, 'spectool'), { recursive: true });
  const packed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', place], ROOT);
  const [{ filename }] = JSON.parse(packed.text.slice(packed.text.indexOf('['))) as [{ filename: string }];
  tarball = join(place, filename);
  run('tar', ['-xzf', filename, '--strip-components=1', '-C', join(modules, 'spectool')], place);
  for (const name of ['jest', 'ts-jest', 'typescript', '@types']) {
    if (name.includes('/')) mkdirSync(join(modules, name.split('/')[0] ?? ''), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: 'es2022',
    types: ['jest', 'node'],
  };
  write('commonjs', {
    'package.json': {},
    'jest.config.cjs': `module.exports = { preset: 'ts-jest' };`,
    'tsconfig.json': {
      compilerOptions: {
        ...strict,
        module: 'commonjs',
        moduleResolution: 'node10',
        ignoreDeprecations: '6.0',
        esModuleInterop: true,
      },
    },
    'a.test.ts': TEST,
  });
  write('nodenext', {
    'package.json': {},
    'jest.config.cjs': `module.exports = { preset: 'ts-jest' };`,
    'tsconfig.json': { compilerOptions: { ...strict, module: 'nodenext' } },
    'a.test.ts': TEST,
  });
  write('esm', {
    'package.json': { type: 'module' },
    'jest.config.cjs': `module.exports = { preset: 'ts-jest/presets/default-esm' };`,
    'tsconfig.json': { compilerOptions: { ...strict, module: 'nodenext' } },
    'a.test.ts': TEST,
  });
});

describe.each(nodes)('the npm package under Node.js %s', (node) => {
  it.each([
    ['commonjs', {}],
    ['nodenext', {}],
    ['esm', { NODE_OPTIONS: '--experimental-vm-modules' }],
  ])('can be imported in a Jest test compiled by ts-jest, with the settings %s', (folder, environment) => {
    const jest = join(place, 'node_modules/jest/bin/jest.js');
    const { status, text } = run(node, [jest, '--no-cache'], join(place, folder), environment);
    expect(text).toContain('1 passed');
    expect(status).toBe(0);
  });

  it('exports the same classes to modules and to CommonJS', () => {
    const program = `import { SpectoolError } from 'spectool'; import { createTestSpectool } from 'spectool/testing';
import { createRequire } from 'node:module';
const required = createRequire(import.meta.url)('spectool');
const error = await createTestSpectool().listSpecs.execute({}).catch((error) => error);
console.log(error.code, error instanceof SpectoolError, error instanceof required.SpectoolError);`;
    write('.', { 'one.mjs': program });
    expect(run(node, ['one.mjs'], place).text.trim()).toBe('NOT_A_PROJECT true true');
  });
});

it('package.json of the npm package passes the checks of publint and are-the-types-wrong', () => {
  const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
  expect(run(bin('publint'), ['--strict', tarball], ROOT).text).toContain('All good!');
  expect(run(bin('attw'), [tarball, '--exclude-entrypoints', './schemas/*'], ROOT)).toMatchObject({
    status: 0,
  });
});
