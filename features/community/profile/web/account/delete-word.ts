/** Understood in every language of the app. */
const ALWAYS = 'delete'

/** Whether the text is the word that confirms a deletion: `delete`, or the word of the language. */
export function isDeleteWord(text: string, wordOfLanguage: string): boolean {
  const typedWord = text.trim().normalize().toLowerCase()
  return typedWord === ALWAYS || typedWord === wordOfLanguage.toLowerCase()
}
