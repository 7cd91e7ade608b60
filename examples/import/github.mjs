// Turns what `gh issue list --state all --json number,title,body,state,stateReason,labels,assignees,author,createdAt,closedAt,url`
// prints into the lines that `spectool import json` reads:
//   gh issue list … | node github.mjs > issues.jsonl
import { readFileSync } from 'node:fs';

for (const issue of JSON.parse(readFileSync(process.argv[2] ?? 0, 'utf8'))) {
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
    fields: issue.url ? { url: issue.url } : {},
    body: issue.body ?? '',
    history: [
      { at: issue.createdAt, actor: issue.author?.login, status: 'open' },
      ...(isClosed ? [{ at: issue.closedAt, status }] : []),
    ],
    lost: assignees.length > 1 ? [`further assignees: ${assignees.slice(1).join(', ')}`] : [],
  };
  console.log(JSON.stringify(line));
}
