import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer as createPort } from 'node:net';
import { dirname, basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gitHttpServer, type GitHttpServer } from '../support/gitHttpServer.js';
import { GIT_ENV, type GitSandbox } from '../support/gitSandbox.js';
import { SharedRemote } from '../support/remoteClones.js';
import { ended, run, start } from '../support/runProgram.js';

const CLONES = 24;
/** How many specs the clones claim over each transport. */
const CLAIMS = { 'a path': 20, 'git daemon': 5, 'smart HTTP': 5 } as const;
const SPECS = 21;

/** A remote whose `main` has a project with planned specs. */
function sharedProject(): SharedRemote {
  const remote = new SharedRemote();
  const first = remote.clone();
  run(first.root, ['init', '-y', '--agent-tools', 'none']);
  first.write('.spectool/config.json', '{ "sync": { "remote": "origin" } }');
  for (let n = 1; n <= SPECS; n += 1)
    first.write(
      `specs/${String(n).padStart(3, '0')}-s/README.md`,
      `---\nid: spec${n}\nstatus: planned\ncreated: 2026-01-01\n---\n\n# S ${n}\n`,
    );
  first.commit('specs').git('push', '-q', 'origin', 'HEAD:refs/heads/main');
  return remote;
}

const claim = async ({ root }: GitSandbox, spec: number, by: string) =>
  (await ended(start(root, ['claim', String(spec), '--as', by, '--json']))).status;

describe.each(['a path', 'git daemon', 'smart HTTP'] as const)('over %s', (transport) => {
  let remote: SharedRemote;
  let address: string;
  let daemon: ChildProcess | undefined;
  let server: GitHttpServer | undefined;
  beforeAll(async () => {
    remote = sharedProject();
    const [base, name] = [dirname(remote.bare.root), basename(remote.bare.root)];
    if (transport === 'git daemon') {
      const port = await freePort();
      const reach = ['--export-all', '--enable=receive-pack', `--base-path=${base}`];
      daemon = spawn(
        'git',
        ['daemon', '--reuseaddr', '--listen=127.0.0.1', `--port=${port}`, ...reach, base],
        { env: GIT_ENV, stdio: 'ignore' },
      );
      address = `git://127.0.0.1:${port}/${name}`;
      await setTimeout(1_000);
    } else if (transport === 'a path') address = remote.bare.root;
    else {
      remote.bare.git('config', 'http.receivepack', 'true');
      server = await gitHttpServer(base, GIT_ENV);
      address = `${server.address}/${name}`;
    }
  });
  afterAll(() => {
    daemon?.kill();
    server?.close();
  });

  const cloned = () => {
    const clone = remote.clone();
    clone.git('remote', 'set-url', 'origin', address);
    return clone;
  };

  it('of many clones that claim each spec at the same time, one gets it', async () => {
    const clones = Array.from({ length: CLONES }, cloned);
    const claims = CLAIMS[transport];
    for (let spec = 1; spec <= claims; spec += 1) {
      const codes = await Promise.all(clones.map((clone, i) => claim(clone, spec, `agent${i}`)));
      expect({ spec, winners: codes.filter((code) => code === 0).length }).toEqual({ spec, winners: 1 });
    }
    expect(remote.entries()).toHaveLength(claims);
  }, 600_000);

  it('one of two clones gets a spec, and the other is told who has it', async () => {
    const [kim, lee] = [cloned(), cloned()];
    expect(await claim(kim, SPECS, 'kim')).toBe(0);
    const { stderr } = await ended(start(lee.root, ['claim', String(SPECS), '--as', 'lee', '--json']));
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'ALREADY_CLAIMED', details: { holder: 'kim' } },
    });
  }, 60_000);
});

async function freePort(): Promise<number> {
  const probe = createPort();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', () => listening()));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
