declare const SPECTOOL_VERSION: string;

const [, , first, ...rest] = process.argv;

// Asked before anything is loaded: the whole program costs more than the answer.
if (first === '--version' && rest.length === 0) {
  process.stdout.write(`${SPECTOOL_VERSION}\n`);
} else {
  void import('./start.js').then(({ start }) => start(SPECTOOL_VERSION));
}
