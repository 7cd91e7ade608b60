import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { temporaryFolder } from '../support/temporaryFolder.js';

const ROOT = join(import.meta.dirname, '../..');
const folder = temporaryFolder();
const page = readFileSync(join(ROOT, 'docs/embedding.md'), 'utf8');
const programs = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = ''], i) => ({
  name: `program${String(i)}`,
  code,
  says: [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, text = '']) => text),
}));

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(ROOT, join(folder, 'node_modules/spectool'));
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const { name, code } of programs) writeFileSync(join(folder, `${name}.ts`), code);
});

describe('the example programs in docs/embedding.md', () => {
  it('compile with strict type checks', () => {
    const files = programs.map(({ name }) => join(folder, `${name}.ts`));
    const compiled = ts.createProgram(files, {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2023.d.ts'],
      types: ['node'],
      typeRoots: [join(folder, 'node_modules/@types')],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: true,
    });
    const problems = ts.getPreEmitDiagnostics(compiled).map(({ file, start = 0, messageText }) => {
      const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
      return `${file?.fileName ?? ''}:${String(line)} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
    expect(problems).toEqual([]);
  });

  it.each(programs)('print the output that their comments show: $name', ({ name, code, says }) => {
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(join(folder, `${name}.js`), outputText);
    const cwd = temporaryFolder();
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder, `${name}.js`)], {
      cwd,
      encoding: 'utf8',
    });
    expect({ stdout: stdout.trim().split('\n'), stderr }).toEqual({ stdout: says, stderr: '' });
    expect(says).not.toEqual([]);
  });
});
