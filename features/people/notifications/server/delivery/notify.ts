import type { Db } from '#platform/server/db/client.ts'
import type { NotifyDeps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { NewTokens } from '#platform/server/identity/tokens.queries.ts'
import type { QueuedMail } from '#platform/server/mail/mail-queue.ts'
import type { MailContent } from '#platform/server/mail/mail-template.ts'
import type { NotificationKind } from '#platform/shared/notification-kinds.ts'
import { paths } from '#platform/shared/paths.ts'
import { notices } from '../../tables.ts'
import { frequencyOf } from './frequencies.ts'
import { mailsOffLinks } from './mails-off.ts'

/** The link in the footer of each mail that ends its kind. */
export const OFF_LINKS = {
  request: 'unsubscribe_requests',
  message: 'unsubscribe',
  reminder: 'unsubscribe_reminders',
  wish: 'unsubscribe_wishes',
  community: 'unsubscribe_community',
} as const satisfies Record<NotificationKind, string>

/**
 * How long a mail is delayed if a device is notified as well. If the user looks there meanwhile, it
 * is not sent.
 */
const SEEN_WITHIN_SECONDS = 60

/** Absolute URLs for the mail of a {@link Notice}. */
export interface NoticeLinks {
  /**
   * Whether the mail is sent at once: only then may its links contain secrets. Digests and pushes
   * contain none.
   */
  atOnce: boolean
  /**
   * Link to a page that shows a conversation (`transaction_id` in its query). In a mail sent at
   * once, the first such link used within 7 days opens the conversation without a login.
   */
  conversation(path: string): string
  /** Link to any other page of the web app. */
  page(path: string): string
}

/** A notification for one user. */
export interface Notice {
  user: UserRow
  kind: NotificationKind
  /** Page of the web app that shows it. */
  path: string
  /**
   * Content of the mail. Its subject becomes the line in a digest and the title of a push; its
   * quotation, or else its preview, becomes the text below. Links to end the mails or change their
   * frequency are added automatically.
   */
  mail(links: NoticeLinks): MailContent | Promise<MailContent>
  /**
   * The user asked for this very notice. So its mail comes at once, whatever the frequency of the kind, and has no link
   * that ends the kind; devices are notified if the kind comes at once.
   */
  asked?: boolean | undefined
  /** For the mail program's button (RFC 8058), if it ends less than the whole kind. */
  oneClickUrl?: string | undefined
  /** On a device, a later notification with the same tag replaces this one. */
  tag?: string
  /**
   * A mail has already announced it before it was visible. Only devices are notified; no second
   * mail is sent.
   */
  again?: boolean | undefined
  /** Delay in seconds. It is not sent at all if the revision of its mail says so by then. */
  inSeconds?: number | undefined
}

/**
 * Creates links that open a conversation. All links of a mail to the same conversation share one
 * secret, so that the first use redeems it. Links to other pages contain no secret, because mails
 * are forwarded. The links work once `tokens` are stored.
 */
export function conversationLinks(
  tokens: NewTokens,
  user: UserRow,
  page: (path: string) => string,
) {
  const secrets = new Map<string, string>()
  return (path: string): string => {
    const url = new URL(page(path))
    const transactionId = url.searchParams.get('transaction_id')
    if (transactionId === null) return page(path)
    const secret =
      secrets.get(transactionId) ?? tokens.add({ kind: 'conversation_link', user, transactionId })
    secrets.set(transactionId, secret)
    url.searchParams.set('lt', secret)
    return url.href
  }
}

/** The mail of a notice, with links that work once `tokens` are stored. */
async function mailOf(
  { config }: NotifyDeps,
  tokens: NewTokens,
  { user, kind, mail, path, oneClickUrl, asked }: Notice,
  to: string,
): Promise<QueuedMail> {
  const page = (path: string) => config.publicUrl + path
  const conversation = conversationLinks(tokens, user, page)
  const content = await mail({ atOnce: true, conversation, page })
  const { lang } = user
  if (asked) return { to, lang, content, ...(oneClickUrl && { unsubscribeUrl: oneClickUrl }) }
  const off = mailsOffLinks(tokens, config, { user, kind: OFF_LINKS[kind] })
  const settingsUrl = page(paths.notifications())
  const about = new URL(page(path)).searchParams.get('transaction_id')
  return {
    to,
    lang,
    content,
    unsubscribeUrl: oneClickUrl ?? off.oneClick,
    notification: { user_id: user.id, kind, offUrl: off.page, settingsUrl },
    ...(about !== null && { reply: { about, person: user.id } }),
  }
}

/** The content of the mail without secrets, since it may wait for days. */
async function plainContent({ config }: NotifyDeps, { mail }: Notice): Promise<MailContent> {
  const page = (path: string) => config.publicUrl + path
  return mail({ atOnce: false, conversation: page, page })
}

async function keepForDigest(db: Db, deps: NotifyDeps, notice: Notice, now: Date): Promise<void> {
  const { user, kind, path, tag = null } = notice
  const content = await plainContent(deps, notice)
  await db
    .insert(notices)
    .values({ user_id: user.id, kind, delivery: 'digest', content, path, tag, created_at: now })
}

/**
 * Notifies by device and mail. Ten notices take as many database queries as one.
 * @returns for each notice whether the user has a device or gets a mail
 */
async function tellAtOnce(
  db: Db,
  deps: NotifyDeps,
  notices: readonly (Notice & { email: string | null })[],
  now: Date,
): Promise<boolean[]> {
  const pushes = notices.map((notice) => ({
    ...{ user: notice.user, kind: notice.kind, path: notice.path, tag: notice.tag ?? null },
    content: () => plainContent(deps, notice),
    inSeconds: notice.inSeconds ?? 0,
  }))
  const arePushed = await deps.pushes.enqueueAll(db, pushes, now)
  const tokens = new NewTokens(now)
  const mails = []
  for (const [index, notice] of notices.entries()) {
    if (notice.again || notice.email === null) continue
    const { inSeconds = 0 } = notice
    mails.push({
      mail: await mailOf(deps, tokens, notice, notice.email),
      inSeconds: arePushed[index] ? Math.max(inSeconds, SEEN_WITHIN_SECONDS) : inSeconds,
    })
  }
  await Promise.all([tokens.save(db), deps.mails.enqueueAll(db, mails)])
  return notices.map(({ email }, index) => email !== null || arePushed[index] === true)
}

/**
 * Notifies a user of something, as often as they chose for its kind, or at once if they asked for it. Only mails
 * required by law or for the account's safety bypass this. Call it in the transaction `db` of the event.
 * @returns whether the user will be notified: false if the kind is switched off; users with an
 * unconfirmed address are only notified on a device
 */
export async function notify(
  db: Db,
  deps: NotifyDeps,
  notice: Notice,
  now: Date,
): Promise<boolean> {
  const [isTold = false] = await notifyAll(db, deps, [notice], now)
  return isTold
}

/**
 * Calls {@link notify} for several users.
 * @returns for each notice whether the user will be notified
 */
export async function notifyAll(
  db: Db,
  deps: NotifyDeps,
  notices: readonly Notice[],
  now: Date,
): Promise<boolean[]> {
  const atOnce: (Notice & { email: string | null; index: number })[] = []
  const areTold = notices.map(() => false)
  for (const [index, notice] of notices.entries()) {
    const { user, kind, again = false, asked = false } = notice
    const frequency = asked && !user.suspended_at ? 'at_once' : frequencyOf(user, kind)
    const email = user.email_confirmed_at ? user.email : null
    if (frequency === 'off') continue
    if (frequency === 'at_once') atOnce.push({ ...notice, email, index })
    else if (email !== null && !again) {
      await keepForDigest(db, deps, notice, now)
      areTold[index] = true
    }
  }
  if (atOnce.length > 0) {
    const areReached = await tellAtOnce(db, deps, atOnce, now)
    for (const [n, { index, again = false }] of atOnce.entries()) {
      areTold[index] = areReached[n] === true && !again
    }
  }
  return areTold
}
