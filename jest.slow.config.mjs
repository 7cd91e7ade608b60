import everyDay from './jest.config.mjs';

/** @type {import('jest').Config} */
export default { ...everyDay, testMatch: ['**/*.slow.test.ts'], testPathIgnorePatterns: [] };
