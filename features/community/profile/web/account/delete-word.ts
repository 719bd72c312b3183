/** Accepted in every language. */
const ALWAYS = 'delete'

/** True if the text is the confirming word: `delete`, or the word of the language. */
export function isDeleteWord(text: string, wordOfLanguage: string): boolean {
  const typedWord = text.trim().normalize().toLowerCase()
  return typedWord === ALWAYS || typedWord === wordOfLanguage.toLowerCase()
}
