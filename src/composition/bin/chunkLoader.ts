import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { CompiledFiles } from './codeCache.js';

type Wrapper = (
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/**
 * Loads the files the program is split into, as Node would, but from compiled code where there is some and without looking for
 * anything: their names are known. Everything else is Node's.
 */
export class ChunkLoader {
  readonly #folder: string;
  readonly #compiled: CompiledFiles;
  readonly #nodeRequire: NodeJS.Require;
  readonly #modules = new Map<string, { exports: unknown }>();
  readonly #scripts = new Map<string, Script>();
  #isComplete = true;

  constructor(folder: string, compiled: CompiledFiles) {
    this.#folder = folder;
    this.#compiled = compiled;
    this.#nodeRequire = createRequire(join(folder, 'spectool.cjs'));
  }

  load(name: string): unknown {
    const known = this.#modules.get(name);
    if (known !== undefined) return known.exports;
    const filename = join(this.#folder, name);
    const module = { exports: {} as unknown };
    this.#modules.set(name, module);
    const run = this.#script(name, filename).runInThisContext() as Wrapper;
    const require = (id: string): unknown =>
      id.startsWith('./') ? this.load(id.slice(2)) : this.#nodeRequire(id);
    run.call(module.exports, module.exports, require, module, filename, this.#folder);
    return module.exports;
  }

  /** What this run compiled; undefined when there was nothing to add. */
  compiled(): CompiledFiles | undefined {
    if (this.#isComplete) return undefined;
    return new Map([...this.#scripts].map(([name, script]) => [name, script.createCachedData()]));
  }

  #script(name: string, filename: string): Script {
    const source = readFileSync(filename, 'utf8');
    const cachedData = this.#compiled.get(name);
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
      filename,
      ...(cachedData !== undefined && { cachedData }),
    });
    if (script.cachedDataRejected !== false) this.#isComplete = false;
    this.#scripts.set(name, script);
    return script;
  }
}
