/**
 * The suite of every day. What takes long (hostile input, fuzzing, many processes, packaging) is named `*.slow.test.ts` and has
 * `jest.slow.config.mjs`.
 * @type {import('jest').Config}
 */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, tsconfig: 'tsconfig.json', diagnostics: false }] },
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['\\.slow\\.test\\.ts$'],
  testTimeout: 600_000,
  maxWorkers: '100%',
};
