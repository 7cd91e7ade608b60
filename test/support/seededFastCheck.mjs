// Jest loads this module as fast-check (jest.config.mjs), so that every run tries the same cases and a failure can be repeated.
// `SPECTOOL_SEED=random` tries new cases, `SPECTOOL_SEED=7` the cases of seed 7.
import * as fc from '../../node_modules/fast-check/lib/fast-check.js';

const wanted = process.env.SPECTOOL_SEED ?? '1';
if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export { default } from '../../node_modules/fast-check/lib/fast-check.js';
