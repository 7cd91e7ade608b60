import type { GivenFields } from '../../../domain/fields/customField.js';
import { REQUESTED_FIELDS, isKeptByTool, type FieldRequest } from '../../../domain/fields/standardFields.js';
import { featureFields } from '../../../domain/project/featureFields.js';
import { FIELD_REQUEST } from '../../changes/requestFields.js';
import { fieldValues, text, type RequestSchema } from '../../requestSchema.js';
import { UseCase } from '../../useCase.js';
import { isThere } from '../../validation/checkFields.js';

/** Fields of a planned new spec, the same as in `createSpec`. */
export interface MissingFieldsRequest extends FieldRequest {
  readonly template?: string | undefined;
  readonly fields?: GivenFields | undefined;
}

export interface MissingFieldsResult {
  /** Names of the missing fields, in the order of the configuration. */
  readonly missing: readonly string[];
}

/** Returns the required fields that neither a request for a new spec nor its template sets. */
export class MissingFields extends UseCase<MissingFieldsRequest, MissingFieldsResult> {
  static readonly request: RequestSchema<MissingFieldsRequest> = {
    ...FIELD_REQUEST,
    template: text,
    fields: fieldValues,
  };

  protected override async run(request: MissingFieldsRequest): Promise<MissingFieldsResult> {
    const { frontmatter, features } = this.use.config;
    const template = this.use.newSpecText.template(request.template).frontmatter;
    const given = new Set([
      ...featureFields(features),
      ...Object.keys(request.fields ?? {}),
      ...Object.keys(template).filter((key) => isThere(template[key])),
      ...REQUESTED_FIELDS.flatMap(({ key, name }) => (name in request ? [key] : [])),
    ]);
    return { missing: frontmatter.required.filter((key) => !isKeptByTool(key) && !given.has(key)) };
  }
}
