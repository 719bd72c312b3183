import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { Feature } from '../feature.ts'
import { deleteOldAttempts } from './attempts.queries.ts'
import { addCaptchaRoutes } from './captcha/captcha.routes.ts'
import { deleteExpiredCaptchas } from './captcha/captcha.ts'
import { deleteOldSessions, SESSIONS } from './sessions.queries.ts'
import { tokens } from './tables.ts'
import { deleteExpiredTokens } from './tokens.queries.ts'

/** Who is calling, and whether it is a person. */
export const identity: Feature = {
  name: 'identity',
  routes: addCaptchaRoutes,
  serverDecided: ['role_id', 'tasks', 'user_id', 'beta_tester', 'email_confirmed', 'has_password'],
  personalData: [
    {
      table: tokens,
      secret: ['token_hash'],
      where: ({ id }) => and(eq(tokens.user_id, id), inArray(tokens.kind, [...SESSIONS])),
    },
  ],
  async cleanUp(db: Db, now: Date) {
    await deleteExpiredTokens(db, now)
    await deleteOldSessions(db, now)
    await deleteExpiredCaptchas(db, now)
    await deleteOldAttempts(db, now)
  },
}
