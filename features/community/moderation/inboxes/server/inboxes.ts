import { eq, or } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { answersTo } from '#platform/server/questions.ts'
import { staff_answers } from '../tables.ts'
import { ANSWERED_TO } from './inboxes.questions.ts'
import { staffAnswer } from './mails.ts'

/** What the inboxes of the staff share: the answers that go out by mail. */
export const staffInboxes: Feature = {
  name: 'staff-inboxes',
  mails: [staffAnswer],
  personalData: [
    {
      table: staff_answers,
      // Which member of the staff has answered is told to nobody outside of the staff.
      secret: ['author_id', 'request_id'],
      where: (user, asked) =>
        or(
          eq(staff_answers.author_id, user.id),
          ...answersTo(asked, ANSWERED_TO).map((toUser) => toUser(user)),
        ),
    },
  ],
}
