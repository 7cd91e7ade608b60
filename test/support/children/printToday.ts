import { SystemClock } from '../../../src/adapters/system/nodeSystem.js';

process.stdout.write(new SystemClock().today());
