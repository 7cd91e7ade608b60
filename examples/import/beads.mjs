// Turns an issues.jsonl of Beads into the lines that `spectool import json` reads:
//   node beads.mjs .beads/issues.jsonl > issues-neutral.jsonl
// Ephemeral issues are left out unless `--ephemeral` stands behind the file.
import { readFileSync } from 'node:fs';

const [file = 0, flag] = process.argv.slice(2);
const PRIORITIES = ['critical', 'high', 'medium', 'low', 'low'];

for (const text of readFileSync(file, 'utf8').split('\n')) {
  if (text.trim() === '') continue;
  const issue = JSON.parse(text);
  if (issue.ephemeral === true && flag !== '--ephemeral') continue;
  const needs = issue.dependencies ?? [];
  const targets = (isWanted) => needs.filter(isWanted).map((one) => one.depends_on_id);
  const line = {
    tool: 'beads',
    id: issue.id,
    title: issue.title || issue.id,
    status: issue.status,
    created: issue.created_at,
    completed: issue.closed_at,
    assignee: issue.assignee,
    priority: PRIORITIES[issue.priority],
    tags: [...(issue.labels ?? []), ...(issue.issue_type ? [issue.issue_type] : [])],
    dependsOn: targets(({ type }) => type === 'blocks'),
    related: targets(({ type }) => type !== 'blocks'),
    body: bodyOf(issue),
    history: [
      { at: issue.created_at, actor: issue.created_by, status: 'open' },
      ...(issue.closed_at ? [{ at: issue.closed_at, actor: issue.assignee, status: issue.status }] : []),
    ],
    lost: issue.agent_state ? ['state of the agent'] : [],
  };
  console.log(JSON.stringify(line));
}

function bodyOf({ description, design, acceptance_criteria: criteria, notes, close_reason: reason }) {
  const sections = [
    ['Problem', description],
    ['Solution', design],
    ['Success Criteria', criteria],
    ['Notes', notes],
    ['Closed', reason],
  ];
  return sections
    .filter(([, text]) => text?.trim())
    .map(([heading, text]) => `## ${heading}\n\n${text.trim()}\n`)
    .join('\n');
}
