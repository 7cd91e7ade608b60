import { mayBeDocument } from '../../../domain/document/plainText.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FindingCode } from '../../../domain/findings/finding.js';
import { foldSpec } from '../../../domain/log/foldSpec.js';
import {
  PROJECT_STREAM,
  RECORD_VERSION,
  type LogRecord,
  type StreamId,
} from '../../../domain/log/records/record.js';
import { parseFolderName } from '../../../domain/naming/folderName.js';
import { foldersAbove, parentOf } from '../../../domain/naming/projectPath.js';
import { folderAt, type SpecFolder } from '../../../domain/naming/specFolder.js';
import { plainFolder, projectPathRule } from '../../../domain/project/configRules.js';
import { DEFAULT_CONFIG, type Configuration } from '../../../domain/project/configuration.js';
import { JOURNAL_FILE, LOG_FOLDER } from '../../../domain/project/projectFolders.js';
import type { EventLog } from '../../../ports/eventLog.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { Clone, LeftOut, Submodule } from '../../../ports/repository/clone.js';
import type { HiddenSpecs, SpecStore } from '../../../ports/specStore.js';
import { moveInto, shellWord } from '../../shellWord.js';
import type { Warning } from '../../warning.js';
import type { OpenClaims } from '../../worktrees/openClaims.js';
import { wayToHave } from '../../worktrees/refuseLeftOut.js';

const MOST_NAMES = 5;
const MOST_TO_LOOK_INTO = 500;
/** What is there may be any spec. */
const UNKNOWN: ReadonlySet<HiddenSpecs['why']> = new Set([
  'outside',
  'nowhere',
  'no name',
  'another project',
]);

/** Of a place, with a way to repair it. */
export type PlacedWarning = Warning & {
  readonly code: FindingCode;
  readonly file: string;
  readonly hint: string;
};

/** Specs that are not in the folder for specs, though nobody removed them: in one that `specsDir` named before, or in git alone. */
export interface Elsewhere {
  /** Names of their folders. */
  readonly refs: readonly string[];
  readonly told: readonly PlacedWarning[];
  /** Why others may be among them, and nobody knows which. */
  readonly veils: readonly Veil[];
  /** Streams whose records git has and leaves out of the working tree. */
  readonly logs: ReadonlySet<StreamId>;
}

/** @param below only specs below this folder may be. */
export type Veil = PlacedWarning & { readonly below?: string };

/** What reading commands say of the project as a whole: a log this build reads in part, specs made under an earlier configuration. */
export class ProjectWarnings {
  /** @param mostNames of one place. */
  constructor(
    private readonly files: Pick<FileSystem, 'stat'>,
    private readonly store: SpecStore,
    private readonly log: EventLog,
    private readonly clone: Clone,
    private readonly claims: OpenClaims,
    private readonly config: Configuration,
    private readonly mostNames = MOST_NAMES,
  ) {}

  /** Names all there is to name. */
  inFull(): ProjectWarnings {
    return new ProjectWarnings(
      this.files,
      this.store,
      this.log,
      this.clone,
      this.claims,
      this.config,
      Infinity,
    );
  }

  /** After the specs were read. */
  warnings(): readonly Warning[] {
    const hidden = this.#hiddenIfFew();
    return [
      ...this.unfinished(),
      ...this.ofLog(),
      ...this.elsewhere().told.map(unplaced),
      ...hidden,
      ...this.unreadable().map(unplaced),
      ...this.#otherFiles(),
      ...this.claims.unread(),
    ];
  }

