/** How the domain is broken on purpose, one room at a time: scripts/mutation.mjs says which, docs/lab/mutation.md what came of it. */
export default {
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  jest: { configFile: 'jest.mutation.mjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  // Constants read once when a module loads: each would run every test, and a wrong one fails the types or the first test.
  ignoreStatic: true,
  // Names are the compiler's to check, sentences a reader's.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 1,
  reporters: ['progress-append-only', 'clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['/dist', '/docs', '/examples', '/bench', '/.spectool'],
};
