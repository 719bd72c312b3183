/**
 * French elides before a vowel: "de Paul", but "d’Eva" and "qu’Anna". Texts contain `de {{name}}`, and the right form
 * depends on the name.
 */

/** Words whose final e is elided. */
const ELIDED = /(^|[^\p{L}])((?:d|qu|lorsqu|puisqu|jusqu)e)\s$/iu

/** Starts of names with a silent h. No elision before other names with h (Hans, Heidi, Hassan). */
const SILENT_H =
  /^h(?:[éèêë]|e(?:ctor|len|lèn|lois|loïs|nri|rmance|rmine|rv)|ila(?:ir|ri)|ipp|on(?:or|orin)|ort|u(?:bert|go|gu|mbert)|yac)/iu
/** A y is a vowel before a consonant (Yves), and a consonant before a vowel (Yann). */
const VOWEL = /^(?:[aeiouàâäéèêëîïôöùûüæœøåáíóúãõ]|y[^aeiouàâäéèêëîïôöùûü])/iu
/** E-mail addresses and URLs are not words. */
const NO_WORD = /@|:\/\//

const beginsWithVowel = (value: string) =>
  !NO_WORD.test(value) && (VOWEL.test(value) || SILENT_H.test(value))

/**
 * Joins a value with the text before it.
 * @param before the word before it with its space: `de `
 */
export const elide = (before: string, value: string): string =>
  ELIDED.test(before) && beginsWithVowel(value.normalize())
    ? `${before.trimEnd().slice(0, -1)}’${value}`
    : before + value
