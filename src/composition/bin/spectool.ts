declare const SPECTOOL_VERSION: string;

const [, , first, ...rest] = process.argv;

// Asked before anything is loaded: the whole program costs more than the answer.
if (first === '--version' && rest.length === 0) {
  process.stdout.write(`${SPECTOOL_VERSION}\n`);
} else {
  void import('./program.js')
    .then(({ main }) => main(SPECTOOL_VERSION))
    .then((code) => {
      process.exitCode = code;
    });
}
