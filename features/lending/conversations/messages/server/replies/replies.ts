import { everybodyOf } from '#features/lending/conversations/who-sees/server/door.ts'
import type { TakesReplies } from '#platform/server/inbound-mail/replies.ts'
import { paths } from '#platform/shared/paths.ts'
import { addAutomaticNote, findHabits } from '../automatic-notes.ts'
import { holdReply } from './held-replies.ts'
import { describeConversation, findTransaction, takeReply } from './taking.ts'

/**
 * Replies to the mails about a conversation: messages like those typed in the app; they never count as a yes or
 * no.
 */
export const replies: TakesReplies = {
  async people(db, about) {
    const row = await findTransaction(db, about)
    return row ? everybodyOf(db, row) : []
  },
  take: takeReply,
  habits: findHabits,
  async note(db, deps, { about, person, text }) {
    await addAutomaticNote({ db, deps, now: deps.clock() }, person, about, text)
  },
  hold: holdReply,
  async describe(db, { about, person, lang }) {
    const row = await findTransaction(db, about)
    return row && describeConversation(db, row, person, lang)
  },
  path: (about) => paths.inbox({ transaction_id: about }),
}
