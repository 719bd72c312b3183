import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db, Orm } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { findToken } from '#platform/server/identity/tokens.queries.ts'
import { lockUser } from '#platform/server/identity/users.queries.ts'
import { addOneClickRoutes } from '#platform/server/mail/one-click.ts'
import type { Answer } from '#platform/shared/endpoint.ts'
import type { Frequency } from '#platform/shared/notification-kinds.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '#platform/shared/notification-kinds.ts'
import { paths } from '#platform/shared/paths.ts'
import { ENDABLE_KINDS, type EndableMails, type MailsBefore, mailApi } from '../contract.mails.ts'
import { presentFrequencies, settleFrequencies } from './delivery/frequencies.ts'
import { findMailChoices, storeMailChoices } from './delivery/mail-choices.queries.ts'
import { changeMailSettings, chosenMails, isMailingTopic } from './delivery/mailing-topics.ts'
import { OFF, type OffKind, UNSUBSCRIBE_PATH } from './delivery/mails-off.ts'

/** Frequencies that use digests. */
const DIGEST: readonly Frequency[] = ['daily', 'weekly']

const OFF_KINDS = Object.keys(OFF) as OffKind[]

/**
 * The account and the kind of mails of a link.
 * @throws {AppError} invalid_token
 */
async function readLink(db: Db, token: string, now: Date) {
  const tokenRow = await findToken(db, OFF_KINDS, token, now)
  if (!tokenRow) throw new AppError('invalid_token')
  return { about: OFF[tokenRow.kind], user_id: tokenRow.user_id }
}

/** The notification kinds of a link. For a digest, the kinds that come in digests. */
function kindsOf(about: EndableMails, user: UserRow): NotificationKind[] {
  if (about === 'membership' || isMailingTopic(about)) return []
  if (about !== 'digest') return [ENDABLE_KINDS[about]]
  const frequencies = presentFrequencies(user)
  return NOTIFICATION_KINDS.filter((kind) => DIGEST.includes(frequencies[kind]))
}

/**
 * Ends one kind of mails, or everything that comes in a digest, and nothing else.
 * @throws {AppError} invalid_token
 */
async function endMails(db: Orm, token: string, now: Date): Promise<Answer<typeof mailApi.off>> {
  const { about, user_id } = await readLink(db, token, now)
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, user_id)
    if (!user) throw new AppError('invalid_token')
    if (about === 'membership') {
      const { membership_reminders: membership } = await findMailChoices(tx, user_id)
      await storeMailChoices(tx, user_id, { membership_reminders: false })
      return { ended: about, was: { membership } }
    }
    if (isMailingTopic(about)) {
      const was = { [about]: chosenMails(await findMailChoices(tx, user_id))[about] }
      // A topic that was never switched on stays unanswered, so that it can still be offered.
      if (was[about]) await changeMailSettings(tx, user_id, { [about]: false }, now)
      return { ended: about, was }
    }
    const frequencies = presentFrequencies(user)
    const was: MailsBefore = {}
    const change: MailsBefore = {}
    for (const kind of kindsOf(about, user)) {
      was[kind] = frequencies[kind]
      change[kind] = 'off'
    }
    await store(tx, user_id, settleFrequencies(change))
    return { ended: about, was }
  })
}

/**
 * Restores the mails that a link has ended.
 * @throws {AppError} invalid_token
 */
async function resumeMails(
  db: Orm,
  { token, was }: { token: string; was: MailsBefore },
  now: Date,
): Promise<Answer<typeof mailApi.undoOff>> {
  const { about, user_id } = await readLink(db, token, now)
  if (isMailingTopic(about)) {
    await db.transaction(async (tx) => {
      const user = await lockUser(tx, user_id)
      if (!user) throw new AppError('invalid_token')
      await changeMailSettings(tx, user_id, { [about]: was[about] }, now)
    })
    return { resumed: about }
  }
  if (about === 'membership') {
    const { membership = true } = was
    await storeMailChoices(db, user_id, { membership_reminders: membership })
  } else if (about === 'digest') {
    await store(db, user_id, settleFrequencies(was))
  } else {
    const kind = ENDABLE_KINDS[about]
    await store(db, user_id, settleFrequencies({ [kind]: was[kind] }))
  }
  return { resumed: about }
}

/** Stores the changes of a link; does nothing if the mails were already off. */
async function store(db: Db, userId: string, values: Partial<UserRow>): Promise<void> {
  if (Object.keys(values).length === 0) return
  await db.update(users).set(values).where(eq(users.id, userId))
}

/** Endpoints that end a kind of mails. People get a page with a button. */
export function addUnsubscribeRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  addOneClickRoutes(app, {
    path: UNSUBSCRIBE_PATH,
    tag: 'mail',
    summary: 'Unsubscribes with one click (RFC 8058)',
    async end(token) {
      await endMails(orm, token, deps.clock())
    },
    page: (token) => paths.mailsOff({ token }),
  })
  registerEndpoints(
    app,
    deps,
    'mail',
    mailApi,
    {
      async about({ body }) {
        const { about } = await readLink(orm, body.token, deps.clock())
        return { about }
      },
      off: ({ body }) => endMails(orm, body.token, deps.clock()),
      undoOff: ({ body }) => resumeMails(orm, body, deps.clock()),
    },
    { about: 'links', off: 'links', undoOff: 'links' },
  )
}
