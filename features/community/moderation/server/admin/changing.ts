import { and, eq, type SQL, sql } from 'drizzle-orm'
import {
  type Act,
  type AuditActor,
  CHANGED,
  recordActs,
  recordReadings,
} from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError, fieldError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { HOUR_MS } from '#platform/shared/durations.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { CaseOutcome } from '../../case-kinds.ts'
import type { CaseDetail } from '../../contract.admin.ts'
import { cases, staff_answers } from '../../tables.ts'
import { isOfKind, type StoredCase } from './cases.queries.ts'

type Written = Partial<
  Pick<
    StoredCase,
    'assignee_id' | 'staff_note' | 'handled_at' | 'handled_by' | 'outcome' | 'measure'
  >
>

/** The columns that a change writes, and its audit entry. */
interface ChangeAndAct {
  set: Written
  verb: Act['verb']
  before?: Act['before']
  after?: Act['after']
}

/**
 * Changes cases of any kind. Each gets a new version and an entry in the audit log.
 * @param actOf the entry, by the changed case
 * @returns the changed cases
 */
export async function writeCases(
  db: Db,
  actor: AuditActor,
  which: SQL | undefined,
  set: Written,
  actOf: (row: StoredCase) => Omit<ChangeAndAct, 'set'>,
  now: Date,
): Promise<StoredCase[]> {
  const rows = await db
    .update(cases)
    .set({ ...set, version: sql`${cases.version} + 1` })
    .where(which)
    .returning()
  const acts = rows.map(
    (row): Act => ({
      // Held messages are not changed here; the other kinds have the names of their audit subjects.
      subject: row.kind,
      subject_id: row.id,
      ...actOf(row),
    }),
  )
  await recordActs(db, actor, acts, now)
  return rows
}

export const settledBy = (
  viewer: Viewer,
  outcome: NonNullable<StoredCase['outcome']>,
  now: Date,
) => ({
  handled_at: now,
  handled_by: viewer.id,
  outcome,
})

/** Facts for the yearly counts of reports, kept in the audit log after the case itself is deleted. */
export const countedFacts = ({ kind, type, created_at }: StoredCase, now: Date) =>
  kind === 'feedback'
    ? {}
    : { kind: type, hours: Math.round((now.getTime() - created_at.getTime()) / HOUR_MS) }

/** A kind of case that the staff settle with an answer by mail. */
export interface AnsweredKind<Detail extends CaseDetail> {
  kind: 'report' | 'feedback'
  /** Reads one case with all details; null if it does not exist for this viewer. */
  find: (db: Db, viewer: Viewer, id: string) => Promise<Detail | null>
  /** Mails an answer to the author. */
  mailAnswer: (db: Db, detail: Detail, text: string) => Promise<void>
  /** True if an answer can be mailed to the author. Default: always. */
  canAnswer?: (detail: Detail) => boolean
  /** Notifies the author when it is settled without an answer. */
  mailSettled?: (db: Db, detail: Detail) => Promise<void>
}

interface Change {
  id: string
  version: number
}

type Answering = Change & { text: string; request_id: string; keep_open: boolean }

