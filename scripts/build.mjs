// Builds dist/: the library with tsc (ESM and declarations), the program with esbuild (CommonJS, split by command).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

async function program() {
  const outdir = join(root, 'dist/bin');
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  // esbuild splits ESM only, and Node starts CommonJS faster: so split first, then turn each chunk into CommonJS.
  const { outputFiles } = await build({
    entryPoints: { spectool: join(root, 'src/composition/bin/spectool.ts') },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    legalComments: 'none',
    write: false,
    outdir,
    define: { SPECTOOL_VERSION: JSON.stringify(version) },
    mainFields: ['module', 'main'],
  });
  for (const { path, text } of outputFiles) {
    const isEntry = path.endsWith('/spectool.js');
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minify: true,
      supported: { 'dynamic-import': false },
    });
    const linked = code.replaceAll(/(require\("\.\/[^"]+)\.js"\)/g, '$1.cjs")');
    const banner = isEntry && !linked.startsWith('#!') ? '#!/usr/bin/env node\n' : '';
    writeFileSync(path.replace(/\.js$/, '.cjs'), banner + linked, { mode: isEntry ? 0o755 : 0o644 });
  }
}

function library() {
  rmSync(join(root, 'dist/lib'), { recursive: true, force: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

await program();
if (!process.argv.includes('--program')) library();
