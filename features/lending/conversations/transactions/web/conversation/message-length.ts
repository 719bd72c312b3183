import { MESSAGE_MAX_LENGTH } from '../../transaction-limits.ts'

/**
 * The length as the server counts it: without space around the text, and a character that takes two units
 * of a string counts once.
 */
export const lengthOf = (text: string): number => [...text.trim()].length

export const isTooLong = (text: string): boolean => lengthOf(text) > MESSAGE_MAX_LENGTH
