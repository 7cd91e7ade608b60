// Runs mutation tests on folders of the domain: node scripts/mutation.mjs [spec|log|document|a file …]
import { spawnSync } from 'node:child_process';

const asked = process.argv.slice(2);
const mutated = (asked.length > 0 ? asked : ['spec', 'log', 'document']).map((room) =>
  room.endsWith('.ts') ? room : `src/domain/${room}/**/*.ts`,
);
const { status } = spawnSync('npx', ['stryker', 'run', '--mutate', mutated.join(',')], { stdio: 'inherit' });
process.exit(status ?? 1);
