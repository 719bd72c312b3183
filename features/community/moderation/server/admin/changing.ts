import { eq } from 'drizzle-orm'
import type { AuditVerb } from '#features/people/audit/audit-acts.ts'
import { CHANGED, recordAct, recordReadings } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { InboxDetail, InboxOutcome } from '../../contract.admin.ts'
import { staff_answers } from '../../tables.ts'
import { answersTo, type InboxSubject, type InboxTable, sharedColumns } from './cases.queries.ts'

/** An inbox of the staff. The workflow is the same for all subjects. */
export interface StaffInbox<Detail extends InboxDetail> {
  subject: InboxSubject
  /** Table of the noun that owns the inbox. That noun lets the functions in this file write to it. */
  table: InboxTable
  /** Reads one entry with all details; null if it does not exist for this viewer. */
  find: (db: Db, viewer: Viewer, id: string) => Promise<Detail | null>
  /** Mails an answer to the author. */
  mailAnswer: (db: Db, detail: Detail, text: string) => Promise<void>
  /** True if an answer can be mailed to the author. Default: always. */
  canAnswer?: (detail: Detail) => boolean
  /** The kind, kept in the audit log for the yearly counts. */
  kindOf?: (detail: Detail) => string
  /** Notifies the author when it is settled without an answer. */
  mailSettled?: (db: Db, detail: Detail) => Promise<void>
}

type Stored = ReturnType<typeof sharedColumns>['$inferSelect']
type Columns = Partial<
  Pick<Stored, 'assignee_id' | 'staff_note' | 'handled_at' | 'handled_by' | 'outcome'>
>

interface Change {
  id: string
  version: number
}

