import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/client.ts'
import { deleteOldAttempts } from '../../identity/attempts.queries.ts'
import { deleteExpiredCaptchas } from '../../identity/captcha.ts'
import { deleteExpiredTokens } from '../../identity/tokens.queries.ts'
import { background } from '../../jobs/background.ts'
import { deleteExpiredInvitations } from '../household/household.queries.ts'
import { deleteExpiredChallenges } from '../passkeys/passkeys.queries.ts'
import { deleteOldVisitorReports } from '../reports/reports.queries.ts'
import { deleteExpiredWishes } from '../wishes/wishes.queries.ts'

const EVERY_MS = 15 * 60_000

/** Forgets what has expired: it is refused anyway, and only grows. */
export async function cleanUp(db: Db, now: Date): Promise<void> {
  await deleteExpiredTokens(db, now)
  await deleteExpiredCaptchas(db, now)
  await deleteExpiredChallenges(db, now)
  await deleteOldAttempts(db, now)
  await deleteExpiredWishes(db, now)
  await deleteOldVisitorReports(db, now)
  await deleteExpiredInvitations(db, now)
}

/** Cleans up now and then while the app is open. Several processes may do so at once. */
export function addCleaning(app: FastifyInstance): void {
  const { database, clock } = app.deps
  const stop = background(app.deps, { name: 'cleaning up', everyMs: EVERY_MS }, () =>
    cleanUp(database.orm, clock()),
  )
  app.addHook('onClose', stop)
}
