import { type TemplateLibrary } from '../../../ports/shippedAndGeneratedTexts.js';
import { BOUNDS } from '../../../domain/value/bounds.js';
import { plainText, type PlainText } from '../../../domain/document/documentText.js';
import { conflictedSides, conflictLine } from '../../../domain/document/conflictMarks.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import {
  completeConfiguration,
  type ConfigFinding,
  type GivenConfiguration,
} from '../../../domain/project/configRulesAndDefaults.js';
import {
  type Configuration,
  DEFAULT_CONFIG,
  type Setting,
  type SettingChange,
} from '../../../domain/project/configuration.js';
import { CONFIG_FILE, TEMPLATES_FOLDER } from '../../../domain/project/projectFolders.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/value/jsonValue.js';
import type {
  ConfigurationStore,
  EditedConfiguration,
  LoadedConfiguration,
} from '../../../ports/configurationStore.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import { editedJson, inheritedSettings, parseConfig, type ReadInRepository } from './configText.js';
import { ALL_KEYS, CONFIG_KEYS, configKey, typedValue, validateConfig } from './configValidation.js';

/** Reads and edits `.spectool/config.json`. Reading parses the file, validates all of it and adds default values. */
export class FileConfigurationStore implements ConfigurationStore {
  readonly #files: FileSystem;
  readonly #readInRepository: ReadInRepository;

  /** @param readInRepository reads the files that `extends` names in a configuration of an earlier version. */
  constructor(
    files: FileSystem,
    readInRepository: ReadInRepository = () => ({ problem: 'cannot be read here' }),
  ) {
    this.#files = files;
    this.#readInRepository = readInRepository;
  }

  exists(): boolean {
    return this.#files.stat(CONFIG_FILE) !== undefined;
  }

  text(): string | undefined {
    return this.#files.readText(CONFIG_FILE);
  }

  load(options: { readonly missingTemplates?: 'allowed' } = {}): LoadedConfiguration {
    const bytes = this.#files.read(CONFIG_FILE);
    if (bytes === undefined) {
      throw new SpectoolError(
        'NOT_A_PROJECT',
        `There is no ${CONFIG_FILE} here or in a parent folder; folders outside the git repository do not count.`,
        {
          advice: [{ useCase: 'initProject', to: 'make this folder a project' }],
        },
      );
    }
    const { text, problem } = plainText(bytes);
    if (problem !== undefined)
      throw invalid([{ key: '', message: `the file ${problem}`, allowed: 'UTF-8 text' }]);
    const line = conflictLine(text, text.length);
    if (line === undefined) return this.#checked(text, options);
    const loaded = this.#checked(conflictedSides(text).ours, options);
    return { ...loaded, warnings: [inConflict(line), ...loaded.warnings] };
  }

