import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/client.ts'
import { NewTokens, type TokenKind } from '#platform/server/identity/tokens.queries.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import type { EndableMails } from '../../contract.mails.ts'

export const UNSUBSCRIBE_PATH = `${API_BASE}/mail/unsubscribe`

/** The mails that each kind of link ends. */
export const OFF = {
  unsubscribe: 'answers',
  unsubscribe_requests: 'requests',
  unsubscribe_membership: 'membership',
  unsubscribe_reminders: 'reminders',
  unsubscribe_wishes: 'wishes',
  unsubscribe_community: 'community',
  unsubscribe_digest: 'digest',
  unsubscribe_announcements: 'announcements',
  unsubscribe_neighbourhood: 'neighbourhood',
} as const satisfies Partial<Record<TokenKind, EndableMails>>
export type OffKind = keyof typeof OFF

interface WhichMails {
  user: { id: string; email: string | null }
  kind: OffKind
}

/**
 * Links that end a kind of mails for one user: the one-click link (RFC 8058), and the page for
 * people. Both work once `tokens` are stored.
 */
export function mailsOffLinks(
  tokens: NewTokens,
  { publicUrl }: Config,
  which: WhichMails,
): { oneClick: string; page: string } {
  const token = tokens.add(which)
  return {
    oneClick: `${publicUrl}${UNSUBSCRIBE_PATH}?token=${token}`,
    page: publicUrl + paths.mailsOff({ token }),
  }
}

/** {@link mailsOffLinks} for a single mail; stores the tokens itself. */
export async function mailsOffUrls(
  db: Db,
  config: Config,
  which: WhichMails,
  now: Date,
): Promise<{ oneClick: string; page: string }> {
  const tokens = new NewTokens(now)
  const urls = mailsOffLinks(tokens, config, which)
  await tokens.save(db)
  return urls
}
