/** Counts LLM tokens (o200k_base). Loading it is slow, so it is asked for only where tokens are counted. */
export interface TokenCounter {
  count(text: string): Promise<number>;
}
