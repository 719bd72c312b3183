import { and, asc, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { mayBeTold } from '#platform/server/mail/admin-mail.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { titleFor } from '../best-text.ts'
import { type AnnouncementRow, announcements } from '../tables.ts'
import { stateOf, subjectOf } from './admin/announcements.queries.ts'
import { sendingBegan } from './mails.ts'
import { beginSending } from './sending.ts'

/** Columns of an announcement without a planned sending. */
export const NO_PLAN = {
  send_planned_at: null,
  send_planned_by: null,
  send_plan_done_at: null,
} as const

/** True if sending will begin automatically. */
export const isPlanned = (row: AnnouncementRow): boolean =>
  row.send_planned_at !== null && row.send_plan_done_at === null

type Columns = Partial<typeof announcements.$inferInsert>

async function change(tx: Db, { id }: AnnouncementRow, columns: Columns): Promise<AnnouncementRow> {
  const [changed] = await tx
    .update(announcements)
    .set(columns)
    .where(eq(announcements.id, id))
    .returning()
  if (!changed) throw new Error(`Unexpected announcement ${id} without a row`)
  return changed
}

/**
 * Plans the sending for the start time, by the channels and to the audience chosen by then. The caller has locked the
 * row.
 */
export const planSending = (tx: Db, row: AnnouncementRow, { id }: Viewer, now: Date) =>
  change(tx, row, { ...NO_PLAN, send_planned_at: now, send_planned_by: id })

export const forgetPlan = (tx: Db, row: AnnouncementRow) => change(tx, row, NO_PLAN)

/**
 * The next announcement that is due, locked. A second process that looks at the same moment waits, then finds it done.
 */
async function lockNextDue(tx: Db, now: Date): Promise<AnnouncementRow | null> {
  const [row] = await tx
    .select()
    .from(announcements)
    .where(
      and(
        isNotNull(announcements.send_planned_at),
        isNull(announcements.send_plan_done_at),
        eq(announcements.active, true),
        isNull(announcements.retired_at),
        or(isNull(announcements.visible_from), lte(announcements.visible_from, now)),
      ),
    )
    .orderBy(asc(announcements.visible_from), asc(announcements.id))
    .limit(1)
    .for('update')
  return row ?? null
}

/** Mails the planner what happened, unless announcements are no longer their task. */
async function tellPlanner(tx: Db, deps: Deps, row: AnnouncementRow, begun: boolean) {
  const user = row.send_planned_by ? await findUser(tx, row.send_planned_by) : null
  if (!user?.email || !user.email_confirmed_at || user.suspended_at) return
  if (!mayBeTold(user, 'GET /admin/announcements')) return
  await deps.mails.enqueue(tx, {
    to: user.email,
    lang: user.lang,
    content: sendingBegan({
      firstname: user.firstname,
      title: titleFor(row, user.lang),
      begun,
      url: deps.config.publicUrl + adminPaths.screen('announcements', row.id),
    }),
  })
}

/** @returns whether another announcement may be due */
function sendNextDue(deps: Deps): Promise<boolean> {
  return deps.database.orm.transaction(async (tx) => {
    const now = deps.clock()
    const row = await lockNextDue(tx, now)
    if (!row) return false
    // If the server was down for the whole period, do not announce something that is over.
    const runs = stateOf(row, now) === 'running'
    const begun = runs && (await beginSending(tx, row, now))
    await change(tx, row, { send_plan_done_at: now })
    // A member of the staff has begun it by hand, so no mail is needed.
    if (runs && !begun) return true
    if (begun) {
      const { by_mail, by_push } = row
      const act = { ...subjectOf(row), verb: 'send' } as const
      await recordAct(tx, 'system', { ...act, after: { by_mail, by_push } }, now)
    }
    await tellPlanner(tx, deps, row, begun)
    return true
  })
}

/** Begins the planned sendings that are due, each exactly once even with several processes. */
export async function sendPlanned(deps: Deps): Promise<void> {
  let more = true
  while (more) more = await sendNextDue(deps)
}

export const sendingPlanned: FeatureJob = {
  queue: 'announcements-planned',
  everySeconds: 30,
  run: sendPlanned,
}
