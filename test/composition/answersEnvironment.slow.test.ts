import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SHAPING } from '../../src/composition/answers/question.js';
import { git, run } from '../support/program.js';
import { ScratchProject } from '../support/scratchProject.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** Writes down each variable that is asked for, by whomever. */
const LISTENER = `
const asked = new Set();
const env = process.env;
const listening = new Proxy(env, { get: (_, name) => (asked.add(String(name)), env[name]) });
Object.defineProperty(process, 'env', { value: listening });
process.on('exit', () => require('node:fs').writeFileSync(env.ASKED, JSON.stringify([...asked])));
`;

let project: ScratchProject;
beforeAll(() => {
  project = ScratchProject.initialised();
  project.write('specs/001-a/README.md', '---\nstatus: planned\ncreated: 2026-01-05\n---\n\n# A word\n');
  git(project.root, 'init', '-q');
});
afterAll(() => project.remove());

/** Node's, to start git: then nothing is remembered. */
const TO_START_GIT = ['PATH', 'NODE_V8_COVERAGE', 'ASKED'];

it.each([
  'list',
  'list --json',
  'board',
  'next',
  'search word',
  'view 1',
  'validate',
  'tokens',
  'deps 1',
  'criteria 1',
])('%s asks the environment for nothing that its remembered answer does not know of', (line) => {
  const folder = temporaryFolder();
  const [script, asked] = [join(folder, 'listener.cjs'), join(folder, 'asked.json')];
  writeFileSync(script, LISTENER);
  run(project.root, line.split(' '), { env: { NODE_OPTIONS: `--require ${script}`, ASKED: asked } });
  const names = JSON.parse(readFileSync(asked, 'utf8')) as readonly string[];
  expect(names).toContain('COLUMNS');
  // Of git's some end all remembering, and the others are told by what is read.
  const known = [...SHAPING, ...TO_START_GIT];
  expect(names.filter((name) => !/^(?:SPECTOOL|GIT)_/.test(name) && !known.includes(name))).toEqual([]);
});
