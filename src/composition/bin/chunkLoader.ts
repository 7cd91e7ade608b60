import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import type { CompiledFiles } from './codeCache.js';

type Module = (
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/**
 * Loads the files the program is split into, from compiled code where there is some and without looking for anything: their names
 * are known. Each file is an object of modules by name, each wrapped as Node would do it. Everything else is Node's.
 */
export class ChunkLoader {
  readonly #folder: string;
  readonly #compiled: CompiledFiles;
  readonly #nodeRequire: NodeJS.Require;
  readonly #modules = new Map<string, Module>();
  readonly #loaded = new Map<string, { exports: unknown }>();
  readonly #scripts = new Map<string, Script>();
  #isComplete = true;

  /** @param nodeRequire for everything that is not a file of ours. */
  constructor(folder: string, compiled: CompiledFiles, nodeRequire: NodeJS.Require) {
    this.#folder = folder;
    this.#compiled = compiled;
    this.#nodeRequire = nodeRequire;
  }

  /** Makes the modules of a file known; runs none of them. */
  read(file: string): void {
    const modules = this.#script(file).runInThisContext() as Readonly<Record<string, Module>>;
    for (const name of Object.keys(modules)) {
      const module = modules[name];
      if (module !== undefined) this.#modules.set(name, module);
    }
  }

  /** What a module exports; one that is not known yet stands in a file of its own name. */
  load(name: string): unknown {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known.exports;
    if (!this.#modules.has(name)) this.read(name);
    const module = { exports: {} as unknown };
    this.#loaded.set(name, module);
    const require = (id: string): unknown =>
      id.startsWith('./') ? this.load(id.slice(2)) : this.#nodeRequire(id);
    const run = this.#modules.get(name);
    run?.call(module.exports, module.exports, require, module, join(this.#folder, name), this.#folder);
    return module.exports;
  }

  /** False when a file had to be compiled anew. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The files that were read, with every function that ran. */
  compiled(): ReadonlyMap<string, Buffer> {
    return new Map([...this.#scripts].map(([name, script]) => [name, script.createCachedData()]));
  }

  #script(file: string): Script {
    const filename = join(this.#folder, file);
    // The build writes ASCII alone.
    const source = readFileSync(filename, 'latin1');
    const cachedData = this.#compiled.get(file);
    const script = new Script(source, { filename, ...(cachedData !== undefined && { cachedData }) });
    if (script.cachedDataRejected !== false) this.#isComplete = false;
    this.#scripts.set(file, script);
    return script;
  }
}
