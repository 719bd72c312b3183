import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { logInto, openSession } from '#features/people/accounts/sessions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { bearerOf } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import {
  findToken,
  lookUpToken,
  retireTokens,
  SESSION_LINKS,
} from '#platform/server/identity/tokens.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { redeemMailed } from '#platform/server/mail/redeeming-mailed.ts'
import type { linkAnswer, lookedAtLinkSchema } from '../contract.ts'
import { findFormerEmail } from './former-logins.ts'
import { canLogIn } from './ways-in.ts'

const OPENING_KINDS = [...SESSION_LINKS, 'login_code'] as const

/**
 * Redeems the link or code of a mail for the session it opens. Throws `invalid_token`,
 * `account_suspended`, and `other_account` if another user is logged in in this browser: that
 * session must not end without consent.
 */
export async function openByLink(
  tx: Db,
  deps: Pick<Deps, 'config' | 'features' | 'mails' | 'clock'>,
  secret: string,
  { viewer, request }: { viewer: Viewer | null; request: FastifyRequest },
): Promise<z.infer<typeof linkAnswer>> {
  const now = deps.clock()
  const link = await findToken(tx, OPENING_KINDS, secret, now)
  if (!link) throw new AppError('invalid_token')
  const ofConversation = link.kind === 'conversation_link'
  if (ofConversation && viewer && viewer.id !== link.user_id) throw new AppError('other_account')
  const redeemed = await redeemMailed(tx, link.kind, secret, now)
  // The link was mailed to an earlier address, and that mailbox no longer belongs to the account.
  if (!redeemed || redeemed.user.email !== redeemed.email) throw new AppError('invalid_token')
  const { user, transaction_id } = redeemed
  if (transaction_id === null) {
    // Retires the code of the same mail and links in older mails.
    await retireTokens(tx, 'login', user.id, now)
    return {
      ...(await logInto(tx, deps, user, { way: 'link', request })),
      conversation: null,
    }
  }
  // A full session allows more than the link, so it stays.
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

const LOOKED_AT = {
  login: 'login',
  conversation_link: 'conversation',
  email_confirmation: 'confirmation',
  password_reset: 'reset',
  not_me: 'not_me',
} as const
const LOOKED_AT_KINDS = Object.keys(LOOKED_AT) as (keyof typeof LOOKED_AT)[]

/** `m…@example.org`: enough for the owner to recognise it. */
function maskedEmail(email: string): string {
  const [first = ''] = email
  return `${first}…${email.slice(email.lastIndexOf('@'))}`
}

/**
 * Describes what a mailed link would do and for whom, without redeeming it. Throws `invalid_token`
 * for an unknown one.
 */
export async function lookAtLink(
  db: Db,
  secret: string,
  now: Date,
): Promise<z.infer<typeof lookedAtLinkSchema>> {
  const link = await lookUpToken(db, LOOKED_AT_KINDS, secret, now)
  const former = link ? null : await findFormerEmail(db, secret, now)
  if (former) {
    const owner = await findUser(db, former.user_id)
    if (!owner) throw new AppError('invalid_token')
    return {
      kind: 'restore',
      state: 'open',
      user_id: owner.id,
      firstname: owner.firstname,
      masked_email: maskedEmail(former.email),
    }
  }
  const user = link && (await findUser(db, link.user_id))
  if (!user || link.email === null) throw new AppError('invalid_token')
  const isForPresentAddress =
    link.email === user.email ||
    (link.kind === 'email_confirmation' && link.email === user.new_email)
  return {
    kind: LOOKED_AT[link.kind],
    state: link.isOpen && isForPresentAddress ? 'open' : 'used',
    user_id: user.id,
    firstname: user.firstname,
    masked_email: maskedEmail(link.email),
  }
}
