import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { run } from '../support/program.js';
import { ScratchProject } from '../support/scratchProject.js';

let project: ScratchProject;
beforeEach(() => {
  project = ScratchProject.initialised();
});
afterEach(() => project.remove());

// A folder below /proc can be made by nobody, not even by root: a home on a read-only disk.
it.each([
  ['no home', { HOME: '', XDG_CACHE_HOME: '' }],
  ['a home that is not there', { HOME: '/proc/gone', XDG_CACHE_HOME: '' }],
  ['a home nothing can be written to', { HOME: '/proc', XDG_CACHE_HOME: '' }],
  ['a home that is a file', { HOME: '/dev/null', XDG_CACHE_HOME: '' }],
])('%s: commands answer as ever, and leave no cache in the project', (_, env) => {
  expect(run(project.root, ['create', 'one'], { env })).toMatchObject({ status: 0, stderr: '' });
  for (const line of ['list', 'search one', 'validate', 'history', 'tokens'])
    expect({ line, ...run(project.root, line.split(' '), { env }) }).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(`${project.root}/.cache`)).toBe(false);
});
