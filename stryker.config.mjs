// Breaks the domain on purpose and looks whether a test notices: `npm run mutation` or, for one folder,
// `npm run mutation -- --mutate 'src/domain/log/**'`. What survives and why it may: docs/lab/mutation.md.
export default {
  mutate: ['src/domain/spec/**/*.ts', 'src/domain/log/**/*.ts', 'src/domain/document/**/*.ts'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--no-warnings'],
  jest: { configFile: 'jest.mutation.mjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  // Constants read once when a module loads: each would run every test, and a wrong one fails the types or the first test.
  ignoreStatic: true,
  concurrency: 1,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: '.stryker-tmp/mutation.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: '.stryker-tmp/sandbox',
  ignorePatterns: ['/dist', '/docs', '/examples', '/bench', '/.spectool'],
};
