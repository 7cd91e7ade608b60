/** How the domain is broken on purpose: scripts/mutation.mjs says which room, docs/lab/mutation.md what came of it. */
export default {
  testRunner: 'domain',
  plugins: ['./scripts/mutationRunner.mjs'],
  coverageAnalysis: 'perTest',
  // Constants read once when a module loads: each would run every test, and a wrong one fails the types or the first test.
  ignoreStatic: true,
  // Names are the compiler's to check, sentences a reader's.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 1,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: '.stryker-tmp/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['/dist', '/docs', '/examples', '/bench', '/.spectool'],
};
