import { eq } from 'drizzle-orm'
import type { AuditVerb } from '#features/audit/audit-acts.ts'
import { CHANGED, recordAct, recordReadings } from '#features/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { InboxDetail, InboxOutcome } from '../contract.ts'
import { staff_answers } from '../tables.ts'
import { answersTo, type InboxSubject, type InboxTable, sharedColumns } from './inboxes.queries.ts'

/** What comes to the staff, and is worked through in the same way whatever it is about. */
export interface StaffInbox<Detail extends InboxDetail> {
  subject: InboxSubject
  /** Its owner's, who has the machinery here write it. */
  table: InboxTable
  /** The whole of one as it is now; null for none, or none for this viewer. */
  find: (db: Db, viewer: Viewer, id: string) => Promise<Detail | null>
  /** Mails an answer to whoever wrote it. */
  mailAnswer: (db: Db, detail: Detail, text: string) => Promise<void>
}

type Stored = ReturnType<typeof sharedColumns>['$inferSelect']
type Columns = Partial<
  Pick<Stored, 'assignee_id' | 'staff_note' | 'handled_at' | 'handled_by' | 'outcome'>
>

interface Change {
  id: string
  version: number
}

/** What is written, and what the audit log says of it. */
interface Write {
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

/** The calls that change what lies in an inbox; each answers with it as it is then. */
export function changesOf<Detail extends InboxDetail>(deps: Deps, inbox: StaffInbox<Detail>) {
  const { subject, table } = inbox
  const shared = sharedColumns(table)

  async function findWhole(db: Db, viewer: Viewer, id: string): Promise<Detail> {
    const detail = await inbox.find(db, viewer, id)
    if (!detail) throw new AppError('not_found')
    return detail
  }

  async function write(tx: Db, viewer: Viewer, { id, version }: Change, written: Write) {
    const { set, ...act } = written
    await tx
      .update(shared)
      .set({ ...set, version: version + 1 })
      .where(eq(shared.id, id))
    await recordAct(tx, viewer, { subject, subject_id: id, ...act }, deps.clock())
    return findWhole(tx, viewer, id)
  }

  /**
   * Changes one that is still as it was read.
   * @param decide null where its state does not allow the change
   * @throws {AppError} not_found; changed_meanwhile with how it is now
   */
  const changeAsRead = (
    viewer: Viewer,
    change: Change,
    decide: (row: Stored, now: Date) => Write | null,
  ): Promise<Detail> =>
    deps.database.orm.transaction(async (tx) => {
      const row = await lockRow(tx, table, change.id)
      const current = row && (await inbox.find(tx, viewer, change.id))
      if (!row || !current) throw new AppError('not_found')
      const written = row.version === change.version ? decide(row, deps.clock()) : null
      if (!written) throw new AppError('changed_meanwhile', { current })
      return write(tx, viewer, change, written)
    })

  return {
    /** Opens one: that is noted. */
    read: (viewer: Viewer, id: string): Promise<Detail> =>
      deps.database.orm.transaction(async (tx) => {
        await findWhole(tx, viewer, id)
        await recordReadings(tx, viewer, subject, [id], deps.clock())
        return findWhole(tx, viewer, id)
      }),

    assign: (viewer: Viewer, { mine, ...change }: Change & { mine: boolean }) =>
      changeAsRead(viewer, change, ({ assignee_id, handled_at }) => {
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
      changeAsRead(viewer, change, () => ({
        set: { staff_note: note },
        verb: 'note',
        after: { note: CHANGED },
      })),

    settle: (viewer: Viewer, { outcome, ...change }: Change & { outcome: InboxOutcome }) =>
      changeAsRead(viewer, change, ({ handled_at }, now) =>
        handled_at
          ? null
          : {
              set: { handled_at: now, handled_by: viewer.id, outcome },
              verb: 'settle',
              after: { outcome },
            },
      ),

    reopen: (viewer: Viewer, { id, version }: Change) =>
      changeAsRead(viewer, { id, version }, ({ handled_at, outcome }) =>
        handled_at
          ? {
              set: { handled_at: null, handled_by: null, outcome: null },
              verb: 'reopen',
              before: { outcome },
            }
          : null,
      ),

    /** Answers once for each `request_id`, and takes what nobody has taken. */
    answer: (
      viewer: Viewer,
      { text, request_id, ...change }: Change & { text: string; request_id: string },
    ): Promise<Detail> =>
      deps.database.orm.transaction(async (tx) => {
        const row = await lockRow(tx, table, change.id)
        const current = row && (await inbox.find(tx, viewer, change.id))
        if (!row || !current) throw new AppError('not_found')
        const [earlier] = await tx
          .select({ about: answersTo(subject) })
          .from(staff_answers)
          .where(eq(staff_answers.request_id, request_id))
        if (earlier?.about === change.id) return current
        if (earlier) throw fieldError('request_id', VALIDATION.invalid)
        if (row.version !== change.version) throw new AppError('changed_meanwhile', { current })
        await tx.insert(staff_answers).values({
          [subject === 'report' ? 'report_id' : 'feedback_id']: change.id,
          author_id: viewer.id,
          ...{ text, request_id },
          created_at: deps.clock(),
        })
        await inbox.mailAnswer(tx, current, text)
        const takes = row.assignee_id === null && row.handled_at === null
        return write(tx, viewer, change, {
          set: takes ? { assignee_id: viewer.id } : {},
          verb: 'answer',
          after: { text: CHANGED },
        })
      }),
  }
}
