import type { Message, Transaction } from '#features/lending/conversations/transactions/contract.ts'

/** The messages of the other side, newest first. */
export const reportable = ({ messages }: Pick<Transaction, 'messages'>, ownId: string): Message[] =>
  messages.filter(({ from_id }) => from_id !== ownId).toReversed()
