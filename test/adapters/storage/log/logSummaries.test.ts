import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Snapshot } from '../../../../src/adapters/cache/snapshot.js';
import { logSummaries } from '../../../../src/adapters/storage/log/fileEventLog.js';
import { NodeFileSystem } from '../../../../src/adapters/storage/files/nodeFileSystem.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

const STREAMS = Array.from({ length: 20 }, (_, i) => `s${String(i)}`);
const CACHE = '.spectool/kept';
/** A clock one minute ahead, so that no file counts as changed too recently to be cached. */
const LATER = () => Date.now() + 60_000;

class WatchedFiles extends NodeFileSystem {
  looks = 0;
  override stat(path: string) {
    if (path.startsWith('.spectool/log/')) this.looks += 1;
    return super.stat(path);
  }
}

let root: string;
let read: string[];
let times: Map<string, number>;
const unsound = new Set<string>();

beforeEach(() => {
  root = temporaryFolder();
  times = new Map(STREAMS.map((stream, i) => [stream, 1000 + i]));
  for (const stream of STREAMS) mkdirSync(join(root, '.spectool/log', stream), { recursive: true });
});

function ask(streams: readonly string[] = STREAMS, now = LATER) {
  read = [];
  const files = new WatchedFiles(root);
  const endOf = (stream: string) => {
    read.push(stream);
    const end = { changedAt: times.get(stream), ...(stream === 's5' && { print: 2 ** 53 - 1 }) };
    return { end, isSound: !unsound.has(stream) };
  };
  const snapshot = new Snapshot(() => ({ files: new NodeFileSystem(join(root, CACHE)), folder: '' }), now);
  const ends = [...logSummaries(streams, files, snapshot.section('ends'), endOf)];
  snapshot.save();
  expect(ends.flatMap(([stream, { print }]) => (print === undefined ? [] : [[stream, print]]))).toEqual(
    streams.includes('s5') ? [['s5', 2 ** 53 - 1]] : [],
  );
  const found = new Map(
    ends.flatMap(([stream, { changedAt }]) => (changedAt === undefined ? [] : [[stream, changedAt]])),
  );
  return { found, looks: files.looks };
}

/** Adds a file to a stream and sets the time at which the stream last changed. */
function comes(stream: string, time: number): void {
  writeFileSync(join(root, '.spectool/log', stream, String(time)), '');
  utimesSync(join(root, '.spectool/log', stream), new Date(), new Date(time * 1e6));
  times.set(stream, time);
}

describe('logSummaries', () => {
  it('reads each stream once, and returns cached summaries in the next run', () => {
    expect(ask().found).toEqual(times);
    expect(read).toEqual(STREAMS);
    const { found, looks } = ask();
    expect([found, read, looks]).toEqual([times, [], STREAMS.length]);
  });

  it('reads again only the stream that has a new record', () => {
    ask();
    comes('s3', 5000);
    expect(ask().found).toEqual(times);
    expect(read).toEqual(['s3']);
  });

  it('does not cache the summary of a damaged stream', () => {
    unsound.add('s2');
    ask();
    expect([ask().found, read]).toEqual([times, ['s2']]);
    unsound.delete('s2');
  });

  it('does not cache the summary of a stream whose folder is a link', () => {
    mkdirSync(join(root, 'elsewhere'));
    rmSync(join(root, '.spectool/log/s7'), { recursive: true });
    symlinkSync('../../elsewhere', join(root, '.spectool/log/s7'));
    ask();
    writeFileSync(join(root, 'elsewhere/1'), '');
    times.set('s7', 9000);
    expect(ask().found).toEqual(times);
    expect(read).toEqual(['s7']);
  });

  it('returns summaries of added streams, and none of removed streams', () => {
    ask();
    mkdirSync(join(root, '.spectool/log/new'));
    times.set('new', 7);
    times.delete('s0');
    rmSync(join(root, '.spectool/log/s0'), { recursive: true });
    const streams = [...STREAMS, 'new'];
    expect(ask(streams).found).toEqual(times);
    expect(read).toEqual(['new']);
    expect(ask(streams).found).toEqual(times);
  });

  it('does not cache streams that changed too recently to detect another change by their time', () => {
    ask(STREAMS, () => Date.now() - 60_000);
    ask();
    expect(read).toEqual(STREAMS);
  });
});
