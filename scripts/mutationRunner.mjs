// The test runner of `npm run mutation`. It loads the domain's tests once. For each mutant (a small change of the code), it runs
// the tests that cover the changed code, in this process. Jest would load the tests again for every mutant, which takes a second
// each.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import { expect } from 'expect';
import { describe, getState, it, resetState } from 'jest-circus';

/**
 * Matches the test files to run: tests that need no files. Tests of frontmatter edits are included, because the domain needs
 * an adapter to format values.
 */
const TESTS =
  /^test\/(?:domain\/(?!search|.*\.slow\.).*|application\/projections\/projectAsOf|adapters\/storage\/specs\/(?:editDocument|parseSimpleFrontmatter))\.test\.ts$/;

/** Matches names of tests that are skipped: they measure time, watch calls with jest, or read the tests themselves. */
const SKIPPED = /million|50 MB|any length|each node once|^ every command and every event/;

class DomainRunner {
  #bundle;
  #tests = [];
  #times = new Map();
  #afterAll = [];

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const files = readdirSync('test', { recursive: true })
      .map((file) => `test/${file}`)
      .filter((file) => TESTS.test(file));
    const { outputFiles } = await build({
      stdin: { contents: files.map((file) => `import './${file}';`).join('\n'), resolveDir: process.cwd() },
      bundle: true,
      platform: 'node',
      format: 'cjs',
      packages: 'external',
      define: { 'import.meta.url': JSON.stringify(pathToFileURL('test/domain/all.test.ts')) },
      write: false,
      logLevel: 'error',
    });
    this.#bundle = new Script(`(require) => {${outputFiles[0].text}}`);
  }

  async dispose() {
    for (const fn of this.#afterAll) await fn();
  }

  async dryRun() {
    const namespace = this.#load();
    const tests = [];
    for (const { id, fn } of this.#tests) {
      namespace.currentTestId = id;
      const begun = performance.now();
      const failureMessage = await failureOf(fn);
      const timeSpentMs = Math.round(performance.now() - begun);
      this.#times.set(id, timeSpentMs);
      // Status codes that Stryker expects: 0 for passed, 1 for failed.
      const outcome = failureMessage === undefined ? { status: 0 } : { status: 1, failureMessage };
      tests.push({ id, name: id, timeSpentMs, ...outcome });
    }
    namespace.currentTestId = undefined;
    return { status: 'complete', tests, mutantCoverage: namespace.mutantCoverage };
  }

  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit, reloadEnvironment }) {
    const namespace = (globalThis.__stryker__ ??= {});
    Object.assign(namespace, { hitCount: hitLimit === undefined ? undefined : 0, hitLimit });
    namespace.activeMutant = mutantActivation === 'static' ? activeMutant.id : undefined;
    try {
      if (reloadEnvironment || this.#tests.length === 0) this.#load();
    } catch (error) {
      return { status: 'killed', killedBy: [], failureMessage: String(error), nrOfTests: 0 };
    }
    namespace.activeMutant = activeMutant.id;
    const wanted = testFilter && new Set(testFilter);
    let nrOfTests = 0;
    const quickFirst = this.#tests.toSorted((a, b) => this.#times.get(a.id) - this.#times.get(b.id));
    for (const { id, fn } of quickFirst) {
      if (wanted?.has(id) === false) continue;
      nrOfTests++;
      const failureMessage = await failureOf(fn);
      if (namespace.hitCount > hitLimit) return { status: 'timeout', reason: 'it goes round and round' };
      if (failureMessage !== undefined)
        return { status: 'killed', killedBy: [id], failureMessage, nrOfTests };
    }
    return { status: 'survived', nrOfTests };
  }

  #load() {
    resetState();
    const require = createRequire(join(process.cwd(), 'package.json'));
    // Use a fixed seed and stop at the first failing case without shrinking it: it is enough to know that a case fails.
    require('fast-check').configureGlobal({ seed: 1, endOnFailure: true });
    const jestGlobals = { describe, expect, it, afterAll: (fn) => this.#afterAll.push(fn) };
    this.#bundle.runInThisContext()((name) => (name === '@jest/globals' ? jestGlobals : require(name)));
    this.#tests = testsIn(getState().rootDescribeBlock, '').filter(({ id }) => !SKIPPED.test(id));
    return (globalThis.__stryker__ ??= {});
  }
}

function testsIn({ children }, path) {
  return children.flatMap((child) => {
    const id = `${path} ${child.name}`;
    return child.type === 'describeBlock' ? testsIn(child, id) : [{ id, fn: child.fn }];
  });
}

async function failureOf(fn) {
  try {
    await fn();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'domain', injectableClass: DomainRunner }];
