import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '#platform/server/identity/tables.ts'
import { canBeToldNow, canBeToldOfRequests } from '#platform/server/mail/can-be-told.ts'
import { household_members, letterboxes } from '../tables.ts'

const member = alias(users, 'member_of_household')

/** Whether somebody of a household can be told. The owner is joined to the letterbox. */
const reaches = (
  canBeTold: typeof canBeToldNow,
): SQL<boolean> => sql<boolean>`(${canBeTold(users)} OR EXISTS (
  SELECT FROM ${household_members} JOIN ${users} AS ${sql.identifier('member_of_household')}
    ON ${member.id} = ${household_members.user_id}
  WHERE ${household_members.letterbox_id} = ${letterboxes.id}
    AND ${member.enable_messaging} AND ${canBeTold(member)}))`

/** Whether a request to a letterbox would be told to its owner or to a member of the household who takes messages. */
export const isReachable = reaches(canBeToldOfRequests)

/** The same at this moment, where mails to a mailbox that is full or disabled wait. */
export const isReachableNow = reaches(canBeToldNow)
