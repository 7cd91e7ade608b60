// Checks the subjects of the commits since docs/style.md was added: imperative, a capital first, at most 72 characters, no full
// stop.
// `node scripts/commitSubjects.mjs` exits with 1 and names each subject that breaks a rule. A shallow clone that lacks the commit
// which added docs/style.md is not checked.
import { execFileSync } from 'node:child_process';

const LONGEST = 72;
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

function problemOf(subject) {
  const [first = ''] = subject.split(' ');
  if (subject.length > LONGEST) return `has ${subject.length} characters; at most ${LONGEST} are allowed`;
  if (!/^[A-Z][a-z]+$/.test(first)) return 'does not begin with a capitalized verb';
  if (/(?:ed|ing)$/.test(first) && !/^(?:Embed|Feed|Need|Speed|Bring|Ping|String)$/.test(first))
    return `begins with "${first}"; use the imperative`;
  return subject.endsWith('.') ? 'ends in a full stop' : undefined;
}

let subjects = [];
try {
  const [added] = git('log', '--format=%H', '--diff-filter=A', '--', 'docs/style.md')
    .trim()
    .split('\n')
    .slice(-1);
  if (added) subjects = git('log', '--no-merges', '--format=%h %s', `${added}..HEAD`).trim().split('\n');
} catch {
  // Without a repository, as in an unpacked archive, there are no commits to check.
}
const problems = subjects.filter(Boolean).flatMap((line) => {
  const [hash, subject] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
  const problem = problemOf(subject);
  return problem === undefined ? [] : [`${hash} "${subject}" ${problem}.`];
});
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
