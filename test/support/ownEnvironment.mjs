import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What the program, git and editors read of the person who starts the tests. */
const PERSONAL =
  /^(?:GIT_.*|XDG_.*|EDITOR|VISUAL|CLAUDE_CODE_SESSION_ID|CODEX_THREAD_ID|SPECTOOL_(?!WRITE_|TEST_|FUZZ_|SEED$).*)$/;

/**
 * Gives this process, and the workers and programs that it starts, the environment of a machine on which nobody has set up
 * anything: a home, a git configuration and caches in `folder`, and a PATH without spectool.
 */
export function takeOwnEnvironment(folder) {
  const made = (name) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  for (const name of Object.keys(process.env)) if (PERSONAL.test(name)) delete process.env[name];
  Object.assign(process.env, {
    HOME: made('home'),
    XDG_CACHE_HOME: made('cache'),
    GIT_CONFIG_NOSYSTEM: '1',
    // Where npx looks for programs that are installed globally.
    npm_config_prefix: made('npm'),
    PATH: (process.env.PATH ?? '')
      .split(delimiter)
      .map((entry, at) =>
        existsSync(join(entry, 'spectool')) ? withoutSpectool(entry, made(`bin${at}`)) : entry,
      )
      .join(delimiter),
  });
}

/** Links to the other programs of a folder: npm installs spectool globally beside node. */
function withoutSpectool(entry, links) {
  for (const name of readdirSync(entry))
    if (name !== 'spectool') symlinkSync(join(entry, name), join(links, name));
  return links;
}
