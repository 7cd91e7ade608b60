import type { Advice } from '../../domain/errors/advice.js';
import { LISTED_FIELDS, type FieldFilters } from '../../domain/fields/fieldFilter.js';
import {
  FIELDS,
  REQUESTED_FIELDS,
  standardField,
  type FieldRequest,
  type MemberRequests,
} from '../../domain/fields/fields.js';
import { fieldValues, text, texts, type RequestSchema } from '../requestSchema.js';
import type { Choice } from '../specCatalog.js';

/** The specs that a change applies to. */
export type ChosenSpecs = Pick<Choice, 'specs' | 'where'>;

export const CHOSEN_SPECS: RequestSchema<ChosenSpecs> = { specs: texts, where: fieldValues };

/** The fields that a request can set, from the table of fields. */
export const FIELD_REQUEST = Object.fromEntries(
  REQUESTED_FIELDS.map(({ name, members }) => [name, members === undefined ? text : texts]),
) as RequestSchema<FieldRequest>;

/** Requests to add and remove members of fields with several values, from the table of fields. */
export const MEMBER_REQUESTS = Object.fromEntries(
  FIELDS.flatMap((field) =>
    'members' in field ? [`add${field.members}`, `remove${field.members}`].map((name) => [name, texts]) : [],
  ),
) as RequestSchema<MemberRequests>;

/** Filters of lists by field, from the table of fields. */
export const FIELD_FILTERS = Object.fromEntries(
  LISTED_FIELDS.map(({ name, kind }) => [name, kind === 'text' || kind === 'day' ? text : texts]),
) as RequestSchema<FieldFilters>;

/** Advice to reopen a complete spec; an archived one is unarchived first. @param spec name of the spec's folder. */
export function reopening(spec: string, archived: boolean): Advice {
  if (archived)
    return { useCase: 'unarchiveSpecs', request: { specs: [spec] }, to: 'take it out of the archive' };
  const request = { spec, status: 'in-progress', force: true } as const;
  return { useCase: 'updateSpec', request, needs: ['reason'], to: 'reopen it' };
}

/** Advice to set a field. @param spec name of the spec's folder. */
export function settingAdvice(spec: string, key: string, to = 'give it a value'): Advice {
  const field = standardField(key);
  if (field === undefined) return { useCase: 'updateSpec', request: { spec, fields: { [key]: '…' } }, to };
  const name = (field.members === undefined ? field.name : `add${field.members}`) as 'tags';
  return { useCase: 'updateSpec', request: { spec }, needs: [name], to };
}
