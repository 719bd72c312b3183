import { eq, or } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { answersTo } from '#platform/server/questions.ts'
import { staff_answers } from '../tables.ts'
import { staffAnswer } from './mails.ts'
import { ANSWERED_TO } from './questions.ts'

/** Shared by the staff's inboxes: answers that go out by mail. */
export const staffInboxes: Feature = {
  name: 'staff-inboxes',
  mails: [staffAnswer],
  personalData: [
    {
      table: staff_answers,
      // Which member of the staff has answered is internal.
      secret: ['author_id', 'request_id'],
      where: (user, asked) =>
        or(
          eq(staff_answers.author_id, user.id),
          ...answersTo(asked, ANSWERED_TO).map((toUser) => toUser(user)),
        ),
    },
  ],
}
