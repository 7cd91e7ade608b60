// Replaces fast-check (jest.config.mjs): every run tries the same cases, so that a failure can be repeated.
// `SPECTOOL_SEED=random` tries new cases, `SPECTOOL_SEED=7` those of another seed.
import * as fc from '../../node_modules/fast-check/lib/fast-check.js';

const wanted = process.env.SPECTOOL_SEED ?? '1';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export { default } from '../../node_modules/fast-check/lib/fast-check.js';
