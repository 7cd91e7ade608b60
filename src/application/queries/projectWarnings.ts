import { foldSpec } from '../../domain/log/foldSpec.js';
import { type LogRecord, PROJECT_STREAM, RECORD_VERSION } from '../../domain/log/record.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { plainFolder, projectPathRule } from '../../domain/project/configRules.js';
import { DEFAULT_CONFIG, type ProjectConfig } from '../../domain/project/projectConfig.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Needs } from '../services.js';
import { shellWord } from '../shellWord.js';
import type { Warning } from '../warning.js';

const MOST_NAMES = 5;
const MOST_TO_LOOK_INTO = 500;

/** What reading commands say of the project as a whole: a log this build reads in part, specs made under an earlier configuration. */
export class ProjectWarnings {
  static readonly needs = ['specStore', 'eventLog', 'config'] as const;
  readonly #store: SpecStore;
  readonly #log: EventLog;
  readonly #config: ProjectConfig;

  constructor(services: Needs<typeof ProjectWarnings>) {
    this.#store = services.specStore;
    this.#log = services.eventLog;
    this.#config = services.config;
  }

  /** After the specs were read. */
  warnings(): readonly Warning[] {
    return [...this.newerLog(), ...this.elsewhere(), ...this.#hiddenIfFew(), ...this.#otherFiles()];
  }

  /** For results that have warnings only where there is something to tell. */
  ifAny(): { readonly warnings?: readonly Warning[] } {
    const warnings = [...this.newerLog(), ...this.elsewhere()];
    return warnings.length > 0 ? { warnings } : {};
  }

  /** Records of a newer spectool: what they say is not shown. */
  newerLog(): readonly Warning[] {
    if ((this.#log.highestVersion?.() ?? RECORD_VERSION) <= RECORD_VERSION) return [];
    const newer = this.#log.streams().flatMap((stream) => {
      const records = this.#log.records(stream);
      if (!records.some(({ v }) => v > RECORD_VERSION)) return [];
      const { spec } = foldSpec(stream === PROJECT_STREAM ? [] : records);
      return spec.kind === 'active' ? spec.labels.ref : stream;
    });
    if (newer.length === 0) return [];
    const names = newer.slice(0, MOST_NAMES).join(', ');
    return [
      {
        code: 'LOG_NEWER',
        message: `A newer spectool has changed ${counted(newer.length)} (${names}${newer.length > MOST_NAMES ? ', …' : ''}): changes this version cannot read are not shown.`,
        hint: 'Upgrade spectool.',
      },
    ];
  }

  /** The names of folders in what `specsDir` named before. */
  refsElsewhere(): readonly string[] {
    return this.#formerFolders().flatMap((folder) => this.#leftIn(folder).map(({ ref }) => ref));
  }

  /** Specs in a folder that `specsDir` named before. */
  elsewhere(): readonly Warning[] {
    const { specsDir } = this.#config;
    return this.#formerFolders().flatMap((folder) => {
      const left = this.#leftIn(folder);
      const [first] = left;
      if (first === undefined) return [];
      return [
        {
          code: 'SPECS_LEFT_BEHIND',
          message: `${folder}/ still holds ${counted(left.length)}, but specsDir is "${specsDir}" now: no command shows them.`,
          hint: `Move them, one by one or all: \`mkdir -p ${shellWord(specsDir)} && mv ${shellWord(first.path)} ${shellWord(specsDir)}/\`; or set specsDir back to "${folder}" in .spectool/config.json.`,
        },
      ];
    });
  }

  /** Every folder is looked into: of very many, `validate` alone does that. */
  #hiddenIfFew(): readonly Warning[] {
    if (this.#store.folders().length > MOST_TO_LOOK_INTO) return [];
    return this.hidden().map(({ code, message, hint }) => ({ code, message, hint }));
  }

  /** Specs below the specs directory that no command shows. After the specs were read. */
  hidden(): readonly (Warning & { readonly file: string; readonly hint: string })[] {
    return this.#store.hidden().map(({ path, why, specs }) => {
      const names = specs.slice(0, MOST_NAMES).join(', ') + (specs.length > MOST_NAMES ? ', …' : '');
      const [first] = specs;
      if (why === 'outside' || first === undefined)
        return {
          code: 'SPECS_HIDDEN',
          file: path,
          message: `${path} is a link that leads outside the project: what it holds is not read.`,
          hint: 'If specs are there, put the folder itself in the place of the link.',
        };
      const where = why === 'in a spec' ? 'the folder of another spec' : 'a folder behind a link';
      return {
        code: 'SPECS_HIDDEN',
        file: path,
        message: `${path} holds ${counted(specs.length)} that no command shows (${names}): ${specs.length === 1 ? 'it stands' : 'they stand'} in ${where}.`,
        hint:
          why === 'in a spec'
            ? `To have it shown: \`mv ${shellWord(first)} ${shellWord(this.#config.specsDir)}/\`.`
            : 'To have them shown, put the folder itself in the place of the link.',
      };
    });
  }

  #leftIn(folder: string): readonly SpecFolder[] {
    const { specsDir } = this.#config;
    return this.#store.foldersIn(folder).filter(({ path }) => !`${path}/`.startsWith(`${specsDir}/`));
  }

  #otherFiles(): readonly Warning[] {
    const kept = [...this.#store.keptFiles()];
    const [first] = kept;
    if (first === undefined) return [];
    const [path, name] = first;
    const { defaultFile } = this.#config.structure;
    return [
      {
        code: 'FILE_NAME_KEPT',
        message: `${counted(kept.length)} made before structure.defaultFile became "${defaultFile}" ${kept.length === 1 ? 'keeps its file' : 'keep their file'} (${path}/${name}).`,
        hint: `They work as they are. To rename one: \`mv -n ${shellWord(`${path}/${name}`)} ${shellWord(`${path}/${defaultFile}`)}\`.`,
        advice: [{ useCase: 'initProject', to: 'bring AGENTS.md and .gitattributes up to date' }],
      },
    ];
  }

  #formerFolders(): readonly string[] {
    const { specsDir } = this.#config;
    const others = ({ events }: LogRecord) =>
      events.flatMap(({ data }) => specsDirIn(data)).filter((folder) => folder !== specsDir);
    const logged = this.#log.records(PROJECT_STREAM, (record) => others(record).length > 0).flatMap(others);
    return [...new Set([DEFAULT_CONFIG.specsDir, ...logged])].filter((folder) => folder !== specsDir);
  }
}

/** Records may be anybody's: only what names a folder inside the project is looked into. */
function specsDirIn(data: unknown): readonly string[] {
  const { config } = (data ?? {}) as { readonly config?: { readonly specsDir?: unknown } | null };
  const folder = config?.specsDir;
  return typeof folder === 'string' && projectPathRule(folder) === undefined ? [plainFolder(folder)] : [];
}

function counted(count: number): string {
  return count === 1 ? '1 spec' : `${String(count)} specs`;
}
