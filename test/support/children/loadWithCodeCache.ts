import { createRequire } from 'node:module';
import { join } from 'node:path';
import { programLoader } from '../../../src/composition/bin/start.js';

const [, , folder = '', ...args] = process.argv;
const load = programLoader(folder, 'main.cjs', args, createRequire(join(folder, 'main.cjs')));
const answer = load('main.cjs') as (load: (file: string) => unknown) => string;
process.stdout.write(answer(load));
