import { CONFIG_FILE } from '../../domain/project/projectFolders.js';
import type { ProjectConfig } from '../../domain/project/projectConfig.js';
import type { JsonValue } from '../../domain/value/json.js';
import type { InstructionWriter } from '../../ports/agentInstructions.js';
import type { Setting } from '../../domain/project/setting.js';
import { required, text, texts, type RequestSchema } from '../requestSchema.js';
import { agentsFindings } from '../setup/agentsFile.js';
import { AGENTS_FILE } from '../setup/assistantFiles.js';
import { describedProject } from '../setup/describedProject.js';
import { planProjectRecord } from '../setup/projectRecord.js';
import { refuseObstacles } from '../setup/refuseObstacles.js';
import { SetupChanges } from '../setup/setupChanges.js';
import type { SettingRequest } from '../queries/readSettings.js';
import { UseCase } from '../useCase.js';
import type { Warning } from '../warning.js';
import type { WriteSession } from '../changes/writeSession.js';
import type { ConfigurationStore } from '../../ports/configurationStore.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { Transaction } from '../../ports/transaction.js';
import type { AgentInstructions } from '../../ports/agentInstructions.js';

export interface ChangedSetting {
  readonly key: string;
  readonly from: Setting;
  readonly to: Setting;
  readonly warnings: readonly Warning[];
}

/** Edits one key of the configuration as a hand would; what became of it is recorded. */
abstract class ChangingSetting<Request extends object> extends UseCase<Request, ChangedSetting> {
  constructor(
    private readonly writeSession: WriteSession,
    private readonly configurationStore: ConfigurationStore,
    private readonly fileSystem: FileSystem,
    private readonly eventLog: EventLog,
    private readonly transaction: Transaction,
    private readonly agentInstructions: AgentInstructions,
    private readonly config: ProjectConfig,
  ) {
    super();
  }

  #staleAgents(config: ProjectConfig, instructions: InstructionWriter): boolean {
    const { eventLog, fileSystem: files } = this;
    const project = describedProject(eventLog, files);
    const findings = agentsFindings(files, { config, project }, instructions);
    return findings.some(({ code }) => code === 'AGENTS_STALE');
  }

  protected async change(
    command: string,
    key: string,
    typed: readonly string[] | undefined,
  ): Promise<ChangedSetting> {
    const {
      agentInstructions,
      configurationStore: store,
      eventLog,
      fileSystem: files,
      transaction,
      writeSession,
    } = this;
    const instructions = await agentInstructions.load();
    return writeSession.change(command, (drafts) => {
      refuseObstacles(files, [CONFIG_FILE]);
      const from = store.setting(key);
      const { text: edited, config, warnings } = store.edited(key, typed);
      if (edited === store.text()) return { key, from, to: from, warnings: [unchanged(key, typed)] };
      const changes = new SetupChanges(files);
      changes.own(CONFIG_FILE, edited);
      const wasStale = this.#staleAgents(this.config, instructions);
      const observation = {
        type: 'ObserveConfiguration',
        data: { config: config as unknown as JsonValue },
      } as const;
      planProjectRecord(eventLog, drafts, [observation], changes);
      changes.commit(transaction);
      return {
        key,
        from,
        to: store.setting(key),
        warnings: [
          ...warnings.map(({ key: place, message, allowed }): Warning => ({
            code: 'CONFIG_UNKNOWN_KEY',
            message: `${place} ${message}.`,
            ...(allowed !== undefined && { hint: allowed }),
          })),
          ...(!wasStale && this.#staleAgents(config, instructions) ? [stale(key)] : []),
        ],
      };
    });
  }
}

function stale(key: string): Warning {
  return {
    code: 'AGENTS_STALE',
    message: `${AGENTS_FILE} does not say yet what ${key} is.`,
    advice: [{ useCase: 'initProject', to: 'bring it up to date' }],
  };
}

function unchanged(key: string, typed: readonly string[] | undefined): Warning {
  return {
    code: 'UNCHANGED',
    message: typed === undefined ? `${key} is not set.` : `${key} is that already.`,
  };
}

export interface SetSettingRequest extends SettingRequest {
  /** As a person types it; of a list each member, or all of them separated by commas, or as JSON. */
  readonly values: readonly string[];
}

/** Gives a key of the configuration a value. */
export class SetSetting extends ChangingSetting<SetSettingRequest> {
  static readonly request: RequestSchema<SetSettingRequest> = {
    key: required(text),
    values: required(texts),
  };

  protected override async run({ key, values }: SetSettingRequest): Promise<ChangedSetting> {
    return this.change('config set', key, values);
  }
}

/** Takes a key out of the configuration: its default counts again. */
export class UnsetSetting extends ChangingSetting<SettingRequest> {
  static readonly request: RequestSchema<SettingRequest> = { key: required(text) };

  protected override async run({ key }: SettingRequest): Promise<ChangedSetting> {
    return this.change('config unset', key, undefined);
  }
}
