import { z } from 'zod'
import { tokenSchema } from './accounts.ts'
import { defineEndpoints } from './endpoint.ts'

export const mailApi = defineEndpoints({
  off: {
    method: 'POST',
    path: '/mail/off',
    summary:
      'Ends the mails of the kind that the link came with, and no other, logged in or not; again does no harm. The mail about a request ends requests with it: one that nobody hears of would never be answered. That of a summary ends every kind that comes in summaries',
    access: 'public',
    body: z.object({ token: tokenSchema }),
    status: 200,
    answer: z.object({
      ended: z.enum([
        'answers',
        'requests',
        'membership',
        'reminders',
        'wishes',
        'community',
        'digest',
      ]),
    }),
    errors: ['invalid_token', 'rate_limited'],
  },
})
