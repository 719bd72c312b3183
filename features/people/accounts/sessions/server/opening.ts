import type { FastifyRequest } from 'fastify'
import type { LoginWay } from '#features/people/accounts/security-events/event-kinds.ts'
import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import { bearerOf } from '#platform/server/http/endpoints.ts'
import {
  createSession,
  endHeldSession,
  endOldestSessions,
  logInto as logIntoAccount,
  type NewSession,
  type OpenedSession,
} from '#platform/server/identity/sessions.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { tellOfNewDevice } from './new-device.ts'

export type OpeningDeps = MailDeps & Pick<Deps, 'clock'>

/** How a session is opened. */
export interface Opening {
  way: LoginWay
  request: Pick<FastifyRequest, 'headers'>
  /** Only for the way `conversation`: the conversation that the session can see. */
  conversation?: string
  /** Whether it took two factors, or a passkey, which counts as two. */
  strong?: boolean
}

/** Ways open to a stranger without access to the mails, so the owner is notified of a new device. */
const TOLD_OF: readonly LoginWay[] = ['password', 'passkey', 'second_step', 'openid']

/** Opens a session, with the side effects that every way has. */
function sessionOf(
  tx: Db,
  deps: OpeningDeps,
  user: UserRow,
  { way, request, conversation, strong }: Opening,
): NewSession {
  const now = deps.clock()
  return {
    userId: user.id,
    conversation,
    strong,
    userAgent: request.headers['user-agent'],
    async opened({ sessionId, device, isNew }) {
      if (conversation === undefined) await endHeld(tx, request, sessionId, now)
      const full = { userId: user.id, conversation: conversation !== undefined }
      const ended = await endOldestSessions(tx, full, deps.config.maxSessions)
      for (const each of ended) {
        const tooMany = { kind: 'session_ended', way: 'too_many', by: 'system' } as const
        await recordSecurityEvent(tx, user.id, { ...tooMany, origin: { device: each } }, now)
      }
      await recordSecurityEvent(tx, user.id, { kind: 'login', way, origin: { device } }, now)
      if (isNew && TOLD_OF.includes(way)) await tellOfNewDevice(tx, deps, user, device)
    },
  }
}

/**
 * Ends the browser's previous session: the new one replaces it, and the browser could no longer end
 * it.
 */
async function endHeld(
  tx: Db,
  request: Opening['request'],
  openedId: string,
  now: Date,
): Promise<void> {
  const secret = bearerOf(request)
  const held = secret === null ? null : await endHeldSession(tx, secret, openedId)
  if (!held) return
  const { user_id, browser, system } = held
  const replaced = { kind: 'session_ended', way: 'new_login', by: 'system' } as const
  await recordSecurityEvent(
    tx,
    user_id,
    { ...replaced, origin: { device: { browser, system } } },
    now,
  )
}

/**
 * Opens a session after all required proofs. Records it, and ends the browser's previous session,
 * and the longest unused one if there are too many. Throws `account_suspended`.
 * @returns the API token, which is not stored
 */
export function openSession(
  tx: Db,
  deps: OpeningDeps,
  user: UserRow,
  opening: Opening,
): Promise<string> {
  return createSession(tx, sessionOf(tx, deps, user, opening), deps.clock())
}

/**
 * Opens a session after one factor. If the account has a second factor, the token only leads to the
 * second step and does not log in yet. Throws `account_suspended`.
 */
export function logInto(
  tx: Db,
  deps: OpeningDeps,
  user: UserRow,
  opening: Pick<Opening, 'way' | 'request'>,
): Promise<OpenedSession> {
  return logIntoAccount(tx, sessionOf(tx, deps, user, opening), deps.clock())
}
