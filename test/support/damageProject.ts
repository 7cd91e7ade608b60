import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** What a test can put in the place of a file or a folder to damage a project. */
export const WAYS = [
  'missing',
  'empty',
  'binary',
  'braces',
  'text',
  'huge',
  'folder',
  'full folder',
  'file',
  'pipe',
  'socket',
  'closed',
  'link to nothing',
  'link to itself',
  'link outside',
  'link to a device',
] as const;

/** Damages a project: replaces the file or folder `place` by what `way` names. */
export function spoil(root: string, place: string, way: (typeof WAYS)[number]): void {
  const path = join(root, place);
  if (way === 'closed') {
    // This way changes nothing for root, whom permissions do not stop.
    if (existsSync(path)) chmodSync(path, 0);
    return;
  }
  rmSync(path, { recursive: true, force: true });
  if (way === 'missing') return;
  mkdirSync(dirname(path), { recursive: true });
  if (way === 'folder' || way === 'full folder') mkdirSync(path);
  if (way === 'full folder') writeFileSync(join(path, 'x'), 'x');
  if (way === 'pipe') execFileSync('mkfifo', [path]);
  if (way === 'socket') renameSync(socketIn(root), path);
  if (way.startsWith('link')) {
    const targets = {
      'link to nothing': 'gone',
      'link to itself': path,
      'link outside': '/usr',
      'link to a device': '/dev/zero',
    };
    symlinkSync(targets[way as keyof typeof targets], path);
  }
  const contents: Partial<Record<typeof way, string | Uint8Array>> = {
    empty: '',
    binary: new Uint8Array([0, 255, 254, 10]),
    braces: '{"v":1,"steps":null,"id":[]}',
    text: 'a word\n',
    file: 'x',
    huge: '',
  };
  const content = contents[way];
  if (content !== undefined) writeFileSync(path, content);
  if (way === 'huge') truncateSync(path, 800 * 1024 * 1024);
}

/** Makes a socket file whose server has ended. @returns its path. */
function socketIn(root: string): string {
  const path = join(root, '.s');
  execFileSync('python3', ['-c', 'import socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])', path]);
  return path;
}
