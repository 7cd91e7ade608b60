// Turns an issues.jsonl of Beads into the lines that `spectool import json` reads:
//   node beads.mjs .beads/issues.jsonl > issues-neutral.jsonl
// Ephemeral issues are left out unless `--ephemeral` stands behind the file.
import { item, others, parsed, sections, textOf } from './parts.mjs';

const [file = 0, flag] = process.argv.slice(2);
const PRIORITIES = ['critical', 'high', 'medium', 'low', 'low'];
const KNOWN = [
  ...[
    '_type',
    'id',
    'title',
    'status',
    'priority',
    'issue_type',
    'labels',
    'assignee',
    'dependencies',
    'comments',
  ],
  ...['created_at', 'created_by', 'updated_at', 'closed_at', 'ephemeral', 'agent_state'],
  ...['description', 'design', 'acceptance_criteria', 'notes', 'close_reason'],
];

let passedOver = 0;

for (const [at, text] of textOf(file).split('\n').entries()) {
  if (text.trim() === '') continue;
  const issue = parsed(text, `Line ${at + 1} of ${file === 0 ? 'the input' : file}`);
  // An export has lines that are no issues, such as memories of agents.
  if (issue._type !== undefined && issue._type !== 'issue') {
    passedOver += 1;
    continue;
  }
  if (issue.ephemeral === true && flag !== '--ephemeral') continue;
  const needs = issue.dependencies ?? [];
  const targets = (isWanted) => needs.filter(isWanted).map((one) => one.depends_on_id);
  const [parent] = targets(({ type }) => type === 'parent-child');
  const left = others(issue, KNOWN);
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
    partOf: parent,
    related: targets(({ type }) => type !== 'blocks' && type !== 'parent-child'),
    fields: left.fields,
    body: bodyOf(issue, left.sections),
    history: [
      { at: issue.created_at, actor: issue.created_by, status: 'open' },
      ...(issue.closed_at ? [{ at: issue.closed_at, actor: issue.assignee, status: issue.status }] : []),
    ],
    lost: [...(issue.agent_state ? ['state of the agent'] : []), ...left.lost],
  };
  console.log(JSON.stringify(line));
}

if (passedOver > 0) console.error(`Passed over, since they are no issues: ${passedOver} lines.`);

function bodyOf(issue, more) {
  return sections([
    ['Problem', issue.description],
    ['Solution', issue.design],
    ['Acceptance Criteria', criteriaOf(issue)],
    ['Notes', issue.notes],
    ['Comments', (issue.comments ?? []).map(commentOf).join('\n')],
    ['Closed', issue.close_reason],
    ...more,
  ]);
}

/** A list of criteria gets boxes, unless the issue is closed: nobody can tell which of them were met. */
function criteriaOf({ acceptance_criteria: criteria, closed_at: closed }) {
  if (!Array.isArray(criteria)) return criteria;
  return criteria.map((one) => item(closed ? `- ${one}` : `- [ ] ${one}`, [])).join('\n');
}

function commentOf({ author, created_at: at, text }) {
  return item(`- ${[author, at].filter(Boolean).join(', ')}:`, [text]);
}
