/**
 * French elides before a vowel: "de Paul", but "d’Eva" and "qu’Anna". Texts say `de {{name}}`; which one it is depends on
 * the name.
 */

/** The words that end in an e which is left out. */
const ELIDED = /(^|[^\p{L}])((?:d|qu|lorsqu|puisqu|jusqu)e)\s$/iu

/** Beginnings of names with a silent h; before all others (Hans, Heidi, Hassan) nothing is left out. */
const SILENT_H =
  /^h(?:[éèêë]|e(?:ctor|len|lèn|lois|loïs|nri|rmance|rmine|rv)|ila(?:ir|ri)|ipp|on(?:or|orin)|ort|u(?:bert|go|gu|mbert)|yac)/iu
/** A y is a vowel before a consonant (Yves), and a consonant before a vowel (Yann). */
const VOWEL = /^(?:[aeiouàâäéèêëîïôöùûüæœøåáíóúãõ]|y[^aeiouàâäéèêëîïôöùûü])/iu
/** An address of a mail or a page is no word. */
const NO_WORD = /@|:\/\//

const beginsWithVowel = (value: string) =>
  !NO_WORD.test(value) && (VOWEL.test(value) || SILENT_H.test(value))

/**
 * Joins what stands before a value with it.
 * @param before the word before it and the space between them: `de `
 */
export const elide = (before: string, value: string): string =>
  ELIDED.test(before) && beginsWithVowel(value.normalize())
    ? `${before.trimEnd().slice(0, -1)}’${value}`
    : before + value
