// Turns a tasks.json of Task Master into the lines that `spectool import json` reads:
//   node taskmaster.mjs .taskmaster/tasks/tasks.json > tasks.jsonl
import { readFileSync } from 'node:fs';

const file = JSON.parse(readFileSync(process.argv[2] ?? 0, 'utf8'));
// Older files have one list, newer ones a list for each tag.
const tags = Array.isArray(file.tasks) ? { master: file } : file;

for (const [tag, { tasks = [] }] of Object.entries(tags)) {
  for (const task of tasks) {
    const line = {
      tool: 'taskmaster',
      // A tag has numbers of its own: it is part of what tells a task from others.
      id: `${tag}:${task.id}`,
      ...(tag === 'master' && { number: Number(task.id) }),
      title: task.title,
      status: task.status,
      priority: task.priority,
      tags: tag === 'master' ? [] : [tag],
      dependsOn: (task.dependencies ?? []).map((id) => `${tag}:${id}`),
      body: bodyOf(task),
      lost: 'complexityScore' in task ? ['complexity'] : [],
    };
    console.log(JSON.stringify(line));
  }
}

function bodyOf({ description, details, testStrategy, subtasks = [] }) {
  const sections = [
    ['Problem', description],
    ['Solution', details],
    ['Test Strategy', testStrategy],
    ['Success Criteria', subtasks.map(boxOf).join('\n')],
  ];
  return sections
    .filter(([, text]) => text?.trim())
    .map(([heading, text]) => `## ${heading}\n\n${text.trim()}\n`)
    .join('\n');
}

function boxOf({ title, status }) {
  return `- [${status === 'done' ? 'x' : ' '}] ${String(title).replace(/\s+/g, ' ')}`;
}
