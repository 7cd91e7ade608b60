import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { textOfRegularFile } from '../files/readRegularFile.js';
import { cloneLocationOf, isPlainEnvironment } from './locations/cloneLocation.js';

const LONGEST = 65_536;

const NOTHING = /^[ \t]*(?:[#;].*)?$/;
const SECTION = /^[ \t]*\[([a-z0-9-]+)(?:[ \t]+"[^"\\]*")?\][ \t]*$/i;
const SETTING = /^[ \t]*([a-z][a-z0-9-]*)[ \t]*(?:=((?:[^"\\\0]|\\["\\ntb]|"(?:[^"\\\0]|\\["\\ntb])*")*))?$/i;
/** Matches a configuration value without quotes, escapes and comments, which git would return unchanged. */
const PLAIN = /^ *([^\s\0-\x1f"\\#;\x7f](?:[^\0-\x1f"\\#;\x7f]*[^\s\0-\x1f"\\#;\x7f])?) *$/;
/** Matches the names of configuration sections that include other files or change how git reads the file. */
const FAR_REACHING = /^(?:include|includeif|extensions)$/;

/**
 * Returns git's `user.name` from git's configuration files. Git is not started, because that takes as long as a small command.
 * Undefined if the files contain anything that this parser does not support, so that the name never differs from git's.
 */
export function plainUserName(root: string, env: NodeJS.ProcessEnv): string | undefined {
  const { HOME: home = '', GIT_CONFIG_GLOBAL: elsewhere } = env;
  if (process.geteuid === undefined || home === '') return undefined;
  // Leave the answer to git if environment variables may make it read other configuration files.
  if (elsewhere !== undefined || !isPlainEnvironment(env)) return undefined;
  try {
    const place = cloneLocationOf(root, env);
    if (place === 'none' || 'problem' in place) return undefined;
    const { top, gitDir, commonDir } = place;
    // Leave the answer to git also for a repository that belongs to another user or is beyond a mount point, because git may
    // ignore it.
    if (![top, gitDir, commonDir, join(top, '.git')].every((path) => isOwn(path))) return undefined;
    if (statSync(root).dev !== statSync(top).dev) return undefined;
    const settings = env['XDG_CONFIG_HOME'] || join(home, '.config');
    // Read all three files, because git fails if any of them has an error.
    const [xdg, user, own] = [
      nameIn(join(settings, 'git', 'config')),
      nameIn(join(home, '.gitconfig')),
      nameIn(join(commonDir, 'config')),
    ];
    if (xdg === undefined || user === undefined || own === undefined) return undefined;
    return [own, user, xdg].find((name) => name !== '');
  } catch {
    // Return undefined on any error. The caller then asks git, which reports the error or finds the name in another way.
  }
  return undefined;
}

/**
 * Returns `user.name` from a configuration file: empty if the file has none, undefined if it contains anything that this parser
 * does not support.
 */
function nameIn(file: string): string | undefined {
  const text = textOfRegularFile(file, LONGEST);
  if (text === undefined) return existsSync(file) ? undefined : '';
  let section = '';
  let name = '';
  for (const line of text.split('\n')) {
    if (NOTHING.test(line)) continue;
    const header = SECTION.exec(line);
    if (header?.[1] !== undefined) {
      // The header of a subsection, such as `[user "x"]`, does not begin the section `user`.
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