  /**
   * For results that have warnings only where there is something to tell.
   * @param more of the command itself.
   * @param shown paths of the specs it shows, where what it meets in others depends on what it remembers.
   */
  ifAny(
    more: readonly Warning[] = [],
    shown?: readonly string[],
  ): { readonly warnings?: readonly Warning[] } {
    const met = this.unreadable();
    const passedBy =
      met.length === 0 || shown === undefined
        ? []
        : this.store.folders().filter(({ path }) => !shown.includes(path));
    const closed = met
      .filter(({ file }) => !passedBy.some(({ path }) => file.startsWith(`${path}/`)))
      .map(unplaced);
    const warnings = [
      ...this.unfinished(),
      ...this.ofLog(),
      ...this.elsewhere().told.map(unplaced),
      ...closed,
      ...this.claims.unread(),
      ...more,
    ];
    return warnings.length > 0 ? { warnings } : {};
  }

  /** What a killed command left is carried out by the next that changes something. */
  unfinished(): readonly (Warning & { readonly code: FindingCode })[] {
    if (this.files.stat(JOURNAL_FILE) === undefined) return [];
    return [
      {
        code: 'CHANGE_UNFINISHED',
        message: 'A change was interrupted, or is under way: what it has not done yet is not to be seen.',
        advice: [{ useCase: 'validateProject', request: { fix: true }, to: 'finish it' }],
      },
    ];
  }

  /** After the log was read. What it tells that is not shown: by a newer spectool, or in files that could not be taken as they stand. */
  ofLog(): readonly Warning[] {
    const damaged = this.damagedLog();
    const newer = this.#newerLog();
    // A folder that may not be looked into is both.
    return damaged.length > 0 && newer.some(({ code }) => code === 'LOG_UNREADABLE')
      ? damaged
      : [...newer, ...damaged];
  }

  /** Of the streams that were read. */
  damagedLog(damages = this.log.damages?.() ?? []): readonly Warning[] {
    if (damages.length === 0) return [];
    const told = this.#namesOf(damages.map(({ file, message }) => `${file} ${message}`));
    return [
      {
        code: 'LOG_DAMAGED',
        message: `A part of the log is not shown: ${told}.`,
        advice: [{ useCase: 'validateProject', to: 'see what is wrong with it' }],
      },
    ];
  }

