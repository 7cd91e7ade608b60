import base from './jest.config.mjs';

/** The tests that answer for the domain: its own, and those of the frontmatter editor through the adapter that formats for it. */
export default {
  ...base,
  testMatch: [
    '<rootDir>/test/domain/**/*.test.ts',
    '<rootDir>/test/adapters/storage/specs/{editDocument,plainFrontmatter}.test.ts',
  ],
};
