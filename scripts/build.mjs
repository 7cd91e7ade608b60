// Builds dist/: the library and the program with esbuild (CommonJS, the program split by command), declarations with tsc.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import {
  lazyBuiltins,
  lazyImports,
  lazyTables,
  noDefaultStreams,
  onlyWhatIsCalled,
} from './esbuildStartupPlugins.mjs';
import { asModuleFunction } from './moduleFunctions.mjs';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const outdir = join(root, 'dist/bin');
const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  legalComments: 'none',
};
/** Paths of all bundled source files. */
const bundled = new Set();

/** Runs esbuild, and notes the source files. */
async function bundle(options) {
  const result = await build({ ...shared, ...options, metafile: true });
  for (const file of Object.keys(result.metafile.inputs)) bundled.add(file);
  return result;
}

const PROGRAM = 'program.cjs';
/** Large modules that the program and the library share as files: the beginning of the file's name, and how they are imported. */
const SHARED = {
  tokenizer: {
    module: 'gpt-tokenizer/encoding/o200k_base',
    imported: /^gpt-tokenizer\/encoding\/o200k_base$/,
  },
  sanitizer: { module: 'sanitize-html', imported: /^sanitize-html$/ },
  markdown: { module: 'marked', imported: /^marked$/ },
  relatedWords: {
    module: join(root, 'src/domain/search/related/relatedWordsTable.ts'),
    imported: /\/relatedWordsTable\.js$/,
  },
};
const sharedFiles = {
  name: 'shared-files',
  setup({ onResolve }) {
    for (const [name, { imported }] of Object.entries(SHARED))
      onResolve({ filter: imported }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: `shared:${name}`, external: true },
      );
  },
};
/**
 * Output files of at least this many characters stay separate files, such as the search engine, the tokenizer and the Markdown
 * parser.
 */
const LARGE = 60_000;

/**
 * Modules of which most commands run nearly all functions, by measured coverage. Their chunks are one file, whose compiled code all
 * commands share (start.ts); the compiled code of the other chunks is kept for each command.
 */
const COMMON =
  /(?:composition\/bindings|configText|configValidation|parseSimpleFrontmatter|application\/useCase|fileConfigurationStore|foldSpec|standardFields|fileSourceTrees|assistants|cloneLocation|cache\/snapshot|gitProcess)\.(?:ts|json)$/;

/** Returns a hash of the version and all sources, so that a build ignores what another build has kept. */
function sourcesHash() {
  const hash = createHash('sha256').update(version);
  const sources = readdirSync(join(root, 'src'), { recursive: true }).filter((name) => name.endsWith('.ts'));
  for (const name of sources.sort()) hash.update(readFileSync(join(root, 'src', name)));
  return hash.digest('hex').slice(0, 16);
}

/** Builds the program. @returns the name of its main file. */
async function program() {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  // esbuild splits only ES modules, but Node starts CommonJS faster. So split first, then convert each chunk to CommonJS.
  const { outputFiles, metafile } = await bundle({
    entryPoints: { program: join(root, 'src/composition/bin/program.ts') },
    entryNames: '[name]',
    splitting: true,
    format: 'esm',
    write: false,
    outdir,
    define: { SPECTOOL_BUNDLED: 'true', SPECTOOL_BUILD: JSON.stringify(sourcesHash()) },
    mainFields: ['module', 'main'],
    // Use the ES module version of clipanion, because its default CommonJS version cannot be tree-shaken.
    alias: { clipanion: join(root, 'node_modules/clipanion/lib/advanced/index.mjs') },
    plugins: [sharedFiles, lazyBuiltins, lazyImports, lazyTables, noDefaultStreams, onlyWhatIsCalled],
  });
  checkReadOnce(metafile);
  const fileOf = await writeShared();
  const files = new Map();
  for (const { path, text } of outputFiles) {
    const code = asModuleFunction(text);
    const linked = code
      .replaceAll(/(require\("\.\/[^"]+)\.js"\)/g, '$1.cjs")')
      .replaceAll(/require\("shared:(\w+)"\)/g, (_, name) => `require("./${fileOf.get(name)}")`);
    files.set(basename(path).replace(/\.js$/, '.cjs'), inAscii(linked));
  }
  return writeFiles(files, alwaysLoaded(metafile.outputs), commonChunks(metafile.outputs));
}

