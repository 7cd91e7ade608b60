import { Lexer, type Token } from 'marked';

/** Paragraphs this long are no prose; reading emphasis in them would take time that grows with the square. */
const LONGEST_PARAGRAPH = 8000;

/** Reads Markdown as `marked` does, but leaves what is inside endless paragraphs as plain text. */
export class BoundedLexer extends Lexer {
  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (src.length <= LONGEST_PARAGRAPH) return super.inlineTokens(src, tokens);
    tokens.push({ type: 'text', raw: src, text: src, escaped: false });
    return tokens;
  }
}
