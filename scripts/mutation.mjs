// Breaks rooms of the domain on purpose and looks whether their tests notice: node scripts/mutation.mjs [spec|log|document …]
import { spawnSync } from 'node:child_process';

const rooms = process.argv.slice(2);
for (const room of rooms.length > 0 ? rooms : ['spec', 'log', 'document']) {
  const { status } = spawnSync('npx', ['stryker', 'run', '--mutate', `src/domain/${room}/**/*.ts`], {
    stdio: 'inherit',
    env: { ...process.env, MUTATED_ROOM: room },
  });
  if (status !== 0) process.exit(status ?? 1);
}
