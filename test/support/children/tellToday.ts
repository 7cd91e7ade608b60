import { SystemClock } from '../../../src/adapters/system/systemClock.js';

process.stdout.write(new SystemClock().today());
