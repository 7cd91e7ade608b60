import { createRequire } from 'node:module';
import { join } from 'node:path';
import { programLoader } from '../../../src/composition/bin/start.js';

const [, , folder = '', ...args] = process.argv;
const load = programLoader(folder, args, createRequire(join(folder, 'main.cjs')));
process.stdout.write((load('main.cjs') as { answer: () => string }).answer());
