import { SeededRandom } from './seededRandom.js';
import { ExpectedActors, plainOf, wordOf } from './expectedActors.js';
import { aStep, type Scene } from './randomSteps.js';
import { type Place, type RawRecord, type Setting, SimulatedClones } from './simulatedClones.js';

const body = (name: string) =>
  [
    '## Problem\n',
    `The ${name} takes three steps, and nobody knows why it does.\n`,
    '## Solution\n',
    'One step, and a page that says so.\n',
    '## Success Criteria\n',
    ...[1, 2, 3, 4].map((n) => `- [ ] ${name} criterion ${String(n)}`),
    '\n## Out of Scope\n',
    'Single sign-on.\n',
  ].join('\n');
const SPECS = ['login', 'export', 'search'];

export interface Played {
  readonly failures: readonly string[];
  readonly trail: readonly string[];
  readonly steps: number;
}

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly spec?: string;
  readonly file: string;
  readonly message: string;
}

export function settingOf(seed: number): Setting {
  const chance = new SeededRandom(seed);
  chance.below(7);
  const worktree = chance.isOneIn(2);
  return { hooks: chance.isOneIn(3), driver: chance.isOneIn(3), worktree, clone: !worktree };
}

/** Simulates one random day of work. @param kept numbers of the day's steps that are run; the others are left out. */
export async function play(seed: number, kept: readonly number[]): Promise<Played> {
  const world = new SimulatedClones(settingOf(seed));
  const day = new Day(world, seed);
  try {
    await world.begin(Object.fromEntries(SPECS.map((name) => [name, body(name)])));
    for (const place of world.places) day.model.observe(world, place, new Map());
    let steps = 0;
    for (const number of kept) {
      await day.step(number);
      steps += 1;
      if (day.model.failures.length > 0) break;
    }
    if (day.model.failures.length === 0) await day.evening();
    return { failures: day.model.failures, trail: world.trail, steps };
  } catch (error) {
    const thrown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { failures: [`thrown: ${thrown}`], trail: world.trail, steps: 0 };
  } finally {
    world.end();
  }
}

/** Codes of findings that only report what happened, so that no command can fix them. */
const TELLING = new Set([
  'LOG_PARENT_MISSING',
  'STALE',
  'SECTION_EMPTY',
  'SECTION_MISSING',
  'CRITERIA_UNCHECKED',
  'SIZE',
  'CLAIMED_TWICE',
]);

class Day {
  readonly model = new ExpectedActors();
  readonly #world: SimulatedClones;
  readonly #seed: number;
  readonly #read = new Map<Place, Scene['read']>();
  readonly #texts = new Map<string, string[]>();

  constructor(world: SimulatedClones, seed: number) {
    this.#world = world;
    this.#seed = seed;
  }

