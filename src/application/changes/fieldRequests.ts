import { type FieldFilters, LISTED_FIELDS } from '../../domain/spec/fieldFilter.js';
import {
  type FieldRequest,
  FIELDS,
  type MemberRequests,
  REQUESTED_FIELDS,
} from '../../domain/spec/fields.js';
import { fieldValues, type RequestSchema, text, texts } from '../requestSchema.js';
import type { Choice } from '../specCatalog.js';

/** Which specs a change is about. */
export type ChosenSpecs = Pick<Choice, 'specs' | 'where'>;

export const CHOSEN_SPECS: RequestSchema<ChosenSpecs> = { specs: texts, where: fieldValues };

/** The fields a request sets, by the table of fields. */
export const FIELD_REQUEST = Object.fromEntries(
  REQUESTED_FIELDS.map(({ name, members }) => [name, members === undefined ? text : texts]),
) as RequestSchema<FieldRequest>;

/** Members of sets to add and to remove, by the table of fields. */
export const MEMBER_REQUESTS = Object.fromEntries(
  FIELDS.flatMap((field) =>
    'members' in field ? [`add${field.members}`, `remove${field.members}`].map((name) => [name, texts]) : [],
  ),
) as RequestSchema<MemberRequests>;

/** What lists are narrowed to, by the table of fields. */
export const FIELD_FILTERS = Object.fromEntries(
  LISTED_FIELDS.map(({ name, kind }) => [name, kind === 'text' || kind === 'day' ? text : texts]),
) as RequestSchema<FieldFilters>;