/** The columns that a change writes, and its audit entry. */
interface ChangeAndAct {
  set: Columns
  verb: AuditVerb
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

async function lockRow(db: Db, table: InboxTable, id: string): Promise<Stored | null> {
  const shared = sharedColumns(table)
  const [row] = await db.select().from(shared).where(eq(shared.id, id)).for('no key update')
  return row ?? null
}

/** An inbox with the dependencies of its changes. */
interface InboxAtWork<Detail extends InboxDetail> {
  deps: Deps
  inbox: StaffInbox<Detail>
}

async function findWhole<Detail extends InboxDetail>(
  { inbox }: InboxAtWork<Detail>,
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<Detail> {
  const detail = await inbox.find(db, viewer, id)
  if (!detail) throw new AppError('not_found')
  return detail
}

async function write<Detail extends InboxDetail>(
  work: InboxAtWork<Detail>,
  tx: Db,
  viewer: Viewer,
  { id, version }: Change,
  { set, ...act }: ChangeAndAct,
): Promise<Detail> {
  const { subject, table } = work.inbox
  const shared = sharedColumns(table)
  await tx
    .update(shared)
    .set({ ...set, version: version + 1 })
    .where(eq(shared.id, id))
  await recordAct(tx, viewer, { subject, subject_id: id, ...act }, work.deps.clock())
  return findWhole(work, tx, viewer, id)
}

/** Locks an entry and reads it with all details. */
async function lockWhole<Detail extends InboxDetail>(
  { inbox }: InboxAtWork<Detail>,
  tx: Db,
  viewer: Viewer,
  id: string,
): Promise<{ row: Stored; current: Detail }> {
  const row = await lockRow(tx, inbox.table, id)
  const current = row && (await inbox.find(tx, viewer, id))
  if (!row || !current) throw new AppError('not_found')
  return { row, current }
}

/**
 * Changes an entry that still has the version that was read.
 * @param decide returns null if the state does not allow the change
 * @throws {AppError} not_found; changed_meanwhile with the current entry
 */
function changeAsRead<Detail extends InboxDetail>(
  work: InboxAtWork<Detail>,
  viewer: Viewer,
  change: Change,
  decide: (row: Stored, now: Date, current: Detail) => ChangeAndAct | null,
  afterwards?: (tx: Db, detail: Detail) => Promise<void>,
): Promise<Detail> {
  const { deps } = work
  return deps.database.orm.transaction(async (tx) => {
    const { row, current } = await lockWhole(work, tx, viewer, change.id)
    const changeAndAct = row.version === change.version ? decide(row, deps.clock(), current) : null
    if (!changeAndAct) throw new AppError('changed_meanwhile', { current })
    const detail = await write(work, tx, viewer, change, changeAndAct)
    await afterwards?.(tx, detail)
    return detail
  })
}

/** Facts for the yearly counts, kept in the audit log after the entry itself is deleted. */
const counted = <Detail extends InboxDetail>(
  { kindOf }: StaffInbox<Detail>,
  current: Detail,
  createdAt: Date,
  now: Date,
) =>
  kindOf
    ? { kind: kindOf(current), hours: Math.round((now.getTime() - createdAt.getTime()) / HOUR_MS) }
    : {}

type Answering = Change & { text: string; request_id: string; keep_open: boolean }

/**
 * Answers once for each `request_id`. An answer assigns an unassigned entry to its author and settles it, unless it is
 * to be kept open.
 */
function answerOnce<Detail extends InboxDetail>(
  work: InboxAtWork<Detail>,
  viewer: Viewer,
  { text, request_id, keep_open, ...change }: Answering,
): Promise<Detail> {
  const { deps, inbox } = work
  const { subject } = inbox
  return deps.database.orm.transaction(async (tx) => {
    const { row, current } = await lockWhole(work, tx, viewer, change.id)
    const [earlier] = await tx
      .select({ about: answersTo(subject) })
      .from(staff_answers)
      .where(eq(staff_answers.request_id, request_id))
    if (earlier?.about === change.id) return current
    if (earlier) throw fieldError('request_id', VALIDATION.invalid)
    if (row.version !== change.version) throw new AppError('changed_meanwhile', { current })
    if (inbox.canAnswer?.(current) === false) throw fieldError('text', VALIDATION.email)
    await tx.insert(staff_answers).values({
      [subject === 'report' ? 'report_id' : 'feedback_id']: change.id,
      author_id: viewer.id,
      text,
      request_id,
      created_at: deps.clock(),
    })
    await inbox.mailAnswer(tx, current, text)
    const isOpen = row.handled_at === null
    const takesIt = row.assignee_id === null && isOpen
    const settles = isOpen && !keep_open
    return write(work, tx, viewer, change, {
      set: {
        ...(takesIt ? { assignee_id: viewer.id } : {}),
        ...(settles ? { handled_at: deps.clock(), handled_by: viewer.id, outcome: 'done' } : {}),
      },
      verb: 'answer',
      after: settles
        ? {
            text: CHANGED,
            outcome: 'done',
            ...counted(inbox, current, row.created_at, deps.clock()),
          }
        : { text: CHANGED },
    })
  })
}

/** The changes of an inbox. Each returns the changed entry. */
export function changesOf<Detail extends InboxDetail>(deps: Deps, inbox: StaffInbox<Detail>) {
  const work: InboxAtWork<Detail> = { deps, inbox }

  return {
    /** Opens an entry, and records that the viewer has read it. */
    read: (viewer: Viewer, id: string): Promise<Detail> =>
      deps.database.orm.transaction(async (tx) => {
        await findWhole(work, tx, viewer, id)
        await recordReadings(tx, viewer, inbox.subject, [id], deps.clock())
        return findWhole(work, tx, viewer, id)
      }),

    assign: (viewer: Viewer, { mine, ...change }: Change & { mine: boolean }) =>
      changeAsRead(work, viewer, change, ({ assignee_id, handled_at }) => {
        if (handled_at || (!mine && assignee_id !== viewer.id)) return null
        const next = mine ? viewer.id : null
        return {
          set: { assignee_id: next },
          verb: 'assign',
          before: { assignee: assignee_id },
          after: { assignee: next },
        }
      }),

    note: (viewer: Viewer, { note, ...change }: Change & { note: string }) =>
      changeAsRead(work, viewer, change, () => ({
        set: { staff_note: note },
        verb: 'note',
        after: { note: CHANGED },
      })),

    settle: (viewer: Viewer, { outcome, ...change }: Change & { outcome: InboxOutcome }) =>
      changeAsRead(
        work,
        viewer,
        change,
        ({ handled_at, created_at }, now, current) =>
          handled_at
            ? null
            : {
                set: { handled_at: now, handled_by: viewer.id, outcome },
                verb: 'settle',
                after: { outcome, ...counted(inbox, current, created_at, now) },
              },
        inbox.mailSettled,
      ),

    reopen: (viewer: Viewer, { id, version }: Change) =>
      changeAsRead(work, viewer, { id, version }, ({ handled_at, outcome }) =>
        handled_at
          ? {
              set: { handled_at: null, handled_by: null, outcome: null },
              verb: 'reopen',
              before: { outcome },
            }
          : null,
      ),

    answer: (viewer: Viewer, body: Answering) => answerOnce(work, viewer, body),
  }
}
