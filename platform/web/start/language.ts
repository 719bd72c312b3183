/** Where the last choice of a language on this device is kept. */
export const LANGUAGE_KEY = 'letterlend.lang'
