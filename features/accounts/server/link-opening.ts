import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { logInto, openSession } from '#features/sessions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { bearerOf } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findToken, SESSION_LINKS } from '#platform/server/identity/tokens.queries.ts'
import { redeemMailed } from '#platform/server/mail/redeeming-mailed.ts'
import type { linkAnswer } from '../contract.ts'
import { canLogIn } from './can-log-in.ts'

/**
 * Uses up the link of a mail, for the session that it opens. Throws `invalid_token`, `account_suspended`, and
 * `other_account` if somebody else is logged in in this browser: that session is not ended without asking.
 */
export async function openByLink(
  tx: Db,
  deps: Pick<Deps, 'config' | 'features' | 'mails' | 'clock'>,
  secret: string,
  { viewer, request }: { viewer: Viewer | null; request: FastifyRequest },
): Promise<z.infer<typeof linkAnswer>> {
  const now = deps.clock()
  const link = await findToken(tx, SESSION_LINKS, secret, now)
  if (!link) throw new AppError('invalid_token')
  const ofConversation = link.kind === 'conversation_link'
  if (ofConversation && viewer && viewer.id !== link.user_id) throw new AppError('other_account')
  const redeemed = await redeemMailed(tx, link.kind, secret, now)
  // The link was mailed to an earlier address: that mailbox no longer belongs to the account.
  if (!redeemed || redeemed.user.email !== redeemed.email) throw new AppError('invalid_token')
  const { user, transaction_id } = redeemed
  if (transaction_id === null) {
    return {
      ...(await logInto(tx, deps, user, { way: 'link', request })),
      conversation: null,
    }
  }
  // A full session may do more than the link does, so it stays.
  const loggedIn = viewer && bearerOf(request)
  if (loggedIn) return { api_token: loggedIn, conversation: null }
  const opening = { way: 'conversation', request, conversation: transaction_id } as const
  return {
    api_token: await openSession(tx, deps, user, opening),
    conversation: {
      transaction_id,
      user_id: user.id,
      lang: user.lang,
      can_log_in: await canLogIn(tx, deps, user),
    },
  }
}