  #checked(text: string, options: { readonly missingTemplates?: 'allowed' } = {}): LoadedConfiguration {
    const { value, problems } = parseConfig(text);
    if (problems !== undefined) throw invalid(problems);
    const { errors, warnings } = validateConfig(value);
    if (errors.length > 0)
      throw invalid([...errors, ...this.#missingTemplates(soundTemplates(value, errors))], warnings);
    const given = value as JsonObject;
    const config = completeConfiguration(given);
    const missing = options.missingTemplates === 'allowed' ? [] : this.#missingTemplates(config);
    const unusable = [...this.#blockedSpecsDir(config.specsDir), ...missing];
    if (unusable.length > 0) throw invalid(unusable, warnings);
    return { config, given, warnings };
  }

  initial(): Configuration {
    const blocked = this.#blockedSpecsDir(DEFAULT_CONFIG.specsDir);
    if (blocked.length === 0) return DEFAULT_CONFIG;
    throw new SpectoolError('CONFIG_INVALID', 'The specs folder cannot be created:', {
      hint: `Nothing was written. Move the file or link at that path elsewhere, or create ${CONFIG_FILE} with {"specsDir": "another-folder"}; then run the command again.`,
      details: blocked.map((finding) => ({ ...finding })),
    });
  }

  /**
   * Returns a problem if a part of the path `specsDir` exists but is not a folder. A missing folder is no problem, because the
   * first command that writes creates it.
   */
  #blockedSpecsDir(specsDir: string): readonly ConfigFinding[] {
    const parts = specsDir.split('/');
    const places = parts.map((_part, i) => parts.slice(0, i + 1).join('/'));
    const found = places.map((place) => [place, this.#obstacleAt(place)] as const);
    return found.flatMap(([place, obstacle]) =>
      obstacle === undefined
        ? []
        : [
            {
              key: 'specsDir',
              message: `names "${specsDir}", but ${place} is ${obstacle}`,
              allowed: 'a folder; move the file or link elsewhere, or choose another folder',
            },
          ],
    );
  }

  #obstacleAt(place: string): string | undefined {
    const kind = this.#files.stat(place)?.kind;
    if (kind === undefined || kind === 'directory') return undefined;
    if (kind !== 'link') return 'a file';
    return this.#files.isInside(place) ? undefined : 'a link that leads outside the project';
  }

  keys(): readonly string[] {
    return ALL_KEYS;
  }

  settings(): readonly Setting[] {
    const at = this.#settingAt();
    return CONFIG_KEYS.flatMap((key): readonly Setting[] => {
      const setting = at(key, key.split('.'));
      const { value } = setting;
      if (value === null) return [];
      if (!isJsonObject(value)) return [setting];
      const names = Object.keys(value);
      return names.map((name) => at(`${key}.${name}`, [...key.split('.'), name]));
    });
  }

  /** Returns a function that looks up a setting: its value in the file, or its default value if the file has none. */
  #settingAt(): (key: string, path: readonly string[]) => Setting {
    const { config, given } = this.load();
    return (key, path) => {
      const found = valueIn(given, path);
      return {
        key,
        value: found ?? valueIn(config as unknown as JsonValue, path) ?? null,
        isDefault: found === undefined,
      };
    };
  }

  setting(key: string): Setting {
    const { path } = configKey(key);
    return this.#settingAt()(key, path);
  }

  edited(typed: ReadonlyMap<string, readonly string[] | undefined>): EditedConfiguration {
    const changes = [...typed].map(([key, values]): SettingChange => {
      const known = configKey(key);
      return { path: known.path, value: values === undefined ? undefined : typedValue(key, known, values) };
    });
    try {
      return this.editedAll(changes);
    } catch (error) {
      if (!(error instanceof SpectoolError) || error.code !== 'CONFIG_INVALID') throw error;
      const { details } = error;
      throw new SpectoolError(
        'CONFIG_INVALID',
        error.message.replace(`${CONFIG_FILE} has `, `${CONFIG_FILE} would have `),
        {
          hint: 'Correct the value, or set the listed settings in the same command; nothing was changed.',
          ...(details !== undefined && { details }),
        },
      );
    }
  }

  editedAll(changes: readonly SettingChange[]): EditedConfiguration {
    const before = this.text() ?? '{}';
    const text = changes.reduce((edited, { path, value }) => editedJson(edited, path, value), before);
    return { text, ...this.#checked(text) };
  }

  withoutExtends(): EditedConfiguration | undefined {
    const own = parseConfig(this.text() ?? '{}').value as JsonObject;
    if (own['extends'] === undefined) return undefined;
    const changes = inheritedSettings(own, this.#readInRepository);
    return changes && this.editedAll(changes);
  }

  textWith({ template: fileName, projectName }: Parameters<ConfigurationStore['textWith']>[0]): string {
    const text = this.text() ?? '{}';
    const { template = DEFAULT_CONFIG.template, templates } = this.load({ missingTemplates: 'allowed' })
      .given as GivenConfiguration;
    const paths = [['template'], ...(templates?.['default'] === template ? [['templates', 'default']] : [])];
    const isOther = fileName !== template;
    const placed = isOther ? paths.reduce((edited, path) => editedJson(edited, path, fileName), text) : text;
    return projectName === undefined
      ? placed
      : editedJson(placed, ['variables', 'project_name'], projectName);
  }

  #missingTemplates({ template, templates }: NamedTemplates): readonly ConfigFinding[] {
    const named: (readonly [string, string])[] = [
      ...(template === undefined ? [] : [['template', template] as const]),
      ...Object.entries(templates)
        .filter(([, file]) => file !== template)
        .map(([name, file]) => [`templates.${name}`, file] as const),
    ];
    const there = templatesIn(this.#files);
    return named
      .filter(([, file]) => !there.includes(file))
      .map(([key, file]) => ({
        key,
        message: `names "${file}", which is not in ${TEMPLATES_FOLDER}/`,
        allowed:
          there.length === 0
            ? 'the standard templates, once `init` has restored them'
            : there.map((name) => `"${name}"`).join(', '),
      }));
  }
}

function valueIn(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (inner, key) => (isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
}

interface NamedTemplates {
  readonly template?: string;
  readonly templates: Readonly<Record<string, string>>;
}

/** Returns the valid template names in a configuration that has other problems, so that the templates can be checked too. */
function soundTemplates(value: unknown, errors: readonly ConfigFinding[]): NamedTemplates {
  const wrong = new Set(errors.map(({ key }) => key));
  const given = (typeof value === 'object' && value !== null ? value : {}) as GivenConfiguration;
  const named = wrong.has('templates') ? [] : Object.entries(given.templates ?? {});
  return {
    ...(given.template !== undefined && !wrong.has('template') && { template: given.template }),
    templates: Object.fromEntries(named.filter(([name]) => !wrong.has(`templates.${name}`))),
  };
}

function inConflict(line: number): ConfigFinding {
  return {
    key: `line ${line}`,
    message: 'begins a conflict that a merge left; the first side is used until you resolve it',
    allowed: `edit the marked lines, then run \`git add ${CONFIG_FILE}\``,
    conflictLine: line,
  };
}

/**
 * Returns the error for an invalid configuration.
 * @param ignored warnings about keys without effect, which are listed too because they may have the same cause.
 */
function invalid(findings: readonly ConfigFinding[], ignored: readonly ConfigFinding[] = []): SpectoolError {
  const lines = findings.map(({ key, message, allowed }) => {
    const what = key === '' ? message : `${key} ${message}`;
    return allowed === undefined ? `  ${what}` : `  ${what}; allowed: ${allowed}`;
  });
  for (const { key, message, allowed } of ignored)
    lines.push(`  ${key} ${message}${allowed === undefined ? '' : ` (${allowed})`}`);
  const count = findings.length === 1 ? 'a problem' : `${findings.length} problems`;
  return new SpectoolError('CONFIG_INVALID', `${CONFIG_FILE} has ${count}:\n${lines.join('\n')}`, {
    hint: 'Correct the file; `.spectool/config.schema.json` describes every setting.',
    details: [...findings, ...ignored].map((finding) => ({ ...finding })),
  });
}

/** Reads templates, which are the files directly in `.spectool/templates/`. */
export class FileTemplateLibrary implements TemplateLibrary {
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  read(fileName: string): PlainText | undefined {
    if (!this.names().includes(fileName)) return undefined;
    const bytes = this.#files.read(`${TEMPLATES_FOLDER}/${fileName}`);
    if (bytes === undefined) return undefined;
    const megabytes = Math.ceil(bytes.length / BOUNDS.smallFile);
    return megabytes > 1
      ? { problem: `has ${String(megabytes)} MB, more than the limit of 1 MB for templates` }
      : plainText(bytes);
  }

  names(): readonly string[] {
    return templatesIn(this.#files);
  }
}

/** Returns the names of the template files; a link that leads outside the project is left out. */
function templatesIn(files: FileSystem): readonly string[] {
  return files
    .list(TEMPLATES_FOLDER)
    .filter(
      ({ kind, name }) =>
        kind === 'file' || (kind === 'link' && files.isInside(`${TEMPLATES_FOLDER}/${name}`)),
    )
    .map(({ name }) => name);
}
