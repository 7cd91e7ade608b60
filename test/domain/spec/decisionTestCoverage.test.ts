import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ProjectConfigCommand,
  ProjectEvent,
} from '../../../src/domain/project/projectConfigFromEvents.js';
import type { SpecCommand } from '../../../src/domain/spec/specCommands.js';
import { SPEC_EVENTS } from '../../../src/domain/spec/specEvents.js';

/** All commands. The compiler reports one that is missing. */
const COMMANDS: Readonly<Record<SpecCommand['type'] | ProjectConfigCommand['type'], true>> = {
  CreateSpec: true,
  ImportSpec: true,
  ChangeStatus: true,
  SettleStatus: true,
  FollowStatus: true,
  ChangeFields: true,
  CorrectDate: true,
  ChangeTags: true,
  ChangeDependencies: true,
  FollowRef: true,
  Retitle: true,
  Rename: true,
  Renumber: true,
  Regroup: true,
  Archive: true,
  Unarchive: true,
  Delete: true,
  Claim: true,
  Release: true,
  CheckCriteria: true,
  UncheckCriteria: true,
  AddCriterion: true,
  RetireCriterion: true,
  RestoreCriterion: true,
  ApproveSpec: true,
  LabelCriteria: true,
  RecordVerdicts: true,
  AddNote: true,
  Accept: true,
  ReplaceSection: true,
  Undo: true,
  ObserveFrontmatter: true,
  ObservePlace: true,
  ObserveText: true,
  Initialize: true,
  ChangeSettings: true,
  ObserveConfiguration: true,
  ImportSpecs: true,
  InstallSkill: true,
};
const PROJECT_EVENTS: Readonly<Record<ProjectEvent['type'], true>> = {
  ProjectInitialized: true,
  ConfigurationChanged: true,
  SkillInstalled: true,
  SpecsImported: true,
};

it('every command and every event is used in a test that is written with given, when and then', () => {
  const domain = join(import.meta.dirname, '..');
  const tests = readdirSync(domain, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(domain, file), 'utf8'))
    .filter((text) => /\bgiven\(/.test(text) && text.includes('.when('))
    .join('\n');
  const all = [
    ...Object.keys(COMMANDS),
    ...Object.keys(PROJECT_EVENTS),
    ...SPEC_EVENTS.map(({ type }) => type),
  ];
  expect(all.filter((type) => !tests.includes(`type: '${type}'`))).toEqual([]);
});
