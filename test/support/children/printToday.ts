import { SystemClock } from '../../../src/adapters/system/clockIdsAndHasher.js';

process.stdout.write(new SystemClock().today());