  async step(number: number): Promise<void> {
    const world = this.#world;
    const chance = new SeededRandom(this.#seed * 1000 + number);
    chance.below(7);
    const place = chance.pick(world.places);
    const read = this.#read.get(place) ?? new Map<string, never>();
    this.#read.set(place, read);
    const tool = (...args: readonly string[]) => this.#tool(place, args, chance);
    const codes = async () =>
      (await this.#findings(place)).findings.map(({ code, file }) => `${code} ${file}`);
    const word = `w${String(number + 100)}`;
    const scene = {
      world,
      model: this.model,
      place,
      chance,
      word,
      read,
      earlier: this.#earlier(place),
      codes,
      tool,
    };
    const kind = chance.below(100);
    if (kind < 5) await this.#next(place);
    else if (kind < 10) await this.#mend(place);
    else if (world.documents(place).length > 0) await aStep(chance)(scene);
    if (chance.isOneIn(3)) await this.#look(place);
  }

  /** Returns the texts that each document had here, and keeps the present ones for later. */
  #earlier(place: Place): ReadonlyMap<string, readonly string[]> {
    return new Map(
      this.#world.documents(place).map(({ id, text }) => {
        const texts = this.#texts.get(`${place.name} ${id}`) ?? [];
        const earlier = texts.filter((one) => one !== text);
        if (texts.at(-1) !== text) this.#texts.set(`${place.name} ${id}`, [...texts, text]);
        return [id, earlier];
      }),
    );
  }

  /** Follows the advice of all findings of `validate` in every working tree; afterwards, no finding may be left. */
  async evening(): Promise<void> {
    for (const place of this.#world.places) {
      await this.#look(place);
      if (this.model.failures.length > 0) return;
      await this.#mend(place, true);
    }
  }

  async #tool(place: Place, args: readonly string[], chance?: SeededRandom) {
    const world = this.#world;
    const before = new Map(world.documents(place).map((one) => [one.id, one]));
    const known = new Set([...before.keys()].flatMap((id) => world.records(place, id).map((one) => one.id)));
    const outcome = await world.tool(place, args);
    if (/\[INTERNAL\]|TypeError|at file:/.test(outcome.stderr)) this.model.fail(`crash: ${outcome.stderr}`);
    this.model.observe(world, place, before);
    for (const { id: spec } of world.documents(place))
      for (const record of world.records(place, spec))
        if (!known.has(record.id))
          await this.#expectNamed(place, spec, record, outcome.stdout + outcome.stderr, chance);
    return outcome;
  }

  /**
   * Checks that the command that recorded an edit by hand names each recorded item and field that the edit took away, and at times
   * runs the command that it names, which brings them back.
   */
  async #expectNamed(
    place: Place,
    spec: string,
    record: RawRecord,
    said: string,
    chance?: SeededRandom,
  ): Promise<void> {
    for (const { type, data } of record.events) {
      const isByHand = data['returned'] === undefined && data['followed'] !== true;
      if (type === 'FrontmatterEdited' && record.actor === undefined && isByHand)
        for (const field of Object.keys(data['changes'] as object))
          if (!said.includes(field)) this.model.fail(`unnamed: ${field} of ${spec} in ${place.name}`);
      const lost = type === 'TextEdited' ? ((data['lost'] ?? []) as RawRecord['events']) : [];
      if (lost.length === 0) continue;
      const undo = /`spectool (undo (\w+))` to (?:restore only these items|undo this return)/g;
      const [, command = '', id = ''] =
        [...said.matchAll(undo)].find((one) => record.id.startsWith(one[2] ?? '-')) ?? [];
      if (id === '')
        this.model.fail(`unnamed: what ${record.id.slice(0, 10)} took from ${spec} in ${place.name}`);
      else if (chance?.isOneIn(2) === true) {
        await this.#tool(place, command.split(' '));
        const text = plainOf(this.#world.documents(place).find((one) => one.id === spec)?.text ?? '');
        for (const word of lost.map(wordOf))
          if (word !== undefined && !text.includes(plainOf(word)))
            this.model.fail(`not brought back: "${word}" of ${spec} in ${place.name} by ${command}`);
      }
    }
  }

  async #findings(place: Place, ...more: readonly string[]) {
    const { stdout } = await this.#world.tool(place, ['validate', '--json', '--all', ...more]);
    this.#world.trail.pop();
    const { findings = [], summary = [] } = JSON.parse(stdout || '{}') as {
      findings?: readonly Finding[];
      summary?: readonly { readonly fix?: string }[];
    };
    return { findings, fix: summary[0]?.fix ?? '' };
  }

  async #look(place: Place): Promise<void> {
    if (this.#world.underWay(place) !== undefined) return;
    const { findings } = await this.#findings(place);
    const told = new Map<string, Map<string, string>>();
    for (const { file, code, message } of findings) {
      const codes = told.get(file) ?? new Map<string, string>();
      told.set(file, codes.set(code, `${codes.get(code) ?? ''} ${message}`));
    }
    for (const one of this.model.lost(this.#world, place, told))
      this.model.fail(`lost in ${place.name}: ${one}`);
  }

  /** Claims the next spec, and checks that no other actor of the clone holds the claimed spec. */
  async #next(place: Place): Promise<void> {
    const holders = this.#claims(place.clone);
    const { code, stdout } = await this.#tool(place, ['next', '--claim', '--json']);
    if (code !== 0) return;
    const taken = JSON.parse(stdout) as { claimed?: { id?: string }; spec?: { id?: string } };
    const id = taken.claimed?.id ?? taken.spec?.id ?? '';
    const held = holders.get(id);
    if (held !== undefined && held !== place.actor)
      this.model.fail(`given out twice: ${id} is ${held}'s, and went to ${place.actor}`);
  }

  /** Returns the holder of each claimed spec, over all working trees and branches of a clone. */
  #claims(clone: string): ReadonlyMap<string, string> {
    const world = this.#world;
    const events = new Map<string, { readonly lamport: number; readonly holder: string | undefined }>();
    const take = (spec: string, lamport: number, holder: string | undefined) => {
      if ((events.get(spec)?.lamport ?? 0) < lamport) events.set(spec, { lamport, holder });
    };
    for (const place of world.places.filter((one) => one.clone === clone))
      for (const { id } of world.documents(place))
        for (const record of world.records(place, id))
          for (const { type, data } of record.events) {
            if (type === 'SpecClaimed') take(id, record.lamport, String(data['by']));
            if (type === 'ClaimReleased') take(id, record.lamport, undefined);
            if (type === 'StatusChanged' && data['to'] === 'complete') take(id, record.lamport, undefined);
          }
    return new Map([...events].flatMap(([id, { holder }]) => (holder === undefined ? [] : [[id, holder]])));
  }

  /**
   * Carries out the fixes that the findings of `validate` advise. @param all if true, repeats until no finding is left, at most
   * 12 times; otherwise fixes one finding.
   */
  async #mend(place: Place, all = false): Promise<void> {
    const world = this.#world;
    for (let round = 0; round < (all ? 12 : 1); round += 1) {
      if (world.underWay(place) !== undefined) return;
      const { findings } = await this.#findings(place);
      const finding = findings.find(({ code }) => !TELLING.has(code));
      if (finding === undefined) return;
      const { code, file, spec } = finding;
      const { fix } = await this.#findings(place, '--code', code, ...(spec === undefined ? [] : [spec]));
      world.said(place, `# ${code} ${file}: ${finding.message.slice(0, 200)} | ${fix}`);
      if (fix.includes('--remove-')) this.model.fail(`removal advised: ${finding.message} | ${fix}`);
      const refused = await this.#follow(place, fix, spec, `m${String(round)}`);
      // Stop after a refused fix, because such a fix needs the consent of an actor in another working tree.
      if (refused) return;
      const { findings: after } = await this.#findings(place);
      const left = after.find((one) => one.code === code && one.file === file);
      if (left !== undefined) this.model.fail(`not mended: ${code} ${file}: ${left.message} | ${fix}`);
      if (this.model.failures.length > 0) return;
    }
    if (!all) return;
    this.model.fail(`${place.name} is never clean`);
  }

  async #follow(place: Place, fix: string, spec: string | undefined, word: string): Promise<boolean> {
    const world = this.#world;
    const [, command = ''] = /`((?:spectool|git) [^`]*)`/.exec(fix) ?? [];
    const words = command
      .split(' ')
      .map((one) =>
        /^DATE$/.test(one) ? '2026-01-05' : /^[…A-Z]+$/.test(one) ? 'x' : one.replaceAll(/["']/g, ''),
      );
    if (words[0] === 'git') world.git(place, ...words.slice(1));
    else {
      const asked = words[0] === 'spectool' ? words.slice(1) : ['update', spec ?? '1', '--add-tag', word];
      const { stderr } = await this.#tool(place, asked);
      if (stderr.includes('[ALREADY_CLAIMED]')) return true;
    }
    if (fix.includes('then commit')) world.git(place, 'commit', '-qm', 'as told');
    return false;
  }
}
