// esbuild plugins that make the program start faster.
import { readFile } from 'node:fs/promises';
import { build as bundle, transform } from 'esbuild';
import { loadWhenUsed } from './moduleFunctions.mjs';

/**
 * Built-in modules of Node that take milliseconds to load and that most commands do not use, with the functions that load
 * them on the first call.
 */
const LAZY = {
  child_process: ['spawn', 'spawnSync'],
  crypto: ['createHash', 'hash', 'randomBytes', 'randomInt'],
};

export const lazyBuiltins = {
  name: 'lazy-builtins',
  setup(build) {
    build.onResolve({ filter: /^node:(child_process|crypto)$/ }, ({ path, namespace }) =>
      namespace === 'lazy' ? undefined : { path, namespace: 'lazy' },
    );
    build.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => {
      const names = LAZY[path.slice('node:'.length)];
      const load = `const load = () => require(${JSON.stringify(path)});\n`;
      const exported = names.map((name) => `export const ${name} = (...args) => load().${name}(...args);\n`);
      return { contents: load + exported.join('') };
    });
    build.onResolve({ filter: /^node:/, namespace: 'lazy' }, ({ path }) => ({ path, external: true }));
  },
};

/** Removes unused code of `jsonc-parser`, which creates a thousand strings for formatting when it is loaded. */
export const onlyWhatIsCalled = {
  name: 'only-what-is-called',
  setup(build) {
    build.onResolve(
      { filter: /^(?:jsonc-parser$|\.)/ },
      async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData === 'inside' || (path.startsWith('.') && !importer.includes('jsonc-parser')))
          return undefined;
        const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: 'inside' });
        return { path: found.path, sideEffects: false };
      },
    );
  },
};

/**
 * Libraries that build tables when they are loaded, with the one function that spectool uses. Few texts need the function, so
 * the library is loaded on the first call.
 */
const TABLES = { 'get-east-asian-width': 'eastAsianWidth' };

export const lazyTables = {
  name: 'lazy-tables',
  setup(build) {
    for (const [library, name] of Object.entries(TABLES)) {
      build.onResolve(
        { filter: new RegExp(`^${library}$`) },
        async ({ path, importer, resolveDir, kind, pluginData }) => {
          if (pluginData === 'inside') return undefined;
          const place = { importer, resolveDir, kind, pluginData: 'inside' };
          const { path: file } = await build.resolve(path, place);
          return { path: file, namespace: 'lazy-table' };
        },
      );
      build.onLoad({ filter: new RegExp(library), namespace: 'lazy-table' }, async ({ path }) => {
        const { outputFiles } = await bundle({
          entryPoints: [path],
          bundle: true,
          format: 'iife',
          globalName: 'library',
          write: false,
        });
        return {
          contents: `let made;
const make = () => { ${outputFiles[0].text}; return library.${name}; };
export const ${name} = (...args) => (made ??= make())(...args);`,
        };
      });
    }
  },
};

/**
 * Code of libraries that accesses the process's streams when it is loaded, which loads half of Node. The code is removed,
 * because each command passes streams explicitly. The build fails if the code is not found, so that a new version of the
 * library gets checked.
 */
const ASKING = [
  {
    file: /clipanion\/lib\/advanced\/Cli\.mjs$/,
    replaced: [
      [/stdin: process\.stdin,\s+stdout: process\.stdout,\s+stderr: process\.stderr,/, ''],
      ['colorDepth: getDefaultColorDepth()', 'colorDepth: 1'],
    ],
  },
  { file: /clipanion\/lib\/platform\/node\.js$/, replaced: [["require('tty')", '{}']] },
  { file: /picocolors\/picocolors\.js$/, replaced: [['(p.stdout || {}).isTTY', 'false']] },
];

export const noDefaultStreams = {
  name: 'no-default-streams',
  setup(build) {
    for (const { file, replaced } of ASKING) {
      build.onLoad({ filter: file }, async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        for (const [text, other] of replaced) {
          const changed = contents.replace(text, other);
          if (changed === contents)
            throw new Error(`${path} has no ${text}: look at scripts/esbuildStartupPlugins.mjs.`);
          contents = changed;
        }
        return { contents, loader: 'js' };
      });
    }
  },
};

/** Modules whose imports are loaded when they are first used, so that a command loads only what it runs. */
const LAZY_IMPORTS =
  /src[\\/](?:composition[\\/](?:bindings|bin[\\/]program)|application[\\/]services|application[\\/]useCases)\.ts$/;

export const lazyImports = {
  name: 'lazy-imports',
  setup(build) {
    build.onLoad({ filter: LAZY_IMPORTS }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts', target: 'node20' });
      return { contents: loadWhenUsed(code), loader: 'js' };
    });
  },
};
