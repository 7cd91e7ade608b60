import type { Configuration } from '../../domain/project/configuration.js';
import type { BuiltInPlaceholder } from '../../domain/template/builtInPlaceholders.js';
import type { CalendarDate } from '../../domain/value/calendarDate.js';
import type { ActorSource } from '../../ports/actorSource.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import { describedProject } from '../setup/describedProject.js';

/** What templates may name: the spec's own facts, the project's, then the configuration's `variables`. */
export class TemplateVariables {
  constructor(
    private readonly config: Configuration,
    private readonly files: FileSystem,
    private readonly actors: ActorSource,
    private readonly log: EventLog,
  ) {}

  forSpec(spec: {
    readonly name: string;
    readonly title: string;
    readonly created: CalendarDate;
    readonly sequence: number;
  }): ReadonlyMap<string, string> {
    const { structure, variables } = this.config;
    const builtIn: Readonly<Record<BuiltInPlaceholder, string>> = {
      name: spec.name,
      title: spec.title,
      date: spec.created,
      created: spec.created,
      status: 'planned',
      sequence: String(spec.sequence).padStart(structure.sequenceDigits, '0'),
      project_name: describedProject(this.log, this.files).name,
      author: this.actors.actor(),
    };
    return new Map(Object.entries({ ...variables, ...builtIn }));
  }
}