  #newerLog(): readonly Warning[] {
    try {
      return this.#newerRecords();
    } catch (error) {
      if (!(error instanceof SpectoolError) || error.code !== 'LOG_UNREADABLE') throw error;
      return [
        {
          code: error.code,
          message: `${error.message} What it tells is not shown.`,
          hint: 'Check the owner and permissions of the folder.',
        },
      ];
    }
  }

  #newerRecords(): readonly Warning[] {
    if ((this.log.highestVersion?.() ?? RECORD_VERSION) <= RECORD_VERSION) return [];
    const newer = this.log.streams().flatMap((stream) => {
      const records = this.log.records(stream);
      if (!records.some(({ v }) => v > RECORD_VERSION)) return [];
      const { spec } = foldSpec(stream === PROJECT_STREAM ? [] : records);
      return spec.kind === 'active' ? spec.labels.ref : stream;
    });
    if (newer.length === 0) return [];
    return [
      {
        code: 'LOG_NEWER',
        message: `A newer spectool has changed ${counted(newer.length)} (${this.#namesOf(newer)}): changes this version cannot read are not shown.`,
        hint: 'Upgrade spectool.',
      },
    ];
  }

  /** After the specs were read. @param isMissed the log has a spec that is not there, and git is to say what it knows of that. */
  elsewhere(isMissed = false): Elsewhere {
    const { specsDir } = this.config;
    const former = this.#formerFolders().map((folder) => ({ folder, specs: this.#leftIn(folder) }));
    const left = former.flatMap(({ folder, specs }): readonly PlacedWarning[] => {
      const [first] = specs;
      if (first === undefined) return [];
      return [
        {
          code: 'SPECS_LEFT_BEHIND',
          file: '.spectool/config.json',
          message: `${folder}/ still holds ${counted(specs.length)}, but specsDir is "${specsDir}" now: no command shows them.`,
          hint: `Move them, one by one or all: \`${moveInto(first.path, parentOf(folderAt(specsDir, first).path))}\`; or set specsDir back to "${folder}" in .spectool/config.json.`,
        },
      ];
    });
    const { specs: missing, isSparse = false, submodules = [], unknown } = this.#notCheckedOut(isMissed);
    const absent = submodules.filter(({ isHere }) => !isHere);
    const veils = [...(unknown === undefined ? [] : [this.#unknown(unknown)]), ...this.#submodules(absent)];
    const present = submodules.filter(({ isHere }) => isHere);
    const logs = this.#logsNotCheckedOut();
    const hidden = isMissed ? this.store.hidden() : [];
    return {
      refs: [
        ...former.flatMap(({ specs }) => specs.map(({ ref }) => ref)),
        ...[...missing, ...(isMissed ? this.#hiddenPlaces(hidden) : [])].map(lastNameIn),
      ],
      told: [...left, ...this.#leftOut(missing, isSparse), ...logs.told, ...veils],
      veils: [
        ...veils,
        ...this.#toldOf(hidden.filter(({ why }) => UNKNOWN.has(why))),
        ...present.map(({ path }) => this.#submoduleHere(path)),
      ],
      logs: logs.streams,
    };
  }

  /** For what shows the log itself. */
  logNotCheckedOut(): readonly Warning[] {
    return this.#logsNotCheckedOut().told.map(unplaced);
  }

  #logsNotCheckedOut(): { readonly streams: ReadonlySet<StreamId>; readonly told: readonly PlacedWarning[] } {
    const { files, isSparse = false } = this.clone.notCheckedOut(LOG_FOLDER);
    const streams = new Set(files.map((file) => lastNameIn(parentOf(file))));
    if (streams.size === 0) return { streams, told: [] };
    const specs = [...streams].filter((stream) => stream !== PROJECT_STREAM).length;
    const whose = specs === 0 ? 'the project' : counted(specs);
    const message = `A part of the log is not checked out here: git's ${isSparse ? 'sparse checkout' : 'index'} leaves out records of ${whose}, and no command shows what they tell.`;
    const [first = ''] = files;
    const hint = wayToHave(parentOf(first), isSparse);
    return { streams, told: [{ code: 'LOG_NOT_CHECKED_OUT', file: LOG_FOLDER, message, hint }] };
  }

  /** Of files the folders that they might be, too. */
  #hiddenPlaces(hidden: readonly HiddenSpecs[]): readonly string[] {
    const inSpecs = this.store.folders().flatMap(({ path }) => this.store.hiddenIn({ path }));
    const besides = hidden.flatMap(({ path, specs }) => [path, ...specs]);
    return [...inSpecs, ...besides.map((path) => path.replace(/\.[^./]*$/, ''))];
  }

  #submodules(submodules: readonly Submodule[]): readonly PlacedWarning[] {
    const folders = submodules.length === 0 ? [] : this.store.folders();
    // What stands in the folder of a spec is a part of it.
    const absent = submodules.filter(({ path }) => !folders.some((spec) => path.startsWith(`${spec.path}/`)));
    const [first] = absent;
    if (first === undefined) return [];
    const message =
      absent.length === 1
        ? `The submodule ${first.path} is not checked out here: no command shows the specs in it.`
        : `${String(absent.length)} submodules are not checked out here (${this.#namesOf(absent.map(({ path }) => path))}): no command shows the specs in them.`;
    const { path, within } = first;
    const update =
      within === undefined
        ? `git submodule update --init ${shellWord(path)}`
        : `cd ${shellWord(within)} && git submodule update --init ${shellWord(path.slice(within.length + 1))}`;
    const hint = `To have ${absent.length === 1 ? 'it' : 'one'} here: \`${update}\`.`;
    return [{ code: 'SPECS_NOT_CHECKED_OUT', file: path, message, hint }];
  }

  /** It may have another commit than the one with the spec. */
  #submoduleHere(path: string): Veil {
    return {
      code: 'SPECS_NOT_CHECKED_OUT',
      file: path,
      message: `${path} is a submodule.`,
      hint: `Look whether the submodule ${path} has the commit that it should have: \`git submodule status ${shellWord(path)}\`.`,
      ...(path.startsWith(`${this.config.specsDir}/`) && { below: path }),
    };
  }

  #leftOut(missing: readonly string[], isSparse: boolean): readonly PlacedWarning[] {
    const [first] = missing;
    if (first === undefined) return [];
    const areNot = missing.length === 1 ? 'is not checked out here' : 'are not checked out here';
    return [
      {
        code: 'SPECS_NOT_CHECKED_OUT',
        file: first,
        message: `${counted(missing.length)} ${areNot} (${this.#namesOf(missing)}): git's ${isSparse ? 'sparse checkout' : 'index'} leaves ${missing.length === 1 ? 'it' : 'them'} out, and no command shows what is not there.`,
        hint: wayToHave(first, isSparse),
      },
    ];
  }

  #unknown(why: string): PlacedWarning {
    return {
      code: 'SPECS_NOT_CHECKED_OUT',
      file: this.config.specsDir,
      message: `Nobody knows whether all specs are checked out here: git gives no answer (${why.replace(/\.$/, '')}).`,
      hint: 'Once `git status` works, validate the project again.',
    };
  }

  /** Folders of specs that git's index has and a sparse checkout leaves out. */
  #notCheckedOut(isMissed: boolean): { readonly specs: readonly string[] } & Omit<LeftOut, 'files'> {
    const { specsDir, structure } = this.config;
    const { files, ...rest } = this.clone.notCheckedOut(specsDir, isMissed);
    if (files.length === 0) return { ...rest, specs: [] };
    // A README.md may be from before another file was configured; where that had another name the folder's name tells.
    const documents = new Set([structure.defaultFile, 'README.md'].map((name) => name.toLowerCase()));
    const folders = new Set(
      files.filter((file) => documents.has(lastNameIn(file).toLowerCase())).map(parentOf),
    );
    const known = new Set([...folders, ...this.store.folders().map(({ path }) => path)]);
    const isNamed = (folder: string) => parseFolderName(structure, lastNameIn(folder)) !== undefined;
    for (const file of files.filter((name) => mayBeDocument(lastNameIn(name)))) {
      const above = foldersAbove(file);
      const top = above.some((folder) => known.has(folder)) ? undefined : above.find(isNamed);
      if (top !== undefined) folders.add(top);
    }
    return { ...rest, specs: [...folders] };
  }

  /** Every folder is looked into: of very many, `validate` alone does that. */
  #hiddenIfFew(): readonly Warning[] {
    const folders = this.store.folders();
    if (folders.length > MOST_TO_LOOK_INTO) return [];
    const besides = this.hidden();
    const hidden = [...folders.flatMap((folder) => this.hiddenIn(folder)), ...besides];
    return hidden.map(unplaced);
  }

  /** Folders that may hold specs, and files of specs, that could not be read. After the specs were read. */
  unreadable(): readonly PlacedWarning[] {
    const met = (errors: ReadonlyMap<string, SpectoolError>, code: FindingCode, what: string) =>
      [...errors].map(([file, { message, hint = '' }]) => ({
        code,
        file,
        message: `${message} ${what}`,
        hint,
      }));
    const files = [...this.store.unreadFiles()];
    const outside = files.filter(([, { code }]) => code === 'OUTSIDE_PROJECT');
    const unread = new Map(files.filter(([, { code }]) => code !== 'OUTSIDE_PROJECT'));
    return [
      ...met(this.store.unreadable(), 'FOLDER_UNREADABLE', 'Specs and texts in it are not shown.'),
      ...met(unread, 'DOCUMENT_BROKEN', 'What is written there is not known.'),
      ...outside.map(([file]) => ({
        code: 'SPECS_HIDDEN' as const,
        file,
        message: `${file} is a link that leads outside the project: what it holds is not read.`,
        hint: 'Put the file itself in the place of the link.',
      })),
    ];
  }

  /** Specs that no command shows, since they stand in the folder of this one. */
  hiddenIn({ path }: SpecFolder): readonly PlacedWarning[] {
    const specs = this.store.hiddenIn({ path });
    const [first] = specs;
    if (first === undefined) return [];
    return [
      {
        code: 'SPECS_HIDDEN',
        file: path,
        message: `${path} holds ${this.#hiddenCount(specs)} in the folder of another spec.`,
        hint: `To have it shown: \`mv ${shellWord(first)} ${shellWord(this.config.specsDir)}/\`.`,
      },
    ];
  }

  /** Other specs below the specs directory that no command shows. After the specs were read. */
  hidden(): readonly PlacedWarning[] {
    return this.#toldOf(this.store.hidden());
  }

  #toldOf(hidden: readonly HiddenSpecs[]): readonly PlacedWarning[] {
    const isLoose = ({ why }: HiddenSpecs) => why === 'no folder' || why === 'another name';
    const loose = hidden.filter(isLoose);
    const unnameable = hidden.filter(({ why }) => why === 'no name').map(({ path }) => path);
    return [
      ...this.#unnameable(unnameable),
      ...this.#notLookedInto(hidden.filter((one) => !isLoose(one) && one.why !== 'no name')),
      ...(loose.length > MOST_NAMES ? this.#manyLoose(loose) : loose.map((one) => this.#loose(one))),
    ];
  }

  #unnameable(paths: readonly string[]): readonly PlacedWarning[] {
    const { specsDir } = this.config;
    const hint = 'To have what is there read, give it a name in UTF-8, for example with `convmv`.';
    const told = (file: string, message: string) => ({ code: 'SPECS_HIDDEN', file, message, hint }) as const;
    if (paths.length <= MOST_NAMES)
      return paths.map((path) => told(path, `${path} is not read: its name is no UTF-8.`));
    const message = `${String(paths.length)} files and folders of ${specsDir} are not read: their names are no UTF-8 (${this.#namesOf(paths)}).`;
    return [told(specsDir, message)];
  }

  /** Files that read like specs, in one folder. */
  #loose({ path, why, specs }: HiddenSpecs): PlacedWarning {
    const [first = '', ...others] = specs;
    const document = this.config.structure.defaultFile;
    const place = why === 'no folder' ? first.replace(/\.[^./]*$/, '') : path;
    const move = `mv -n ${shellWord(first)} ${shellWord(`${place}/${document}`)}`;
    if (others.length === 0)
      return {
        code: 'SPECS_HIDDEN',
        file: first,
        message: `${first} reads like a spec, but no command shows it: a spec is a folder with a ${document}.`,
        hint: `To have it shown: \`${why === 'no folder' ? `mkdir ${shellWord(place)} && ` : ''}${move}\`.`,
      };
    return {
      code: 'SPECS_HIDDEN',
      file: path,
      message: `${path} holds ${String(specs.length)} files that read like specs and that no command shows (${this.#namesOf(specs)}): a spec is a folder with a ${document}.`,
      hint:
        why === 'no folder'
          ? `To have one shown: \`mkdir ${shellWord(place)} && ${move}\`.`
          : `To have them shown: if they are one spec, call its document ${document}; else give each a folder with its text in a ${document}.`,
    };
  }

  #manyLoose(loose: readonly HiddenSpecs[]): readonly PlacedWarning[] {
    const { specsDir, structure } = this.config;
    const specs = loose.flatMap((one) => one.specs);
    return [
      {
        code: 'SPECS_HIDDEN',
        file: specsDir,
        message: `${specsDir} holds ${String(specs.length)} files in ${String(loose.length)} folders that read like specs and that no command shows (${this.#namesOf(specs)}): a spec is a folder with a ${structure.defaultFile}.`,
        hint: `To have one shown, give it a folder of its own, and the name ${structure.defaultFile} there; or let structure.defaultFile in .spectool/config.json name what they are called.`,
      },
    ];
  }

  #notLookedInto(hidden: readonly HiddenSpecs[]): readonly PlacedWarning[] {
    return hidden.map(({ path, why, specs }) => {
      if (why === 'outside')
        return {
          code: 'SPECS_HIDDEN',
          file: path,
          message: `${path} is a link that leads outside the project: what it holds is not read.`,
          hint: 'If specs are there, put the folder itself in the place of the link.',
        };
      if (why === 'nowhere')
        return {
          code: 'SPECS_HIDDEN',
          file: path,
          message: `${path} is a link, and what it leads to is not there: no command shows the specs that were.`,
          hint: `Bring back what it leads to (\`ls -l ${shellWord(path)}\`).`,
        };
      if (why === 'another project')
        return {
          code: 'SPECS_HIDDEN',
          file: path,
          message: `${path} is a project of its own: what it holds is in its own log, and not shown here.`,
          hint: `Work on it there: \`cd ${shellWord(path)}\`.`,
        };
      return {
        code: 'SPECS_HIDDEN',
        file: path,
        message: `${path} holds ${this.#hiddenCount(specs)} in a folder behind a link.`,
        hint: 'To have them shown, put the folder itself in the place of the link.',
      };
    });
  }

  #leftIn(folder: string): readonly SpecFolder[] {
    const { specsDir } = this.config;
    return this.store.foldersIn(folder).filter(({ path }) => !`${path}/`.startsWith(`${specsDir}/`));
  }

  #otherFiles(): readonly Warning[] {
    const kept = [...this.store.keptFiles()];
    const [first] = kept;
    if (first === undefined) return [];
    const [path, name] = first;
    const { defaultFile } = this.config.structure;
    return [
      {
        code: 'FILE_NAME_KEPT',
        message: `${counted(kept.length)} made before structure.defaultFile became "${defaultFile}" ${kept.length === 1 ? 'keeps its file' : 'keep their file'} (${path}/${name}).`,
        hint: `They work as they are. To rename one: \`mv -n ${shellWord(`${path}/${name}`)} ${shellWord(`${path}/${defaultFile}`)}\`.`,
        advice: [{ useCase: 'initProject', to: 'bring AGENTS.md and .gitattributes up to date' }],
      },
    ];
  }

  #namesOf(specs: readonly string[]): string {
    return specs.slice(0, this.mostNames).join(', ') + (specs.length > this.mostNames ? ', …' : '');
  }

  #hiddenCount(specs: readonly string[]): string {
    const stand = specs.length === 1 ? 'it stands' : 'they stand';
    return `${counted(specs.length)} that no command shows (${this.#namesOf(specs)}): ${stand}`;
  }

  #formerFolders(): readonly string[] {
    const { specsDir } = this.config;
    const others = ({ events }: LogRecord) =>
      events.flatMap(({ data }) => specsDirIn(data)).filter((folder) => folder !== specsDir);
    const logged = this.#projectRecords((record) => others(record).length > 0).flatMap(others);
    return [...new Set([DEFAULT_CONFIG.specsDir, ...logged])].filter((folder) => folder !== specsDir);
  }

  /** None where they may not be read, which is told. */
  #projectRecords(matters: (record: LogRecord) => boolean): readonly LogRecord[] {
    try {
      return this.log.records(PROJECT_STREAM, matters);
    } catch (error) {
      if (error instanceof SpectoolError && error.code === 'LOG_UNREADABLE') return [];
      throw error;
    }
  }
}

/** Records may be anybody's: only what names a folder inside the project is looked into. */
function specsDirIn(data: unknown): readonly string[] {
  const { config } = (data ?? {}) as { readonly config?: { readonly specsDir?: unknown } | null };
  const folder = config?.specsDir;
  return typeof folder === 'string' && projectPathRule(folder) === undefined ? [plainFolder(folder)] : [];
}

function unplaced({ code, message, hint }: PlacedWarning): Warning {
  return { code, message, hint };
}

function lastNameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function counted(count: number): string {
  return count === 1 ? '1 spec' : `${String(count)} specs`;
}

/** The nearest first. */
