// Turns a tasks.json of Task Master into the lines that `spectool import json` reads:
//   node taskmaster.mjs .taskmaster/tasks/tasks.json > tasks.jsonl
import { item, others, parsed, sections, textOf } from './parts.mjs';

const TASK = [
  ...['id', 'title', 'description', 'status', 'priority', 'assignee', 'dependencies', 'details'],
  ...['testStrategy'],
];
const [path = 0] = process.argv.slice(2);
const file = parsed(textOf(path), path === 0 ? 'The input' : path);
// Older files have one list, newer ones a list for each tag.
const tags = Array.isArray(file.tasks) ? { master: file } : file;

for (const [tag, { tasks = [] }] of Object.entries(tags)) {
  for (const task of tasks) {
    const { complexityScore, ...more } = task;
    const left = others(more, [...TASK, 'subtasks', 'updatedAt']);
    const line = {
      tool: 'taskmaster',
      // A tag has numbers of its own: it is part of what tells a task from others.
      id: `${tag}:${task.id}`,
      ...(tag === 'master' && { number: Number(task.id) }),
      title: task.title,
      status: task.status,
      priority: task.priority,
      assignee: [task.assignee].flat()[0],
      tags: tag === 'master' ? [] : [tag],
      dependsOn: (task.dependencies ?? []).map((id) => `${tag}:${id}`),
      fields: left.fields,
      body: bodyOf(task, left.sections),
      lost: [...(complexityScore === undefined ? [] : ['complexity']), ...left.lost],
    };
    console.log(JSON.stringify(line));
  }
}

function bodyOf({ description, details, testStrategy, subtasks = [] }, more) {
  return sections([
    ['Problem', description],
    ['Solution', details],
    ['Test Strategy', testStrategy],
    ['Success Criteria', subtasks.map(boxOf).join('\n')],
    ...more,
  ]);
}

/** Its box, and below it what else it says. */
function boxOf({ title, status, description, details, testStrategy, dependencies = [], ...more }) {
  const { fields, sections: texts, lost } = others(more, ['id', 'updatedAt', 'parentId', 'parentTaskId']);
  const said = Object.entries({
    Status: ['done', 'pending', undefined].includes(status) ? [] : [status],
    'Depends on': dependencies,
    'Test strategy': testStrategy ? [testStrategy] : [],
  }).flatMap(([name, values]) => (values.length > 0 ? [`${name}: ${values.join(', ')}`] : []));
  const left = [...Object.entries(fields), ...texts].map(([name, value]) => `${name}: ${value}`);
  return item(`- [${status === 'done' ? 'x' : ' '}] ${title}`, [
    description,
    details,
    ...said,
    ...left,
    ...lost,
  ]);
}
