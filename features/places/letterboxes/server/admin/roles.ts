import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAct } from '#features/people/audit/server/door.ts'
import { startOfDay } from '#platform/server/community-day.ts'
import type { Deps } from '#platform/server/deps.ts'
import { users } from '#platform/server/identity/tables.ts'
import { answersTo } from '#platform/server/questions.ts'
import type { letterboxRoleSchema } from '../../contract.admin.ts'
import { letterboxes } from '../../tables.ts'
import { SUPPORT_GIVEN } from '../questions.ts'
import type { Moderating } from './changing.ts'

/** Sets or clears the owner's reseller role, and sets the last day of a given membership. */
export async function changeRole(
  { tx, letterbox, account, viewer, now }: Moderating,
  { reseller, supporter_given_until: day }: z.output<typeof letterboxRoleSchema>,
  { config, features }: Pick<Deps, 'config' | 'features'>,
): Promise<void> {
  const isOwner = eq(users.id, account.id)
  await tx
    .update(users)
    .set({
      reseller,
      membership_given_until: day === null ? null : startOfDay(day, config.timeZone, 1),
    })
    .where(isOwner)
  const [storedRole] = await tx
    .select({ reseller: users.reseller, until: users.membership_given_until })
    .from(users)
    .where(isOwner)
  const before = { reseller: account.reseller, until: account.membership_given_until }
  const asAuditValues = ({ reseller, until }: typeof before) => ({
    reseller,
    supporter_until: until?.toISOString() ?? null,
  })
  const after = storedRole ?? before
  if (JSON.stringify(asAuditValues(before)) === JSON.stringify(asAuditValues(after))) return
  if (before.until?.getTime() !== after.until?.getTime()) {
    for (const follow of answersTo({ features }, SUPPORT_GIVEN)) await follow(tx, account.id)
  }
  await tx.update(letterboxes).set({ updated_at: now }).where(eq(letterboxes.id, letterbox.id))
  const act = { subject: 'letterbox', subject_id: letterbox.id, verb: 'update' } as const
  await recordAct(
    tx,
    viewer,
    { ...act, before: asAuditValues(before), after: asAuditValues(after) },
    now,
  )
}
