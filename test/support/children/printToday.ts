import { SystemClock } from '../../../src/adapters/system/systemServices.js';

process.stdout.write(new SystemClock().today());
