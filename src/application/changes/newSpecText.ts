import { splitDocument } from '../../domain/document/frontmatter/parseSimpleFrontmatter.js';
import { documentSizeProblem, documentTextProblem } from '../../domain/document/documentText.js';
import { bodyOf, type SpecDocument } from '../../domain/document/specDocument.js';
import { progressOf } from '../../domain/criteria/criteria.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { nearestWords } from '../../domain/naming/nearestWords.js';
import { CONFIG_FILE, TEMPLATES_FOLDER } from '../../domain/project/projectFolders.js';
import {
  type BuiltInPlaceholder,
  filledDefaultsLength,
  filledLength,
  isUnwritten,
  placeholderKey,
  renderTemplate,
  type TemplateDefault,
  templateDefaults,
  templateFile,
  type TemplateLines,
  templateLines,
  templateNames,
  withFeatures,
  withMarkedPlaceholders,
} from '../../domain/template/template.js';
import { largestNumber } from '../../domain/value/collections.js';
import type { CalendarDate } from '../../domain/value/dates.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import { projectDescription } from './projectSettingsRecord.js';
import { Service, type Warning } from '../useCase.js';
import { withoutBlankLines } from '../../domain/value/text.js';

export interface ChosenTemplate {
  readonly file: string;
  readonly body: string;
  /** Frontmatter of the template, with each placeholder replaced by a marker that YAML can parse. */
  readonly frontmatter: JsonObject;
}

export interface FilledTemplate {
  readonly file: string;
  readonly body: string;
  /** Default values from the template for frontmatter fields of the new spec. */
  readonly defaults: ReadonlyMap<string, TemplateDefault>;
  /** Placeholders in the text that have no value. */
  readonly unknown: readonly string[];
}

/** Creates the initial text of a new spec from a template. */
export class NewSpecText extends Service {
  /** Cache: the templates do not change during a command. */
  #lines: TemplateLines | undefined;
  #mostCriteria: number | undefined;

  /**
   * Reads a template.
   * @param name a template name of the configuration, or a file name in the templates folder; undefined for the default.
   * @throws SpectoolError `TEMPLATE_NOT_FOUND` with the known names, `TEMPLATE_INVALID` if the template cannot be read.
   */
  template(name: string | undefined): ChosenTemplate {
    const file = this.#fileOf(name);
    const read = this.use.templateLibrary.read(file);
    if (read === undefined) throw this.#notFound(name ?? file);
    const { text, problem: noText } = read;
    if (noText !== undefined)
      throw new SpectoolError('TEMPLATE_INVALID', `${TEMPLATES_FOLDER}/${file} ${noText}.`, {
        hint: 'Save the template as UTF-8 text, then run the command again.',
      });
    const document = this.use.specStore.parse(marked(withFeatures(text, this.use.config.features)));
    const { problem } = document;
    if (problem !== undefined && problem.code !== 'FRONTMATTER_MISSING') {
      throw invalid(file, problem.line ?? 1, problem.message);
    }
    const key = placeholderKey(document.frontmatter);
    if (key !== undefined)
      throw invalid(file, 1, `The frontmatter has the placeholder ${key} in place of a field name.`);
    return {
      file,
      body: withoutBlankLines(bodyOf(document)),
      frontmatter: document.frontmatter,
    };
  }

  /**
   * Replaces placeholders by `variables` in one pass; unknown placeholders stay.
   * @throws SpectoolError `TEMPLATE_INVALID` if the resulting document would be unreadable. The size is checked before the
   * text is built.
   */
  fill({ file, body, frontmatter }: ChosenTemplate, variables: ReadonlyMap<string, string>): FilledTemplate {
    const length = filledLength(body, variables) + filledDefaultsLength(frontmatter, variables);
    const tooLarge = documentSizeProblem(length);
    if (tooLarge !== undefined) throw unreadable(file, tooLarge);
    const { text, unknown } = renderTemplate(body, variables);
    const garbled = documentTextProblem(text);
    if (garbled !== undefined) throw unreadable(file, garbled);
    return { file, body: text, defaults: templateDefaults(frontmatter, variables), unknown };
  }

