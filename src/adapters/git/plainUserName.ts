import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { textOfRegularFile } from '../files/readRegularFile.js';
import { clonePlaceOf, isPlainEnvironment } from './places/clonePlace.js';

const LONGEST = 65_536;

const NOTHING = /^[ \t]*(?:[#;].*)?$/;
const SECTION = /^[ \t]*\[([a-z0-9-]+)(?:[ \t]+"[^"\\]*")?\][ \t]*$/i;
const SETTING = /^[ \t]*([a-z][a-z0-9-]*)[ \t]*(?:=((?:[^"\\\0]|\\["\\ntb]|"(?:[^"\\\0]|\\["\\ntb])*")*))?$/i;
/** What git gives back as it stands. */
const PLAIN = /^ *([^\s\0-\x1f"\\#;\x7f](?:[^\0-\x1f"\\#;\x7f]*[^\s\0-\x1f"\\#;\x7f])?) *$/;
/** Other files decide too, or git reads this one by other rules. */
const FAR_REACHING = /^(?:include|includeif|extensions)$/;

/**
 * `user.name` where git's files tell it plainly, without starting git, which costs as much as a small command in all.
 * Undefined wherever git itself had better be asked; never another name than git's.
 */
export function plainUserName(root: string, env: NodeJS.ProcessEnv): string | undefined {
  const { HOME: home = '', GIT_CONFIG_GLOBAL: elsewhere } = env;
  if (process.geteuid === undefined || home === '') return undefined;
  // Git may look elsewhere than in the usual files.
  if (elsewhere !== undefined || !isPlainEnvironment(env)) return undefined;
  try {
    const place = clonePlaceOf(root, env);
    if (place === 'none' || 'problem' in place) return undefined;
    const { top, gitDir, commonDir } = place;
    // Git passes over the settings of somebody else's repository, and over a repository beyond a mount point.
    if (![top, gitDir, commonDir, join(top, '.git')].every((path) => isOwn(path))) return undefined;
    if (statSync(root).dev !== statSync(top).dev) return undefined;
    const settings = env['XDG_CONFIG_HOME'] || join(home, '.config');
    // What is wrong in any of them stops git.
    const [xdg, user, own] = [
      nameIn(join(settings, 'git', 'config')),
      nameIn(join(home, '.gitconfig')),
      nameIn(join(commonDir, 'config')),
    ];
    if (xdg === undefined || user === undefined || own === undefined) return undefined;
    return [own, user, xdg].find((name) => name !== '');
  } catch {
    // Git says what is wrong, or finds a way.
  }
  return undefined;
}

/** Empty where there is none, undefined where the file has anything that this does not read. */
function nameIn(file: string): string | undefined {
  const text = textOfRegularFile(file, LONGEST);
  if (text === undefined) return existsSync(file) ? undefined : '';
  let section = '';
  let name = '';
  for (const line of text.split('\n')) {
    if (NOTHING.test(line)) continue;
    const header = SECTION.exec(line);
    if (header?.[1] !== undefined) {
      // A section of a section is another one.
      section = line.includes('"') ? '' : header[1].toLowerCase();
      if (FAR_REACHING.test(header[1].toLowerCase())) return undefined;
      continue;
    }
    const [, key, value = ''] = SETTING.exec(line) ?? [];
    if (key === undefined) return undefined;
    if (section === 'core' && key.toLowerCase() === 'repositoryformatversion' && value.trim() !== '0')
      return undefined;
    if (section !== 'user' || key.toLowerCase() !== 'name') continue;
    const [, plain] = PLAIN.exec(value) ?? [];
    if (plain === undefined) return undefined;
    name = plain;
  }
  return name;
}

function isOwn(path: string): boolean {
  return lstatSync(path).uid === process.geteuid?.();
}
