import { ContainerModule } from 'inversify';
import { PackageFiles } from '../adapters/system/packageFiles.js';
import { InitProject } from '../application/commands/initProject.js';
import { InstallSkill } from '../application/commands/installSkill.js';
import { SkillInstallation } from '../application/setup/skillInstallation.js';
import { packageRoot } from './packageRoot.js';
import { TOKENS } from './tokens.js';

/** What sets a project up; `init` works before there is a configuration. */
export const setupModule = new ContainerModule(({ bind }) => {
  bind(TOKENS.ShippedFiles).toResolvedValue(() => new PackageFiles(packageRoot()), []);
  bind(TOKENS.SkillInstallation).toResolvedValue(
    (files, log, hasher, shipped) => new SkillInstallation(files, log, hasher, shipped),
    [TOKENS.FileSystem, TOKENS.EventLog, TOKENS.Hasher, TOKENS.ShippedFiles],
  );
  bind(TOKENS.InitProject).toResolvedValue(
    (files, lock, configuration, log, clock, ids, actors, hasher, shipped, repository, skill) =>
      new InitProject({
        files,
        lock,
        configuration,
        log,
        clock,
        ids,
        actors,
        hasher,
        shipped,
        repository,
        skill,
      }),
    [
      TOKENS.FileSystem,
      TOKENS.ProjectLock,
      TOKENS.ConfigurationStore,
      TOKENS.EventLog,
      TOKENS.Clock,
      TOKENS.IdGenerator,
      TOKENS.ActorSource,
      TOKENS.Hasher,
      TOKENS.ShippedFiles,
      TOKENS.Repository,
      TOKENS.SkillInstallation,
    ],
  );
  bind(TOKENS.InstallSkill).toResolvedValue(
    (access, installation, files, log, { config }) =>
      new InstallSkill(access, installation, files, log, config),
    [TOKENS.WriteSession, TOKENS.SkillInstallation, TOKENS.FileSystem, TOKENS.EventLog, TOKENS.Configuration],
  );
});