  /**
   * Returns the template names that `create` accepts: those in the configuration, or the file names if the configuration has
   * none.
   */
  names(): readonly string[] {
    return templateNames(this.use.config.templates, this.use.templateLibrary.names());
  }

  /** True if the text of a spec is still empty or the unchanged template. */
  isUnwritten(document: Pick<SpecDocument, 'text' | 'bodyStart'>): boolean {
    this.#lines ??= templateLines(this.#texts());
    return isUnwritten(bodyOf(document), this.#lines);
  }

  /** The largest number of criteria in a template; a spec with more criteria has been written. */
  mostCriteria(): number {
    this.#mostCriteria ??= largestNumber(
      this.#texts().map((text) => progressOf(text, this.use.config.criteria.sections)?.total ?? 0),
    );
    return this.#mostCriteria;
  }

  #texts(): readonly string[] {
    return this.use.templateLibrary.names().flatMap((name) => {
      try {
        return this.use.templateLibrary.read(name)?.text ?? [];
      } catch (error) {
        // Only commands that use a template report a broken one.
        if (error instanceof SpectoolError) return [];
        throw error;
      }
    });
  }

  #fileOf(name: string | undefined): string {
    const { templates, template } = this.use.config;
    if (name === undefined) return template;
    return templateFile(name, templates, this.use.templateLibrary.names()) ?? name;
  }

  #notFound(name: string): SpectoolError {
    const known = this.names();
    const near = nearestWords(name, known);
    return new SpectoolError(
      'TEMPLATE_NOT_FOUND',
      `There is no template "${name}". The templates are: ${known.join(', ')}.`,
      {
        hint:
          near[0] === undefined
            ? 'Choose one of these templates, or add a file to .spectool/templates/.'
            : `Did you mean ${near[0]}?`,
        details: { template: name, known },
      },
    );
  }
}

export function unknownPlaceholders(file: string, unknown: Iterable<string>): readonly Warning[] {
  return [...new Set(unknown)].map((placeholder) => ({
    code: 'PLACEHOLDER_UNKNOWN',
    message: `${TEMPLATES_FOLDER}/${file}: the placeholder {${placeholder}} has no value, so it was left in the text.`,
    hint: `Define ${placeholder} in .spectool/config.json: "variables": {"${placeholder}": "…"}.`,
  }));
}

/** Replaces placeholders in the frontmatter by markers, because YAML would read their braces as a mapping. */
function marked(text: string): string {
  const parts = splitDocument(text);
  if (parts.kind === 'bare') return text;
  const { blockStart, blockEnd } = parts;
  const block = withMarkedPlaceholders(text.slice(blockStart, blockEnd));
  return text.slice(0, blockStart) + block + text.slice(blockEnd);
}

function invalid(file: string, line: number, message: string): SpectoolError {
  return new SpectoolError('TEMPLATE_INVALID', `${TEMPLATES_FOLDER}/${file}:${String(line)}: ${message}`, {
    hint: 'Correct the template, then try again.',
  });
}

function unreadable(file: string, problem: string): SpectoolError {
  return new SpectoolError(
    'TEMPLATE_INVALID',
    `The text generated from ${TEMPLATES_FOLDER}/${file} and the project's variables ${problem}.`,
    { hint: `Correct the template or the variables of ${CONFIG_FILE}, then try again.` },
  );
}

/**
 * Values for the placeholders of templates, from three sources: the spec, the project, and `variables` of the configuration.
 */
export class TemplateVariables extends Service {
  forSpec(spec: {
    readonly name: string;
    readonly title: string;
    readonly created: CalendarDate;
    readonly sequence: number;
  }): ReadonlyMap<string, string> {
    const { structure, variables } = this.use.config;
    const builtIn: Readonly<Record<BuiltInPlaceholder, string>> = {
      name: spec.name,
      title: spec.title,
      date: spec.created,
      created: spec.created,
      status: 'planned',
      sequence: String(spec.sequence).padStart(structure.sequenceDigits, '0'),
      project_name: projectDescription(this.use.eventLog, this.use.fileSystem).name,
      author: this.use.actors.actor(),
    };
    return new Map(Object.entries({ ...variables, ...builtIn }));
  }
}