/** Returns the names of the chunks that contain a module of `COMMON`. */
function commonChunks(outputs) {
  const found = Object.entries(outputs).filter(([, { inputs }]) =>
    Object.keys(inputs).some((file) => COMMON.test(file)),
  );
  return new Set(found.map(([path]) => basename(path).replace(/\.js$/, '.cjs')));
}

/**
 * Throws if the program may not read imported values once, when a chunk is loaded: a module exports a variable that it may change,
 * or chunks import each other in a circle.
 */
function checkReadOnce({ inputs, outputs }) {
  for (const file of Object.keys(inputs).filter((name) => existsSync(name)))
    if (/^export let /m.test(readFileSync(file, 'utf8'))) throw new Error(`${file} exports a variable.`);
  const done = new Set();
  const visit = (path, above) => {
    if (above.includes(path)) throw new Error(`Chunks import each other: ${[...above, path].join(', ')}`);
    if (done.has(path)) return;
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') visit(imported, [...above, path]);
    done.add(path);
  };
  for (const path of Object.keys(outputs)) visit(path, []);
}

/** Returns the names of the chunks that the program imports statically, so that every command loads them. */
function alwaysLoaded(outputs) {
  const found = new Set();
  const add = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') add(imported);
  };
  add(Object.keys(outputs).find((path) => basename(path) === 'program.js'));
  return new Set([...found].map((path) => basename(path).replace(/\.js$/, '.cjs')));
}

/** Builds the shared modules. @returns the name of each file. */
async function writeShared() {
  const files = new Map();
  for (const [name, { module }] of Object.entries(SHARED)) {
    const { outputFiles } = await bundle({ entryPoints: [module], format: 'cjs', write: false, outdir });
    const code = inAscii(outputFiles[0].text);
    files.set(name, writeHashed(name, wrapped(code)));
  }
  return files;
}

/**
 * Writes the program, what it always loads, and all small chunks into one file, because opening a file takes longer than reading
 * unneeded code; the chunks that most commands use into a second. Each chunk is wrapped in a function as Node does. The large
 * chunks stay in files of their own, wrapped in the same way; the written program loads them with the function that it gets as
 * `file`.
 */
function writeFiles(files, always, common) {
  const isPacked = ([name, code]) => !common.has(name) && (always.has(name) || code.length < LARGE);
  const pack = (chunks) =>
    `{${chunks.map(([name, code]) => `${JSON.stringify(name)}:${wrapped(code)}`).join(',\n')}}`;
  const shared = writeHashed('common', pack([...files].filter(([name]) => common.has(name))));
  for (const [name, code] of files)
    if (!common.has(name) && !isPacked([name, code]))
      writeFileSync(join(outdir, name), asValue(wrapped(code)));
  return writeHashed(
    'program',
    `(file,require,__filename,__dirname)=>{
const parts=${pack([...files].filter(isPacked))},loaded={},common=${JSON.stringify([...common])};
let shared;
const load=(id)=>{
if(!id.startsWith('./'))return require(id);
const name=id.slice(2);
if(loaded[name]===undefined){const module=loaded[name]={exports:{}};
(parts[name]??(common.includes(name)?(shared??=file('${shared}'))[name]:file(name)))(module.exports,load,module)}
return loaded[name].exports};
return load('./${PROGRAM}')}`,
  );
}

/** Writes a file with a value and a hash of its text in its name. @returns the name. */
function writeHashed(name, value) {
  const file = `${name}-${createHash('sha256').update(value).digest('hex').slice(0, 8)}.cjs`;
  writeFileSync(join(outdir, file), asValue(value));
  return file;
}

/** Returns a script that is `value`, and as a CommonJS module exports it: joining a wrapper to so long a text takes a millisecond. */
function asValue(value) {
  return `(typeof module==='object'?(value)=>module.exports=value:(value)=>value)(${value});`;
}

function wrapped(code) {
  return `function(exports,require,module){${code}\n}`;
}

