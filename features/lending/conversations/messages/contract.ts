import { z } from 'zod'
import { messageSchema } from '#features/lending/conversations/transactions/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { tokenSchema } from '#platform/shared/mailed-token.ts'
import { newMessageSchema } from './contract.bodies.ts'

/** Writing messages, in the app and by mail, and having seen them. */
export const messagesApi = defineEndpoints({
  sendMessage: {
    method: 'POST',
    path: '/transactions/sendMessage',
    summary: "Adds a message to one of the caller's transactions",
    access: 'confirmed',
    conversationSession: { idField: 'transaction_id' },
    body: newMessageSchema,
    status: 201,
    answer: messageSchema,
    errors: ['validation', 'not_found', 'conflict', 'rate_limited'],
  },
  readQuoted: {
    method: 'GET',
    path: '/transactions/quotedText',
    summary:
      'Returns what was left out of a message that the caller sent by mail: the quoted text and the signature',
    access: 'user',
    conversationSession: { idField: 'transaction_id' },
    query: z.object({ transaction_id: z.uuid(), message_id: z.uuid() }),
    status: 200,
    answer: z.object({ text: z.string() }),
    errors: ['validation', 'not_found'],
  },
  heldReply: {
    method: 'POST',
    path: '/transactions/heldReply',
    summary:
      'Returns the text of a held reply by mail whose sender could not be checked, with the link of the mail; changes nothing',
    access: 'public',
    body: z.object({ token: tokenSchema }),
    status: 200,
    answer: z.object({
      text: z.string(),
      /** The sender's address as the mail claims it; not verified. */
      from: z.string(),
      written_at: z.iso.datetime(),
    }),
    errors: ['validation', 'invalid_token'],
  },
  answerHeldReply: {
    method: 'POST',
    path: '/transactions/answerHeldReply',
    summary:
      "Answers whether a held reply is the caller's own: `yes` adds it as a message with its original time, `no` deletes it",
    access: 'public',
    body: z.object({ token: tokenSchema, answer: z.enum(['yes', 'no']) }),
    status: 204,
    answer: null,
    errors: ['validation', 'invalid_token', 'not_found', 'conflict', 'rate_limited'],
  },
  markMessagesSeen: {
    method: 'POST',
    path: '/transactions/markMessagesSeen',
    summary: 'Marks all messages to the caller and all news of a transaction as seen',
    access: 'user',
    conversationSession: { idField: 'transaction_id' },
    body: z.object({ transaction_id: z.uuid(VALIDATION.invalid) }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found'],
  },
})
