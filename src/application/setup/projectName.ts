import { PROJECT_STREAM } from '../../domain/log/record.js';
import { foldProject } from '../../domain/project/project.js';
import type { EventLog } from '../../ports/eventLog.js';

/** What the project was called when it was initialised, else what its folder is called. */
export function projectName(log: EventLog, root: string): string {
  return foldProject(log.records(PROJECT_STREAM)).name ?? folderName(root);
}

function folderName(root: string): string {
  const parts = root.split(/[/\\]/).filter((part) => part !== '');
  // A folder may be called anything; what is made of its name stays on one line.
  const name = (parts.at(-1) ?? '').replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return name === '' ? 'project' : name;
}
