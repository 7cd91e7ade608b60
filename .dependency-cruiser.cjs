/** Imports run downward only; docs/internals/architecture.md draws the rooms these rules enforce. */
const room = (name) => `^src/adapters/${name}/`;
const drivenRooms = ['storage', 'search', 'git', 'tokens', 'system', 'memory', 'cache', 'files', 'import'];
/** What is remembered between runs has one kit, which rooms that remember something may use. */
const usesCache = ['storage', 'tokens', 'git', 'search', 'import'];
/** Files that others could have made are opened in one way. */
const opensFiles = ['storage', 'git', 'system'];
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'domain-imports-nothing',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { pathNot: '^src/domain/' },
    },
    {
      name: 'ports-know-the-domain-only',
      severity: 'error',
      from: { path: '^src/ports/' },
      to: { pathNot: '^src/(domain|ports)/' },
    },
    {
      name: 'application-knows-ports-and-domain',
      severity: 'error',
      from: { path: '^src/application/' },
      // Requests are checked by typanion. A linked worktree has its packages outside.
      to: { pathNot: '(^src/(domain|ports|application)|(^|/)node_modules/typanion)/' },
    },
    {
      name: 'cli-drives-the-application',
      severity: 'error',
      from: { path: room('cli') },
      to: { path: '^src/', pathNot: '^src/(domain|application|adapters/(cli|presentation|page))/' },
    },
    {
      name: 'presentation-words-what-the-application-says',
      severity: 'error',
      from: { path: room('presentation') },
      to: { path: '^src/', pathNot: '^src/(domain|ports|application|adapters/presentation)/' },
    },
    {
      name: 'page-shows-what-the-application-says',
      severity: 'error',
      from: { path: room('page') },
      to: { path: '^src/', pathNot: '^src/(domain|application|adapters/(page|presentation))/' },
    },
    {
      name: 'the-browser-knows-data-alone',
      severity: 'error',
      from: { path: room('page/browser') },
      to: { path: '^src/', pathNot: '^src/adapters/page/(pageData\\.ts|browser/)' },
    },
    ...drivenRooms.map((name) => ({
      name: `${name}-knows-ports-and-domain`,
      severity: 'error',
      from: { path: room(name) },
      to: {
        path: '^src/',
        pathNot: `^src/(domain|ports|adapters/${name}${usesCache.includes(name) ? '|adapters/cache' : ''}${opensFiles.includes(name) ? '|adapters/files' : ''})/`,
      },
    })),
    {
      name: 'composition-is-known-by-nothing',
      severity: 'error',
      from: { pathNot: '^(src/composition|test|bench)/' },
      to: { path: '^src/composition/' },
    },
    {
      name: 'the-core-knows-no-page-ui-import-report-or-search-by-meaning',
      severity: 'error',
      from: {
        path: '^src/(application/(changes|commands)/[^/]+\\.ts|domain/(spec|log|reconcile|document|fields|naming)/)',
      },
      to: {
        path: '^src/(adapters|application/(imports|commands/project/import|proof/(proveCriteria|testFiles))|domain/(import|search))',
      },
    },
    {
      name: 'only-the-table-of-policies-knows-the-capabilities',
      severity: 'error',
      from: {
        path: '^src/(domain|application)/',
        // The table, the list of use cases, the commands of claims, and queries that show what one capability knows.
        pathNot:
          '^src/application/((policies|useCases)\\.ts|(proof|review|trace|worktrees)/|commands/claimAndRelease|queries/(showBoard|project/(export|report)Project))',
      },
      to: { path: '^src/application/(proof|review|trace|worktrees)/' },
    },
    {
      name: 'container-in-composition-only',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/composition/' },
      to: { path: 'node_modules/(inversify|reflect-metadata)' },
    },
  ],
  options: {
    // The list of services names the classes that take it: a circle of types, gone from the program that runs.
    exclude: { path: '^src/application/services\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
    },
  },
};
