import lunr from 'lunr';
import type { TextAnalysis } from '../../../domain/search/wordSplitter.js';

/** Stop words: words that belong to grammar and say nothing about the subject of a text. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about above across after afterwards again against ago all almost along already also although always am among an and another any anybody anyone anything anywhere are aren't around as at away back be became because become becomes been before beforehand being below beside besides between beyond both but by " +
    "can can't cannot could couldn't did didn't do does doesn't doing don't done down during each either else elsewhere enough etc even ever every everybody everyone everything everywhere except few for from further get gets getting give given gives go goes going gone got had hadn't has hasn't have haven't having he he'd he'll he's hence her here hers herself him himself his how however " +
    "i i'd i'll i'm i've if in indeed instead into is isn't it it's its itself just keep kept know let let's like made make makes making many may maybe me might mine more moreover most mostly much must my myself namely neither never nevertheless no nobody none nor not nothing now nowhere of off often on once one only onto or other others otherwise our ours ourselves out over own " +
    "per perhaps please put quite rather really said same say says see seem seemed seems several shall she should shouldn't since so some somebody somehow someone something sometimes somewhere still such than that that's the their theirs them themselves then there there's thereby therefore these they they're this those though through throughout thus to together too toward towards under until up upon us " +
    "very via want wants was wasn't we we'd we'll we're we've well were weren't what what's whatever when whenever where whereas wherever whether which while who whoever whole whom whose why will with within without won't would wouldn't yes yet you you'd you'll you're you've your yours yourself yourselves"
  ).split(' '),
);

/** Particles of phrasal verbs. *In* and *on* are left out, because they often follow verbs without changing their meaning. */
const PARTICLES: ReadonlySet<string> = new Set(['back', 'down', 'off', 'out', 'over', 'up']);

/**
 * Text analysis with lunr's stemmer and spectool's own stop words. It is slow, so callers cache its results.
 */
export class LunrAnalysis implements TextAnalysis {
  stem(word: string): string {
    return lunr.stemmer(new lunr.Token(word, {})).toString();
  }

  isStopWord(word: string): boolean {
    return STOP_WORDS.has(word);
  }

  isParticle(word: string): boolean {
    return PARTICLES.has(word);
  }
}
