import { join } from 'node:path';
import { remoteNameRule } from '../../../domain/project/configRules.js';
import { textOfRegularFile } from '../../files/readRegularFile.js';
import type { GitProcess } from '../gitProcess.js';

const SETTING = 'spectool.remote';
const LONGEST = 1024 * 1024;

/**
 * Returns a function that gives the name of the remote to ask: the git setting `spectool.remote` of this clone, for one person,
 * or else the setting of the project. An empty git setting turns the remote off. Git is asked only if the file of its settings
 * has a section of this name, so that the question costs nothing for everybody else, and only once while the file is the same.
 */
export function remoteNameIn(git: GitProcess, inProject: string | undefined): () => string | undefined {
  let last: { readonly text: string; readonly name: string | undefined } | undefined;
  return () => {
    const file = git.place && join(git.place.commonDir, 'config');
    const text = file === undefined ? '' : (textOfRegularFile(file, LONGEST) ?? '');
    if (last?.text === text) return last.name;
    const answer = /^\s*\[spectool/im.test(text) ? git.run(['config', '--get', SETTING]) : undefined;
    const own = answer?.status === 0 ? answer.output.toString('utf8').trim() : undefined;
    const isName = own !== undefined && remoteNameRule(own) === undefined;
    last = { text, name: own === undefined ? inProject : isName ? own : undefined };
    return last.name;
  };
}
