/** Sentences that one tap adds; in the order in which a message is usually written. */
export const PHRASES = ['greeting', 'pickUp', 'thanks'] as const

/** Adds a sentence on a line of its own; the text stays the writer's. */
export function withPhrase(text: string, phrase: string): string {
  const written = text.trimEnd()
  return written ? `${written}\n${phrase}` : phrase
}