/** Escapes non-ASCII characters, which esbuild leaves in regular expressions. V8 stores ASCII text in half the memory. */
function inAscii(code) {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Builds the entry file for Node, which prints the version or loads the program. */
async function entry(programFile) {
  await bundle({
    entryPoints: [join(root, 'src/composition/bin/spectool.ts')],
    format: 'cjs',
    outdir,
    outExtension: { '.js': '.cjs' },
    define: { SPECTOOL_VERSION: JSON.stringify(version), SPECTOOL_PROGRAM: JSON.stringify(programFile) },
    plugins: [lazyBuiltins],
  });
  const outfile = join(outdir, 'spectool.cjs');
  writeFileSync(outfile, `#!/usr/bin/env node\n${readFileSync(outfile, 'utf8')}`, { mode: 0o755 });
  chmodSync(outfile, 0o755);
}

/** Builds the YAML libraries, which are loaded only for unusual frontmatter (yamlLibraries.ts). */
async function yamlLibraries() {
  await bundle({
    stdin: {
      // An edit needs only `yaml`, so gray-matter is loaded when it is called.
      contents: `export * as yaml from 'yaml'; export const matter = (...all) => require('gray-matter')(...all);`,
      resolveDir: root,
    },
    format: 'cjs',
    external: ['esprima'],
    outfile: join(outdir, 'yamlLibraries.cjs'),
  });
}

/** Builds the script and style of the page that `export html` writes. */
async function page() {
  const folder = join(root, 'src/adapters/page/browser');
  await bundle({
    entryPoints: { page: join(folder, 'main.ts'), style: join(folder, 'page.css') },
    platform: 'browser',
    format: 'iife',
    target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
    charset: 'ascii',
    outdir: join(root, 'dist/page'),
  });
  // A bundled library contains control characters in strings, which HTML does not allow, so escape them.
  const script = join(root, 'dist/page/page.js');
  const escaped = (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  writeFileSync(script, readFileSync(script, 'utf8').replace(/(?![\t\n\r])\p{Cc}/gu, escaped));
}

const libdir = join(root, 'dist/lib');
const cjsdir = join(root, 'dist/cjs');
const ENTRIES = ['index', 'testing'];

/** Leaves out of the library what only a command in a terminal runs: the library loads commands for their definitions only. */
const noTerminal = {
  name: 'no-terminal',
  setup({ onLoad, onResolve }) {
    const asking = /\/(?:runUi|prompt\w*|confirmSimilarSpecs|chooseSpec)\.js$/;
    onResolve({ filter: asking }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, namespace: 'no-terminal' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'no-terminal' }, () => ({ contents: '' }));
  },
};

/**
 * Builds the library once, as CommonJS, which Jest can load without configuration. The ES module entry re-exports it, so that
 * a process never has two versions of a class. Dependencies are bundled, because some of them are ES modules only.
 */
async function library() {
  rmSync(libdir, { recursive: true, force: true });
  rmSync(cjsdir, { recursive: true, force: true });
  const { outputFiles } = await bundle({
    entryPoints: Object.fromEntries(ENTRIES.map((name) => [name, join(root, `src/composition/${name}.ts`)])),
    splitting: true,
    format: 'esm',
    write: false,
    outdir: cjsdir,
    define: { SPECTOOL_BUNDLED: 'true' },
    plugins: [sharedFiles, noTerminal, onlyWhatIsCalled],
    mainFields: ['module', 'main'],
  });
  mkdirSync(cjsdir, { recursive: true });
  mkdirSync(libdir, { recursive: true });
  const files = new Map();
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minify: true,
      supported: { 'dynamic-import': false },
    });
    const linked = code
      .replaceAll(/(require\("\.\/[^"]+)\.js"\)/g, '$1.cjs")')
      .replaceAll(/require\("shared:(\w+)"\)/g, 'require("./$1.cjs")');
    files.set(basename(path).replace(/\.js$/, '.cjs'), linked);
  }
  writeLibraryFiles(files);
  writeFileSync(join(cjsdir, 'yamlLibraries.cjs'), 'module.exports = require("../bin/yamlLibraries.cjs");\n');
  for (const name of Object.keys(SHARED)) {
    const shared = readdirSync(outdir).find((file) => file.startsWith(`${name}-`));
    writeFileSync(join(cjsdir, `${name}.cjs`), `require("../bin/${shared}")(exports, require, module);\n`);
  }
  types();
  const require = createRequire(import.meta.url);
  for (const name of ENTRIES) {
    const names = Object.keys(require(join(cjsdir, `${name}.cjs`)));
    writeFileSync(join(libdir, `${name}.mjs`), `export { ${names.join(', ')} } from '../cjs/${name}.cjs';\n`);
  }
}

