import { LARGEST_SETTINGS } from '../../domain/value/bounds.js';
import { PROJECT_STREAM } from '../../domain/log/records/record.js';
import { describeProject, type ProjectDescription } from '../../domain/project/describeProject.js';
import { foldProjectConfig } from '../../domain/project/projectConfigFromEvents.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';

/**
 * Returns the project's name and description: the name from the log, else from the project's files; the description from its
 * files.
 */
export function projectDescription(log: EventLog, files: FileSystem): ProjectDescription {
  const readme = files.list('').find(({ name }) => /^readme\.(?:md|markdown)$/i.test(name))?.name;
  return describeProject(
    files.root,
    plainText(files, 'package.json'),
    readme === undefined ? undefined : plainText(files, readme),
    foldProjectConfig(log.records(PROJECT_STREAM)).name,
  );
}

/** Returns the text of a regular file of limited size; links are not followed. */
function plainText(files: FileSystem, path: string): string | undefined {
  const stat = files.stat(path);
  return stat?.kind === 'file' && stat.size <= LARGEST_SETTINGS ? files.readText(path) : undefined;
}
