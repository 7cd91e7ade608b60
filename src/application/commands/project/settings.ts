import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { Setting } from '../../../domain/project/configuration.js';
import { CONFIG_FILE } from '../../../domain/project/projectFolders.js';
import { planProjectRecord } from '../../changes/projectSettingsRecord.js';
import { required, text, texts, type Warning, useCase } from '../../useCase.js';
import { checkWritable, SetupChanges } from '../../setup/setupChanges.js';
import type { Services } from '../../services.js';

export interface ChangedSetting {
  readonly key: string;
  readonly from: Setting;
  readonly to: Setting;
  /** Further settings that the same command changed. */
  readonly more?: readonly Pick<ChangedSetting, 'key' | 'from' | 'to'>[];
  readonly warnings: readonly Warning[];
}

/** Changes keys of the configuration: records the event and writes the file. */
export async function changeSettings(
  use: Services,
  command: string,
  typed: ReadonlyMap<string, readonly string[] | undefined>,
): Promise<ChangedSetting> {
  const keys = [...typed.keys()];
  const { configurationStore: store, fileSystem: files } = use;
  return use.writeSession.change(command, (drafts) => {
    checkWritable(files, [CONFIG_FILE]);
    const before = keys.map((one) => store.setting(one));
    const found = store.load();
    const { text, given, warnings } = store.edited(typed);
    if (text === store.text())
      return { ...changed(before, before), warnings: keys.map((one) => unchanged(one, typed.get(one))) };
    const changes = new SetupChanges(files);
    changes.own(CONFIG_FILE, text);
    const change = { type: 'ChangeSettings', data: { given } } as const;
    planProjectRecord(use.eventLog, drafts, [change], changes, found.config);
    changes.commit(use.transaction);
    return {
      ...changed(
        before,
        keys.map((one) => store.setting(one)),
      ),
      warnings: warnings.map(({ key: place, message, allowed }): Warning => ({
        code: 'CONFIG_UNKNOWN_KEY',
        message: `${place} ${message}.`,
        ...(allowed !== undefined && { hint: allowed }),
      })),
    };
  });
}

function changed(before: readonly Setting[], after: readonly Setting[]): Omit<ChangedSetting, 'warnings'> {
  const [first, ...more] = before.map((from, i) => ({ key: from.key, from, to: after[i] ?? from }));
  if (first === undefined) throw new SpectoolError('USAGE', 'No setting was specified.');
  return { ...first, ...(more.length > 0 && { more }) };
}

function unchanged(key: string, typed: readonly string[] | undefined): Warning {
  return {
    code: 'UNCHANGED',
    message: typed === undefined ? `${key} is not set.` : `${key} already has this value.`,
  };
}

const SETTING = {
  /** Path of a key of the configuration: `structure.prefix`, `rules.SIZE`, `frontmatter.custom.team`. */
  key: required(text),
};

/** Sets a key of the configuration. */
export const setSetting = useCase(
  {
    ...SETTING,
    /** Values as typed on the command line: list members as separate arguments, separated by commas, or as a JSON list. */
    values: required(texts),
    /** Further settings to change in the same step, each as `KEY=VALUE`. */
    more: texts,
  },
  (use, { key, values, more = [] }): Promise<ChangedSetting> => {
    const pairs = more.map((pair) => {
      const end = pair.indexOf('=');
      if (end > 0) return [pair.slice(0, end), [pair.slice(end + 1)]] as const;
      throw new SpectoolError('USAGE', `"${pair}" is not of the form KEY=VALUE.`);
    });
    return changeSettings(use, 'config set', new Map([[key, values], ...pairs]));
  },
);

/** Removes a key from the configuration, so that its default applies. */
export const unsetSetting = useCase(SETTING, (use, { key }): Promise<ChangedSetting> => {
  return changeSettings(use, 'config unset', new Map([[key, undefined]]));
});

/** Reads one key of the configuration. */
export const readSetting = useCase(SETTING, ({ configurationStore }, { key }): Setting => {
  return configurationStore.setting(key);
});

export interface ListSettingsResult {
  readonly settings: readonly Setting[];
}

/** Lists all keys of the configuration that have a value. */
export const listSettings = useCase({}, ({ configurationStore }): ListSettingsResult => {
  return { settings: configurationStore.settings() };
});
