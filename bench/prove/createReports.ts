import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { specTree } from '../speed/createSpecTree.js';

const SPECS = 200;
const CASES_PER_FILE = 50;

/**
 * Creates a project of 200 specs with three labelled criteria each, and two reports of `count` cases that all name a criterion:
 * `paths.xml` tells the file of each test, `names.xml` does not.
 */
export function projectWithReports(folder: string, count: number): string {
  const root = specTree(folder, SPECS);
  if (existsSync(join(root, '.git/names.xml'))) return root;
  const folders = readdirSync(join(root, 'specs')).filter((name) => /^\d/.test(name));
  for (const name of folders) {
    const path = join(root, 'specs', name, 'README.md');
    let label = 0;
    const labelled = readFileSync(path, 'utf8').replace(
      /^- \[ \] (?!AC)/gm,
      (box) => `${box}AC${String((label += 1))}: `,
    );
    writeFileSync(path, labelled);
  }
  const lines = Array.from({ length: count }, (_, i) => {
    const spec = folders[i % folders.length]?.slice(0, 3) ?? '';
    const file = Math.floor(i / CASES_PER_FILE);
    return {
      file: `test/part${String(file % 20)}/file${String(file)}.test.js`,
      name: `${spec}/AC${String((i % 3) + 1)} case ${String(i)} of the program works as its user expects`,
    };
  });
  const files = new Map<string, string>();
  for (const { file, name } of lines) files.set(file, `${files.get(file) ?? ''}test('${name}', () => {});\n`);
  for (const [file, text] of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  for (const args of [
    ['add', '-A'],
    ['commit', '-qm', 'tests'],
  ])
    spawnSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...args], { cwd: root });
  const report = (className: (file: string) => string) => {
    const cases = lines.map(
      ({ file, name }) =>
        `<testcase classname="${className(file)}" name="${name}" time="0.002">\n</testcase>\n`,
    );
    return `<testsuites>\n<testsuite name="all" tests="${String(count)}">\n${cases.join('')}</testsuite>\n</testsuites>\n`;
  };
  writeFileSync(
    join(root, '.git/paths.xml'),
    report((file) => file),
  );
  writeFileSync(
    join(root, '.git/names.xml'),
    report(() => 'all tests'),
  );
  return root;
}
