import { and, eq, inArray } from 'drizzle-orm'
import type { Feature } from '../feature.ts'
import { cleaning } from '../jobs/cleaning.ts'
import { heldStoredKey } from '../keys/held-keys.ts'
import { forgetOldKeys } from '../keys/stored-keys.ts'
import { allAccessTokens, deleteExpiredAccessTokens } from './access-tokens.queries.ts'
import { deleteOldAttempts } from './attempts.queries.ts'
import { addCaptchaRoutes } from './captcha/captcha.routes.ts'
import { CAPTCHA_KEY, deleteExpiredCaptchas } from './captcha/captcha.ts'
import { allSessions, deleteOldSessions, SESSIONS } from './sessions.queries.ts'
import { access_tokens, tokens } from './tables.ts'
import { deleteExpiredTokens, oneTimeLinks } from './tokens.queries.ts'

/** Authentication: who the caller is, and whether they are human. */
export const identity: Feature = {
  name: 'identity',
  routes: addCaptchaRoutes,
  serverDecided: [
    'role_id',
    'tasks',
    'area',
    'user_id',
    'beta_tester',
    'email_confirmed',
    'has_password',
  ],
  personalData: [
    {
      table: tokens,
      secret: ['token_hash'],
      where: ({ id }) => and(eq(tokens.user_id, id), inArray(tokens.kind, [...SESSIONS])),
    },
    {
      table: access_tokens,
      secret: ['token_hash'],
      where: ({ id }) => eq(access_tokens.user_id, id),
    },
  ],
  keys: [heldStoredKey('captcha', CAPTCHA_KEY), allSessions, allAccessTokens, oneTimeLinks],
  jobs: [
    cleaning((db, now) => forgetOldKeys(db, CAPTCHA_KEY, now)),
    cleaning(deleteExpiredTokens),
    cleaning(deleteOldSessions),
    cleaning(deleteExpiredAccessTokens),
    cleaning(deleteExpiredCaptchas),
    cleaning(deleteOldAttempts),
  ],
}
