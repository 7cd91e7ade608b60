import { describe, expect, it } from '@jest/globals';
import { smallIndex } from './smallIndex.js';

const LONG = 'The board shows what is planned, what is under way and what is complete, in columns. '.repeat(
  40,
);
const index = smallIndex([
  `Board: ${LONG}`,
  `Gallery of penguins: ${LONG} One example draws how an invoice is paid in a shop.`,
  `Invoice numbers: ${LONG} Invoices run without gaps; the invoice of a year begins with it.`,
  'Passkeys: People authenticate with a passkey.',
]);
const answers = (query: string) => {
  const { documents, ranking } = index.find(query);
  return documents.filter((document) => ranking.isAnswer(document));
};

describe('A search result that answers the query', () => {
  it('is clearly about the only word of the query, and not a long text that mentions it once', () => {
    expect(index.find('unpaid invoice').documents).toContain(1);
    expect(answers('unpaid invoice')).toEqual([2]);
  });

  it('has more than one word of a longer query', () => {
    expect(answers('invoice for chocolate cake and lasagne')).toEqual([]);
    expect(answers('gaps between invoice numbers')).toEqual([2]);
  });

  it('may have other words with the same meaning', () => {
    expect(answers('login')).toEqual([3]);
  });

  it('does not match the query by a corrected word alone', () => {
    expect(index.find('passkeyz for the kitchen').corrections).toHaveLength(1);
    expect(answers('passkeyz for the kitchen')).toEqual([]);
    expect(answers('passkeyz')).toEqual([3]);
  });
});
