import { it } from '@jest/globals';
import { POLICIES } from '../../src/application/policies.js';

const all = Object.entries(POLICIES);

// Tests run in the order in which they are defined: each row is gone from its own test up to that of the next row.
for (const [gone] of all) {
  it(`The table has no row ${gone}`, () => {
    // Entered again one by one, because the order counts.
    for (const [name] of all) Reflect.deleteProperty(POLICIES, name);
    Object.assign(POLICIES, Object.fromEntries(all.filter(([name]) => name !== gone)));
  });
  // The query makes each import another module, which defines the tests again.
  await import(`../application/mainWorkflow.test.ts?without=${gone}`);
}
