import { eq } from 'drizzle-orm'
import { removeAccountSilently } from '#features/people/accounts/server/door.ts'
import { type AuditActor, CHANGED, recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import type { ConfirmedAccount } from '#platform/server/feature.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import {
  enqueueSeldomAreaMail,
  enqueueSeldomStaffMail,
} from '#platform/server/mail/seldom-staff-mail.ts'
import { type Asked, answerTo } from '#platform/server/questions.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import type { Area } from '#platform/shared/areas.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { newcomerDeclined, newcomerLetIn, newcomersWait } from './mails.ts'
import { countWaitingNewcomers, isForReader, lockWaiting, markLetIn } from './newcomers.queries.ts'
import { LETTERBOXES_OF } from './questions.ts'

/** Lets a locked account in, and notifies its owner. */
async function welcome(
  tx: Db,
  { mails, config, clock }: MailDeps & Pick<Deps, 'clock'>,
  user: UserRow,
  by: AuditActor,
): Promise<void> {
  await markLetIn(tx, user.id)
  await recordAct(tx, by, { subject: 'user', subject_id: user.id, verb: 'let_in' }, clock())
  // An unconfirmed address may belong to a stranger.
  if (!user.email || !user.email_confirmed_at) return
  const { email, lang, firstname } = user
  const url = config.publicUrl + paths.profile()
  await mails.enqueue(tx, { to: email, lang, content: newcomerLetIn({ firstname, url }) })
}

/** Throws `already_answered` if the account is not waiting. */
export async function letIn(
  tx: Db,
  deps: MailDeps & Pick<Deps, 'clock'>,
  userId: string,
  by: AuditActor,
): Promise<void> {
  const [user] = await lockWaiting(tx, eq(users.id, userId))
  if (!user) throw new AppError('already_answered')
  await welcome(tx, deps, user, by)
}

/** Lets all newcomers in, when a community has become open again. */
export async function letEverybodyIn(
  tx: Db,
  deps: MailDeps & Pick<Deps, 'clock'>,
  by: AuditActor,
): Promise<void> {
  for (const user of await lockWaiting(tx)) await welcome(tx, deps, user, by)
}

/**
 * Deletes a waiting account with all its data, and mails the reason. Throws `already_answered`.
 * @returns the letterbox that was deleted with it
 */
export async function decline(
  tx: Db,
  deps: Deps,
  { id, reason }: { id: string; reason: string },
  by: Viewer,
): Promise<string | null> {
  const declined: UserRow[] = []
  const removed = await removeAccountSilently(tx, deps, id, async (db, account) => {
    const isTheirs = await isForReader(db, deps, by, id)
    if (!account.waiting_since || !isTheirs) throw new AppError('already_answered')
    declined.push(account)
    const act = { subject: 'user', subject_id: id, verb: 'decline' } as const
    await recordAct(db, by, { ...act, after: { reason: CHANGED } }, deps.clock())
  })
  const [user] = declined
  if (!removed || !user) throw new AppError('already_answered')
  if (user.email && user.email_confirmed_at) {
    const { email, lang, firstname } = user
    await deps.mails.enqueue(tx, {
      to: email,
      lang,
      content: newcomerDeclined({ firstname, reason, url: deps.config.publicUrl }),
    })
  }
  return removed.letterbox?.id ?? null
}

/** Moderators are notified at most this often, however many newcomers come. */
const TOLD_EVERY_MS = DAY_MS

/**
 * Follow-up of a confirmed address. Newcomers who registered before the community became open again
 * do not wait; for all others the moderators are notified.
 */
export async function endOrTellOfWait(
  tx: Db,
  deps: Deps,
  { id, isFirst }: ConfirmedAccount,
): Promise<void> {
  const user = isFirst ? await findUser(tx, id) : null
  if (!user?.waiting_since) return
  if (deps.settings.current().gate.gate === 'open') {
    await markLetIn(tx, id)
    return
  }
  await enqueueSeldomStaffMail(tx, deps, await mailAbout(tx, deps, id), paceOf(deps))
}

async function mailAbout(tx: Db, deps: Deps, userId: string) {
  const page = deps.config.publicUrl + paths.login(adminPaths.screen('newcomers'))
  return {
    call: 'GET /admin/newcomers',
    place: await answerTo(deps, LETTERBOXES_OF).findPlace(tx, userId),
    content: (area: Area | null) => newcomersWait({ count: 1, page, area }),
  } as const
}

const paceOf = ({ clock }: Deps) => ({
  key: 'newcomers_told_at',
  everyMs: TOLD_EVERY_MS,
  now: clock(),
})

/**
 * Notifies the moderators of an area of a newcomer who may have come into it, because their letterbox has got an address
 * or a spot after the confirmation. Others were notified then.
 */
export async function tellOfPlace(
  tx: Db,
  deps: Deps,
  { id, waiting, email_confirmed }: Pick<Viewer, 'id' | 'waiting' | 'email_confirmed'>,
): Promise<void> {
  if (!waiting || !email_confirmed) return
  await enqueueSeldomAreaMail(tx, deps, await mailAbout(tx, deps, id), paceOf(deps))
}

/** How many are waiting in the readers' area when the mail is sent; null if all were answered meanwhile. */
export async function reviseNewcomersWait<Content extends { count: number; area?: Area | null }>(
  db: Db,
  asked: Asked,
  content: Content,
): Promise<Content | null> {
  const count = await countWaitingNewcomers(db, asked, { area: content.area ?? null })
  return count > 0 ? { ...content, count } : null
}
