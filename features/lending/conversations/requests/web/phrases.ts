/** Phrases that one tap adds to a message, in the order in which people usually write them. */
export const PHRASES = ['greeting', 'pickUp', 'thanks'] as const

/** Adds a phrase on a line of its own, and leaves the rest of the text as it is. */
export function withPhrase(text: string, phrase: string): string {
  const textSoFar = text.trimEnd()
  return textSoFar ? `${textSoFar}\n${phrase}` : phrase
}
