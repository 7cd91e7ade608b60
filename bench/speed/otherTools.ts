import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contender } from './measuredCommands.js';
import { RandomWords } from './randomWords.js';

interface Peer {
  readonly name: string;
  readonly version: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Returns the n-th item in the file format of the other tool. */
  readonly item: (n: number, words: RandomWords) => readonly [path: string, text: string];
  readonly settings?: Readonly<Record<string, string>>;
}

const PEERS: readonly Peer[] = [
  {
    name: '@fission-ai/openspec',
    version: '1.13.2',
    program: 'bin/openspec.js',
    args: ['list', '--specs'],
    item: (n, words) => [
      `openspec/specs/spec-${String(n)}/spec.md`,
      `# spec-${String(n)}\n\n## Purpose\n\n${words.some(30, 60).join(' ')}\n\n## Requirements\n\n### Requirement: ${words.some(3, 5).join(' ')}\n\nThe system SHALL ${words.some(8, 12).join(' ')}.\n\n#### Scenario: ${words.some(2, 4).join(' ')}\n\n- **WHEN** ${words.some(4, 8).join(' ')}\n- **THEN** ${words.some(4, 8).join(' ')}\n`,
    ],
  },
  {
    name: 'backlog.md',
    version: '1.52.0',
    program: 'cli.js',
    args: ['task', 'list', '--plain'],
    settings: {
      'backlog/config.yml':
        'project_name: bench\nstatuses: ["To Do", "In Progress", "Done"]\ndefault_status: "To Do"\n',
    },
    item: (n, words) => {
      const title = words.some(3, 6).join(' ');
      return [
        `backlog/tasks/task-${String(n)} - ${title.replaceAll(' ', '-')}.md`,
        `---\nid: task-${String(n)}\ntitle: ${title}\nstatus: To Do\nassignee: []\ncreated_date: '2025-01-01'\nlabels: []\ndependencies: []\n---\n\n## Description\n\n${words.some(40, 120).join(' ')}\n`,
      ];
    },
  },
];

/** Returns other tools from npm that list the same number of items, in their own file format, as far as they can be installed. */
export function peers(folder: string, size: number): readonly Contender[] {
  return PEERS.flatMap((peer) => {
    const program = installed(folder, peer);
    if (program === undefined) {
      console.error(`${peer.name} cannot be installed here: left out.`);
      return [];
    }
    const name = `${peer.name}@${peer.version} ${peer.args.join(' ')}`;
    return [{ name, root: peerTree(folder, peer, size), args: () => [program, ...peer.args], isOnce: true }];
  });
}

function installed(folder: string, { name, version, program }: Peer): string | undefined {
  const home = join(folder, `peer-${name.replaceAll('/', '-')}-${version}`);
  const place = join(home, 'node_modules', name, program);
  if (!existsSync(place)) {
    mkdirSync(home, { recursive: true });
    const wanted = `${name}@${version}`;
    spawnSync('npm', ['install', '--prefix', home, '--no-audit', '--no-fund', wanted], { stdio: 'ignore' });
  }
  return existsSync(place) ? place : undefined;
}

function peerTree(folder: string, { name, item, settings = {} }: Peer, size: number): string {
  const root = join(folder, `${name.replaceAll('/', '-')}-${String(size)}`);
  if (existsSync(root)) return root;
  const words = new RandomWords(size);
  for (let n = 1; n <= size; n += 1) {
    const [path, text] = item(n, words);
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const [path, text] of Object.entries(settings)) writeFileSync(join(root, path), text);
  spawnSync('git', ['init', '-q'], { cwd: root });
  return root;
}
