import { MESSAGE_MAX_LENGTH } from '../../transaction-limits.ts'

/** As the server counts: characters, not the halves of which some consist, without space around. */
export const lengthOf = (text: string): number => [...text.trim()].length

export const isTooLong = (text: string): boolean => lengthOf(text) > MESSAGE_MAX_LENGTH
