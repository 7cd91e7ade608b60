import type { Advice } from '../../domain/errors/advice.js';
import { LISTED_FIELDS, type FieldFilters } from '../../domain/fields/fieldFilter.js';
import {
  FIELDS,
  REQUESTED_FIELDS,
  standardField,
  type FieldRequest,
  type MemberRequests,
} from '../../domain/fields/standardFields.js';
import { fieldValues, text, texts, type RequestSchema } from '../requestSchema.js';
import type { Choice } from '../specCatalog.js';

/** Request fields that select the specs to change: by reference, or by the values of their fields. */
export type ChosenSpecs = Pick<Choice, 'specs' | 'where'>;

export const CHOSEN_SPECS: RequestSchema<ChosenSpecs> = { specs: texts, where: fieldValues };

/** Schema of the fields that a request can set, generated from the table of fields. */
export const FIELD_REQUEST = Object.fromEntries(
  REQUESTED_FIELDS.map(({ name, members }) => [name, members === undefined ? text : texts]),
) as RequestSchema<FieldRequest>;

/** Schema of requests that add or remove members of list fields, generated from the table of fields. */
export const MEMBER_REQUESTS = Object.fromEntries(
  FIELDS.flatMap((field) =>
    'members' in field ? [`add${field.members}`, `remove${field.members}`].map((name) => [name, texts]) : [],
  ),
) as RequestSchema<MemberRequests>;

/** Schema of filters by field for lists, generated from the table of fields. */
export const FIELD_FILTERS = Object.fromEntries(
  LISTED_FIELDS.map(({ name, kind }) => [name, kind === 'text' || kind === 'day' ? text : texts]),
) as RequestSchema<FieldFilters>;

/**
 * Returns advice to reopen a complete spec, or to unarchive it first if it is archived. @param spec name of the spec's
 * folder.
 */
export function reopening(spec: string, archived: boolean): Advice {
  if (archived)
    return { useCase: 'unarchiveSpecs', request: { specs: [spec] }, to: 'take the spec out of the archive' };
  const request = { spec, status: 'in-progress', force: true } as const;
  return { useCase: 'updateSpec', request, needs: ['reason'], to: 'reopen it' };
}

/** Returns advice to set a field. @param spec name of the spec's folder. */
export function settingAdvice(spec: string, key: string, to = 'give it a value'): Advice {
  const field = standardField(key);
  if (field === undefined) return { useCase: 'updateSpec', request: { spec, fields: { [key]: '…' } }, to };
  const name = (field.members === undefined ? field.name : `add${field.members}`) as 'tags';
  return { useCase: 'updateSpec', request: { spec }, needs: [name], to };
}