/** The changes of a kind, each based on the version that was read. They return the changed case. */
export function changesOf<Detail extends CaseDetail>(deps: Deps, answered: AnsweredKind<Detail>) {
  const { kind } = answered

  async function find(db: Db, viewer: Viewer, id: string): Promise<Detail> {
    const detail = await answered.find(db, viewer, id)
    if (!detail) throw new AppError('not_found')
    return detail
  }

  /** Locks a case and reads it with all details. */
  async function lock(tx: Db, viewer: Viewer, id: string) {
    const [row] = await tx
      .select()
      .from(cases)
      .where(and(eq(cases.id, id), isOfKind(kind)))
      .for('no key update')
    if (!row) throw new AppError('not_found')
    return { row, current: await find(tx, viewer, id) }
  }

  async function write(tx: Db, viewer: Viewer, id: string, { set, ...act }: ChangeAndAct) {
    await writeCases(tx, viewer, eq(cases.id, id), set, () => act, deps.clock())
    return find(tx, viewer, id)
  }

  /**
   * @param decide returns null if the state does not allow the change
   * @throws {AppError} not_found; changed_meanwhile with the current case
   */
  const change = (
    viewer: Viewer,
    { id, version }: Change,
    decide: (row: StoredCase, now: Date) => ChangeAndAct | null,
    afterwards?: (tx: Db, detail: Detail) => Promise<void>,
  ): Promise<Detail> =>
    deps.database.orm.transaction(async (tx) => {
      const { row, current } = await lock(tx, viewer, id)
      const changeAndAct = row.version === version ? decide(row, deps.clock()) : null
      if (!changeAndAct) throw new AppError('changed_meanwhile', { current })
      const detail = await write(tx, viewer, id, changeAndAct)
      await afterwards?.(tx, detail)
      return detail
    })

  return {
    /** Opens a case, and records that the viewer has read it. */
    read: (viewer: Viewer, id: string): Promise<Detail> =>
      deps.database.orm.transaction(async (tx) => {
        await find(tx, viewer, id)
        await recordReadings(tx, viewer, kind, [id], deps.clock())
        return find(tx, viewer, id)
      }),

    assign: (viewer: Viewer, { mine, ...read }: Change & { mine: boolean }) =>
      change(viewer, read, ({ assignee_id, handled_at }) => {
        if (handled_at || (!mine && assignee_id !== viewer.id)) return null
        const next = mine ? viewer.id : null
        return {
          set: { assignee_id: next },
          verb: 'assign',
          before: { assignee: assignee_id },
          after: { assignee: next },
        }
      }),

    note: (viewer: Viewer, { note, ...read }: Change & { note: string }) =>
      change(viewer, read, () => ({
        set: { staff_note: note },
        verb: 'note',
        after: { note: CHANGED },
      })),

    settle: (viewer: Viewer, { outcome, ...read }: Change & { outcome: CaseOutcome }) =>
      change(
        viewer,
        read,
        (row, now) =>
          row.handled_at
            ? null
            : {
                set: settledBy(viewer, outcome, now),
                verb: 'settle',
                after: { outcome, ...countedFacts(row, now) },
              },
        answered.mailSettled,
      ),

    reopen: (viewer: Viewer, read: Change) =>
      change(viewer, read, ({ handled_at, outcome }) =>
        handled_at
          ? {
              set: { handled_at: null, handled_by: null, outcome: null },
              verb: 'reopen',
              before: { outcome },
            }
          : null,
      ),

    /**
     * Answers once for each `request_id`. An answer assigns an unassigned case to its author and settles it, unless it
     * is to be kept open.
     */
    answer: (
      viewer: Viewer,
      { id, version, text, request_id, keep_open }: Answering,
    ): Promise<Detail> =>
      deps.database.orm.transaction(async (tx) => {
        const { row, current } = await lock(tx, viewer, id)
        const [earlier] = await tx
          .select({ case_id: staff_answers.case_id })
          .from(staff_answers)
          .where(eq(staff_answers.request_id, request_id))
        if (earlier?.case_id === id) return current
        if (earlier) throw fieldError('request_id', VALIDATION.invalid)
        if (row.version !== version) throw new AppError('changed_meanwhile', { current })
        if (answered.canAnswer?.(current) === false) throw fieldError('text', VALIDATION.email)
        const now = deps.clock()
        await tx
          .insert(staff_answers)
          .values({ case_id: id, author_id: viewer.id, text, request_id, created_at: now })
        await answered.mailAnswer(tx, current, text)
        const isOpen = row.handled_at === null
        const settles = isOpen && !keep_open
        return write(tx, viewer, id, {
          set: {
            ...(isOpen && row.assignee_id === null && { assignee_id: viewer.id }),
            ...(settles && settledBy(viewer, 'done', now)),
          },
          verb: 'answer',
          after: {
            text: CHANGED,
            ...(settles && { outcome: 'done', ...countedFacts(row, now) }),
          },
        })
      }),
  }
}
