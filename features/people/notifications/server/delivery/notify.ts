import type { Db } from '#platform/server/db/client.ts'
import type { NotifyDeps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { NewTokens } from '#platform/server/identity/tokens.queries.ts'
import type { QueuedMail } from '#platform/server/mail/mail.queue.ts'
import type { MailContent } from '#platform/server/mail/mail-template.ts'
import type { NotificationKind } from '#platform/shared/notification-kinds.ts'
import { paths } from '#platform/shared/paths.ts'
import { notices } from '../../tables.ts'
import { frequencyOf } from './frequencies.ts'
import { mailsOffLinks } from './mails-off.ts'

/** Below each mail: which link ends mails of its kind. */
export const OFF_LINKS = {
  request: 'unsubscribe_requests',
  message: 'unsubscribe',
  reminder: 'unsubscribe_reminders',
  wish: 'unsubscribe_wishes',
  community: 'unsubscribe_community',
} as const satisfies Record<NotificationKind, string>

/** How long a mail waits if the person is told on a device as well: if they look there meanwhile, it is not sent. */
const SEEN_WITHIN_SECONDS = 60

/** Absolute addresses for the mail of a {@link Notice}. */
export interface NoticeLinks {
  /**
   * Whether the mail is sent at once: then its links may hold secrets. What is kept for a digest or a
   * push holds none.
   */
  atOnce: boolean
  /**
   * Of a page that shows a conversation (`transaction_id` in its query); at once it opens that one without
   * logging in, within 7 days, the first one of the mail that is used.
   */
  conversation(path: string): string
  /** Of a page of the web app, as it is. */
  page(path: string): string
}

/** Something to tell one person. */
export interface Notice {
  user: UserRow
  kind: NotificationKind
  /** Where in the web app it is seen. */
  path: string
  /**
   * What the mail says. Its subject is the line in a digest and the title of a push, its quotation, or
   * else its preview, what stands below. The links by which mails of the kind end and how often is
   * chosen come below it by themselves.
   */
  mail(links: NoticeLinks): MailContent | Promise<MailContent>
  /** For the mail program's button (RFC 8058), where what ends by it is narrower than the kind. */
  oneClickUrl?: string | undefined
  /** On a device, what comes later under the same tag takes the place of what is there. */
  tag?: string
  /** A mail has told of it already, before it could be seen there: only devices are told, no second mail is written. */
  again?: boolean | undefined
  /** To be told in a while, and not at all if the revision of its mail says so then. */
  inSeconds?: number | undefined
}

/**
 * Makes links that open a conversation: with one secret for all links of a mail to the same one, so that
 * the first one pressed uses up what the mail can do. Any other page gets none: mails are forwarded, and
 * whoever wants more logs in. They open it once `tokens` are stored.
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
  { user, kind, mail, path, oneClickUrl }: Notice,
  to: string,
): Promise<QueuedMail> {
  const page = (path: string) => config.publicUrl + path
  const conversation = conversationLinks(tokens, user, page)
  const content = await mail({ atOnce: true, conversation, page })
  const off = mailsOffLinks(tokens, config, { user, kind: OFF_LINKS[kind] })
  const settingsUrl = page(paths.notifications())
  const about = new URL(page(path)).searchParams.get('transaction_id')
  return {
    to,
    lang: user.lang,
    content,
    unsubscribeUrl: oneClickUrl ?? off.oneClick,
    notification: { user_id: user.id, kind, offUrl: off.page, settingsUrl },
    ...(about !== null && { reply: { about, person: user.id } }),
  }
}

/** What the mail would say, without a secret: it may wait for days. */
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
 * On devices and by mail, with as many questions to the database for ten notices as for one.
 * @returns of each notice whether its person has a device or gets a mail
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
 * The one way of telling somebody anything but what the law or the safety of the account needs: in the
 * transaction `db` of what is told, as often as that person wants to hear of its kind.
 * @returns whether the person will be told by it: not who switched the kind off, and whose address is not confirmed
 * only on a device.
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
 * Tells several people, each as {@link notify} does.
 * @returns of each notice whether its person will be told by it
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
    const { user, kind, again = false } = notice
    const frequency = frequencyOf(user, kind)
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
