// Turns what `gh issue list --state all --json number,title,body,state,stateReason,labels,assignees,author,createdAt,closedAt,url`
// prints into the lines that `spectool import json` reads:
//   gh issue list … | node github.mjs > issues.jsonl
import { item, others, parsed, sections, textOf } from './parts.mjs';

const [file = 0] = process.argv.slice(2);
const KNOWN = [
  ...['id', 'number', 'title', 'body', 'state', 'stateReason', 'labels', 'assignees', 'author', 'comments'],
  ...['createdAt', 'updatedAt', 'closedAt'],
];

for (const issue of parsed(textOf(file), file === 0 ? 'The input' : file)) {
  const left = others(issue, KNOWN);
  const labels = (issue.labels ?? []).map(({ name }) => name);
  const isClosed = issue.state?.toLowerCase() === 'closed';
  const status =
    isClosed && issue.stateReason?.toUpperCase() === 'NOT_PLANNED'
      ? 'not planned'
      : issue.state?.toLowerCase();
  const assignees = (issue.assignees ?? []).map(({ login }) => login);
  const line = {
    tool: 'github',
    // Several repositories count from 1.
    id: [/github\.com\/([^/]+\/[^/]+)/.exec(issue.url)?.[1], issue.number].filter(Boolean).join('#'),
    number: issue.number,
    title: issue.title,
    status,
    created: issue.createdAt,
    ...(isClosed && status === 'closed' && { completed: issue.closedAt }),
    assignee: assignees[0],
    tags: labels,
    fields: left.fields,
    body: bodyOf(issue, left.sections),
    history: [
      { at: issue.createdAt, actor: issue.author?.login, status: 'open' },
      ...(isClosed ? [{ at: issue.closedAt, status }] : []),
    ],
    lost: [
      ...(assignees.length > 1 ? [`further assignees: ${assignees.slice(1).join(', ')}`] : []),
      ...left.lost,
    ],
  };
  console.log(JSON.stringify(line));
}

function bodyOf({ body, comments = [] }, more) {
  const said = ({ author, createdAt, body: text }) =>
    item(`- ${[author?.login, createdAt].filter(Boolean).join(', ')}:`, [text]);
  const below = sections([['Comments', comments.map(said).join('\n')], ...more]);
  return [body?.trimEnd(), below].filter(Boolean).join('\n\n');
}
