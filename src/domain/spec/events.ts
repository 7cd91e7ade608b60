import type { JsonObject, JsonValue } from '../value/json.js';

/**
 * Facts, in the past tense, stored for ever: add an optional field or a new event, never rename one.
 * In every `from`/`to` pair `null` stands for "not there".
 */
export interface Change {
  readonly from: JsonValue;
  readonly to: JsonValue;
}

export interface MemberChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Frontmatter keys that are sets: two branches may add to them without a conflict. */
export const SET_FIELDS = ['tags', 'depends_on', 'related'] as const;
export type SetField = (typeof SET_FIELDS)[number];

/** Where a spec stands in the tree; labels, never identity. */
export interface Labels {
  readonly sequence: number | null;
  readonly name: string;
  /** Folder name, `005-user-login`. */
  readonly ref: string;
  /** Sub-folder of a custom pattern, `/`-separated; absent in a flat tree. */
  readonly group?: string;
  readonly archived: boolean;
}

export interface SpecCreated {
  readonly type: 'SpecCreated';
  readonly data: Labels & { readonly title: string; readonly frontmatter: JsonObject };
}
/** A folder that had no log: the state it was found in. */
export interface SpecImported {
  readonly type: 'SpecImported';
  readonly data: Labels & { readonly title: string; readonly frontmatter: JsonObject };
}
export interface StatusChanged {
  readonly type: 'StatusChanged';
  readonly data: {
    readonly from: JsonValue;
    readonly to: JsonValue;
    /** The completion date this change set (a day) or removed (`null`); absent when it touched none. */
    readonly completed?: Change;
    readonly forced?: true;
    readonly reason?: string;
  };
}
export interface FieldsChanged {
  readonly type: 'FieldsChanged';
  readonly data: { readonly changes: Readonly<Record<string, Change>> };
}
export interface TagsChanged {
  readonly type: 'TagsChanged';
  readonly data: MemberChange;
}
export interface DependenciesChanged {
  readonly type: 'DependenciesChanged';
  readonly data: MemberChange & { readonly field: 'depends_on' | 'related' };
}
export interface SpecRenamed {
  readonly type: 'SpecRenamed';
  readonly data: {
    readonly title?: { readonly from: string; readonly to: string };
    readonly name?: { readonly from: string; readonly to: string };
    readonly ref?: { readonly from: string; readonly to: string };
    readonly group?: { readonly from: string | null; readonly to: string | null };
  };
}
export interface SpecRenumbered {
  readonly type: 'SpecRenumbered';
  readonly data: {
    readonly from: number | null;
    readonly to: number | null;
    readonly ref: { readonly from: string; readonly to: string };
    /** Folders of specs whose texts linked here and were made to follow. */
    readonly links?: readonly string[];
  };
}
export interface SpecArchived {
  readonly type: 'SpecArchived';
  readonly data: Readonly<Record<string, never>>;
}
export interface SpecUnarchived {
  readonly type: 'SpecUnarchived';
  readonly data: Readonly<Record<string, never>>;
}
/** Frontmatter was found changed by hand. */
export interface FrontmatterEdited {
  readonly type: 'FrontmatterEdited';
  readonly data: {
    readonly changes: Readonly<Record<string, Change>>;
    readonly members?: Readonly<Partial<Record<SetField, MemberChange>>>;
  };
}
/** The record whose events the following events of this record take back. */
export interface ChangeUndone {
  readonly type: 'ChangeUndone';
  readonly data: { readonly undone: string };
}

export type SpecEvent =
  | SpecCreated
  | SpecImported
  | StatusChanged
  | FieldsChanged
  | TagsChanged
  | DependenciesChanged
  | SpecRenamed
  | SpecRenumbered
  | SpecArchived
  | SpecUnarchived
  | FrontmatterEdited
  | ChangeUndone;

export const SPEC_EVENT_TYPES: ReadonlySet<string> = new Set<SpecEvent['type']>([
  'SpecCreated',
  'SpecImported',
  'StatusChanged',
  'FieldsChanged',
  'TagsChanged',
  'DependenciesChanged',
  'SpecRenamed',
  'SpecRenumbered',
  'SpecArchived',
  'SpecUnarchived',
  'FrontmatterEdited',
  'ChangeUndone',
]);