/**
 * Writes the entries and the large chunks of the library, and all small chunks into one file: a disk gives each of many small files
 * a whole block. `require('./parts.cjs')` returns the function that loads a small chunk.
 */
function writeLibraryFiles(files) {
  const isSmall = (name) => files.get(name)?.length < LARGE && !ENTRIES.includes(basename(name, '.cjs'));
  const linked = (code) =>
    code.replaceAll(/require\("\.\/([^"]+)"\)/g, (call, name) =>
      isSmall(name) ? `require("./parts.cjs")("${name}")` : call,
    );
  const parts = [...files].filter(([name]) => isSmall(name));
  const written = parts.map(([name, code]) => `${JSON.stringify(name)}:${wrapped(linked(code))}`);
  writeFileSync(
    join(cjsdir, 'parts.cjs'),
    `const parts={${written.join(',\n')}},loaded={};
module.exports=(name)=>{
if(loaded[name]===undefined){const module=loaded[name]={exports:{}};parts[name](module.exports,require,module)}
return loaded[name].exports};
`,
  );
  for (const [name, code] of files) if (!isSmall(name)) writeFileSync(join(cjsdir, name), linked(code));
}

/**
 * Writes the type declarations for CommonJS, without the files that the declarations of the entries do not import. The
 * declarations for ES modules re-export them.
 */
function types() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  const kept = new Set();
  const keep = (file) => {
    if (kept.has(file) || !existsSync(file)) return;
    kept.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/['"](\.{1,2}\/[^'"]+)\.js['"]/g))
      keep(join(dirname(file), `${path}.d.ts`));
  };
  for (const name of ENTRIES) keep(join(cjsdir, `composition/${name}.d.ts`));
  for (const name of readdirSync(cjsdir, { recursive: true })) {
    const file = join(cjsdir, name);
    if (name.endsWith('.d.ts') && !kept.has(file)) rmSync(file);
  }
  writeFileSync(join(cjsdir, 'package.json'), '{ "type": "commonjs" }\n');
  for (const name of ENTRIES)
    writeFileSync(join(libdir, `${name}.d.mts`), `export * from '../cjs/composition/${name}.js';\n`);
}

/** Writes the licences of the bundled packages into one file, and beside it a bill of materials in the format CycloneDX. */
function licencesAndBill() {
  const folders = [...bundled].flatMap(
    (file) => /^(?:[^/:]+:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );
  const packages = [...new Set(folders.map((folder) => resolve(folder)))]
    .map((folder) => ({
      folder,
      ...JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
    }))
    .sort((one, other) => (`${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1));
  const texts = packages.map((one) => `${one.name} ${one.version}\n\n${licenceText(one)}\n`);
  writeFileSync(join(root, 'dist/LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
  const component = ({ name, version, license }, type = 'library') => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { type, 'bom-ref': purl, name, version, licenses: [{ expression: license }], purl };
  };
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component({ name: 'spectool', version, license: 'MIT' }, 'application') },
    components: packages.map((one) => component(one)),
  };
  writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
}

/** Returns the licence of a package, from its file or else from its README. */
function licenceText({ folder, name }) {
  const read = (pattern) => {
    const file = readdirSync(folder).find((one) => pattern.test(one));
    return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8').trim();
  };
  const section = () => /^#+ licen[cs]e\b.*$([^]*)/im.exec(read(/^readme/i) ?? '')?.[1];
  const text =
    read(/^(?:licen[cs]e|copying)/i) ??
    section()
      ?.replaceAll(/^> ?|\*\*/gm, '')
      .trim();
  if (text === undefined || text === '')
    throw new Error(`${name} is bundled without the text of its licence.`);
  return text;
}

await entry(await program());
cpSync(join(root, 'src/adapters/search/wordVectors.bin'), join(root, 'dist/wordVectors.bin'));
await yamlLibraries();
await page();
if (!process.argv.includes('--program')) await library();
licencesAndBill();
