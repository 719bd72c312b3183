import { type Answer, API_BASE } from '@letterlend/contract/endpoint.ts'
import { mailApi } from '@letterlend/contract/mail.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { type AnyColumn, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { users } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { registerEndpoints } from '../http/endpoints.ts'
import { AppError } from '../http/errors.ts'
import { createToken, findToken } from '../identity/tokens.queries.ts'
import { addOneClickRoutes } from './one-click.ts'

const PATH = `${API_BASE}/mail/unsubscribe`
const LINK_LIMIT = { max: 60, timeWindow: '10 minutes' } as const

const REQUESTS_OFF = {
  enable_messaging: false,
  enable_messaging_again: sql`CASE WHEN ${users.show_on_map} THEN NULL ELSE false END`,
}

const inDigest = (column: AnyColumn) => sql`${column} IN ('daily', 'weekly')`
const offIfInDigest = (column: AnyColumn) =>
  sql`CASE WHEN ${inDigest(column)} THEN 'off' ELSE ${column} END`

/**
 * What a link ends: one kind of mail, or all that come in a digest. Requests end with the mails about
 * them, since one that nobody hears of is never answered.
 */
const OFF = {
  unsubscribe: { ended: 'answers', set: { enable_notifications: false } },
  unsubscribe_requests: { ended: 'requests', set: { notify_request: 'off', ...REQUESTS_OFF } },
  unsubscribe_membership: { ended: 'membership', set: { membership_reminders: false } },
  unsubscribe_reminders: { ended: 'reminders', set: { notify_reminder: 'off' } },
  unsubscribe_wishes: { ended: 'wishes', set: { notify_wish: 'off' } },
  unsubscribe_community: { ended: 'community', set: { notify_community: 'off' } },
  unsubscribe_digest: {
    ended: 'digest',
    set: {
      enable_messaging: sql`${users.enable_messaging} AND NOT ${inDigest(users.notify_request)}`,
      enable_messaging_again: sql`CASE WHEN ${inDigest(users.notify_request)} AND NOT ${users.show_on_map}
        THEN false ELSE ${users.enable_messaging_again} END`,
      enable_notifications: sql`${users.enable_notifications} AND NOT ${inDigest(users.notify_message)}`,
      notify_request: offIfInDigest(users.notify_request),
      notify_reminder: offIfInDigest(users.notify_reminder),
      notify_wish: offIfInDigest(users.notify_wish),
      notify_community: offIfInDigest(users.notify_community),
    },
  },
} as const
export type OffKind = keyof typeof OFF
const OFF_KINDS = Object.keys(OFF) as OffKind[]

/** Where one user ends mails of a kind: by itself (RFC 8058), and where a person does. */
export async function mailsOffUrls(
  db: Db,
  { publicUrl }: Config,
  { user, kind }: { user: { id: string; email: string | null }; kind: OffKind },
  now: Date,
): Promise<{ oneClick: string; page: string }> {
  const token = await createToken(db, kind, user, now)
  return {
    oneClick: `${publicUrl}${PATH}?token=${token}`,
    page: publicUrl + paths.mailsOff({ token }),
  }
}

/** @throws {AppError} invalid_token */
async function endMails(db: Db, token: string, now: Date): Promise<Answer<typeof mailApi.off>> {
  const found = await findToken(db, OFF_KINDS, token, now)
  if (!found) throw new AppError('invalid_token')
  const { ended, set } = OFF[found.kind]
  await db.update(users).set(set).where(eq(users.id, found.user_id))
  return { ended }
}

/** Ends mails of a kind; a person comes to a page with a button. */
export function addUnsubscribeRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  addOneClickRoutes(app, {
    path: PATH,
    tag: 'mail',
    summary: 'One-click unsubscribe (RFC 8058)',
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
    { off: ({ body }) => endMails(orm, body.token, deps.clock()) },
    { off: LINK_LIMIT },
  )
}
