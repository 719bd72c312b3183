import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { canBeToldNow, canBeToldOfRequests } from '#features/people/notifications/server/door.ts'
import { users } from '#platform/server/identity/tables.ts'
import { household_members, letterboxes } from '../../tables.ts'

const member = alias(users, 'member_of_household')

/** Whether a notification reaches anyone in the household. Requires a join of owner and letterbox. */
const reaches = (
  canBeTold: typeof canBeToldNow,
): SQL<boolean> => sql<boolean>`(${canBeTold(users)} OR EXISTS (
  SELECT FROM ${household_members} JOIN ${users} AS ${sql.identifier('member_of_household')}
    ON ${member.id} = ${household_members.user_id}
  WHERE ${household_members.letterbox_id} = ${letterboxes.id}
    AND ${member.enable_messaging} AND ${canBeTold(member)}))`

/** Whether a request would reach the owner, or a member of the household who takes messages. */
export const isReachable = reaches(canBeToldOfRequests)

/** Like {@link isReachable}, but at this moment: false while mails wait for a full or disabled mailbox. */
export const isReachableNow = reaches(canBeToldNow)
