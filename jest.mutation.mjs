import base from './jest.config.mjs';

/** The tests that answer for one room of the domain: every mutant loads all of them, so the others stay out. */
const TESTS = {
  spec: [
    'test/domain/spec.test.ts',
    'test/domain/spec/**/*.test.ts',
    'test/domain/foldSpec.test.ts',
    'test/domain/log/divergence.test.ts',
  ],
  log: [
    'test/domain/foldSpec.test.ts',
    'test/domain/upcast.test.ts',
    'test/domain/log/**/*.test.ts',
    'test/application/projections/pastTree.test.ts',
  ],
  document: [
    'test/domain/document/**/*.test.ts',
    // The editor writes values as an adapter formats them.
    'test/adapters/storage/specs/{editDocument,plainFrontmatter}.test.ts',
  ],
};

export default { ...base, testMatch: TESTS[process.env.MUTATED_ROOM].map((path) => `<rootDir>/${path}`) };
