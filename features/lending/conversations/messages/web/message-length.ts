import { MESSAGE_MAX_LENGTH } from '#features/lending/conversations/transactions/transaction-limits.ts'

/**
 * The length as the server counts it: without surrounding space, and counting a surrogate pair as one character.
 */
export const lengthOf = (text: string): number => [...text.trim()].length

export const isTooLong = (text: string): boolean => lengthOf(text) > MESSAGE_MAX_LENGTH
