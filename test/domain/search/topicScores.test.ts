import { expect, it } from '@jest/globals';
import { smallIndex } from './smallIndex.js';

const TEXTS = [
  'Wing flutter: flutter of a swept wing at high speed',
  'Wing tunnel tests: swept wing in the tunnel at high speed, flutter measured on the model',
  'Swept wing loads: loads and flutter of the swept wing, tunnel and flight at high speed',
  'Harmonica lessons: how to play high notes at speed, flutter of the reeds',
  'Choir practice: singing high notes, breathing, reeds and organ',
  'Bread: flour, water, salt and a hot oven',
  'Soup: carrots, onions, salt and pepper',
  'Garden: carrots and onions in rows, water in the evening',
];
const query = 'high speed flutter';

it('search prefers the one of two texts with the same words whose most similar texts match too', () => {
  const shares = (topic: number) => {
    const { ranking } = smallIndex(TEXTS, { topic, topicFrom: 3, topicNeighbours: 1 }).find(query);
    return [0, 3].map((document) => ranking.sharesOf(document).topic / ranking.scoreOf(document));
  };
  const [wing = 0, harmonica = 0] = shares(0.5);
  expect(wing).toBeGreaterThan(harmonica);
  expect(shares(0)).toEqual([0, 0]);
});

it('search gives no topic score for short queries, and all parts of a score add up to the score', () => {
  const early = { topicFrom: 3 };
  const { ranking } = smallIndex(TEXTS, early).find('flutter');
  expect(ranking.documents.map((document) => ranking.sharesOf(document).topic)).toEqual([0, 0, 0, 0]);
  const long = smallIndex(TEXTS, early).find(query).ranking;
  expect(long.documents.some((document) => long.sharesOf(document).topic > 0)).toBe(true);
  for (const document of long.documents) {
    const { words, related, topic, likeness } = long.sharesOf(document);
    expect(words + related + topic + likeness).toBeCloseTo(long.scoreOf(document), 9);
  }
});
