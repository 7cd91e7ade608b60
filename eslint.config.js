import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Lint rules; the reasons for the ones a newcomer would question stand in docs/adr/. */
export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'node_modules/', 'templates/'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/require-await': 'off',
      'no-control-regex': 'off',
      // A leading underscore says: named for the reader, or taken out of a rest on purpose.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    // The container is known to composition alone (docs/adr/0003-typed-needs.md).
    files: ['src/**/*.ts'],
    ignores: ['src/composition/**'],
    rules: {
      'no-restricted-imports': ['error', { paths: ['inversify', 'reflect-metadata'] }],
      'no-restricted-globals': ['error'],
    },
  },
  {
    // Each argument takes a place on the stack: a list as long as an input may be does not fit.
    files: ['src/**/*.ts'],
    ignores: ['src/adapters/page/browser/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^(push|unshift|splice|concat|max|min)$/] > SpreadElement',
          message: 'A list of any length has no place among the arguments.',
        },
      ],
    },
  },
  {
    // A pipe or device is never read: files that others could have made are opened by src/adapters/files alone. Others here read what
    // the system or this installation holds.
    files: ['src/adapters/**/*.ts'],
    ignores: [
      'src/adapters/files/**',
      'src/adapters/storage/files/{flushToDisk,nodeStagedFile}.ts',
      'src/adapters/storage/lock/processTable.ts',
      'src/adapters/system/systemServices.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            'inversify',
            'reflect-metadata',
            'node:fs/promises',
            {
              name: 'node:fs',
              importNames: ['readFileSync', 'openSync', 'open', 'readFile', 'createReadStream'],
            },
          ],
        },
      ],
    },
  },
  {
    // Time, chance and the machine reach the domain as data only (docs/adr/0001-pure-domain.md).
    files: ['src/domain/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'console', 'Buffer', 'setTimeout'],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random' },
        { object: 'Date', property: 'now' },
      ],
    },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js', '**/*.cjs'],
    languageOptions: {
      globals: {
        clearTimeout: 'readonly',
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        require: 'readonly',
        module: 'writable',
        setTimeout: 'readonly',
        performance: 'readonly',
      },
    },
  },
);
