import { type Answer, API_BASE } from '@letterlend/contract/endpoint.ts'
import { mailApi } from '@letterlend/contract/mail.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { users } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { registerEndpoints } from '../http/endpoints.ts'
import { AppError } from '../http/errors.ts'
import { createToken, findTokenOwner } from '../identity/tokens.queries.ts'
import { addOneClickRoutes } from './one-click.ts'

const PATH = `${API_BASE}/mail/unsubscribe`
const LINK_LIMIT = { max: 60, timeWindow: '10 minutes' } as const

/** What a link ends: mails about answers, requests with the mails about them, or reminders. */
const OFF = {
  unsubscribe: { ended: 'answers', set: { enable_notifications: false } },
  unsubscribe_requests: {
    ended: 'requests',
    set: {
      enable_notifications: false,
      enable_messaging: false,
      enable_messaging_again: sql`CASE WHEN ${users.show_on_map} THEN NULL ELSE false END`,
    },
  },
  unsubscribe_membership: { ended: 'membership', set: { membership_reminders: false } },
} as const
type OffKind = keyof typeof OFF
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
  for (const kind of OFF_KINDS) {
    const userId = await findTokenOwner(db, kind, token, now)
    if (!userId) continue
    const { ended, set } = OFF[kind]
    await db.update(users).set(set).where(eq(users.id, userId))
    return { ended }
  }
  throw new AppError('invalid_token')
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
