import type { AuditSubject, AuditVerb } from '#features/people/audit/audit-acts.ts'
import { CHANGED } from '#features/people/audit/server/door.ts'
import type { audit_log } from '#features/people/audit/tables.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { awake } from '../demo-days.ts'
import type { Neighbour } from '../neighbours.ts'
import type { Random } from '../random.ts'

type AuditRow = typeof audit_log.$inferInsert

/** An action by staff: an `Act` of the audit log, and its time. */
interface StaffAct {
  subject: AuditSubject
  subject_id: string | number
  verb: AuditVerb
  at: Date
  label?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** The demo community's staff, and the audit log of their actions. */
export class Staff {
  readonly audit: AuditRow[] = []
  readonly id: string
  readonly #random: Random
  readonly #now: Date

  constructor(random: Random, admin: Neighbour, now: Date) {
    this.#random = random
    this.id = admin.user.id
    this.#now = now
  }

  /** A time on a past day at which people are awake. */
  at(daysAgo: number): Date {
    const minutes = this.#random.int(0, 59)
    const time = awake(this.#now.getTime() - Math.round(daysAgo * DAY_MS) - minutes * MINUTE_MS)
    return new Date(Math.min(time, this.#now.getTime() - MINUTE_MS))
  }

  act({ subject_id, label, before, after, ...act }: StaffAct): void {
    const kept = { label: label ?? null, before: before ?? null, after: after ?? null }
    this.audit.push({
      id: this.#random.uuid(),
      actor: 'admin',
      actor_id: this.id,
      subject_id: `${subject_id}`,
      ...act,
      ...kept,
    })
  }
}

export { CHANGED }
