import type { cases, staff_answers } from '#features/community/moderation/tables.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { Neighbour } from '../neighbours.ts'
import type { Random } from '../random.ts'
import { type LetterState, MONTH_WORDS } from './month-words.ts'
import { CHANGED, type Staff } from './staff.ts'

interface MonthLetters {
  cases: (typeof cases.$inferInsert)[]
  answers: (typeof staff_answers.$inferInsert)[]
}

interface Handling {
  subject: 'report' | 'feedback'
  id: string
  state: LetterState
  created_at: Date
  /** The kind of report, for the yearly statistics. */
  kind?: string
}

/** Columns of a handled case, and the staff's actions so far. */
function handled(staff: Staff, now: Date, { subject, id, state, created_at, kind }: Handling) {
  const isDone = state === 'answered' || state === 'settled'
  const later = (hours: number) =>
    new Date(Math.min(created_at.getTime() + hours * HOUR_MS, now.getTime() - MINUTE_MS))
  const about = { subject, subject_id: id } as const
  if (state !== 'open') {
    const after = { assignee: staff.id }
    staff.act({ ...about, verb: 'assign', at: later(8), before: { assignee: null }, after })
  }
  const handled_at = isDone ? later(30) : null
  if (handled_at) {
    const hours = Math.round((handled_at.getTime() - created_at.getTime()) / HOUR_MS)
    const counted = kind ? { kind, hours } : {}
    const after = { outcome: 'done', ...counted }
    if (state === 'settled') staff.act({ ...about, verb: 'settle', at: handled_at, after })
    else {
      const answered = { text: CHANGED, ...after }
      staff.act({ ...about, verb: 'answer', at: handled_at, after: answered })
    }
  }
  return {
    created_at,
    handled_at,
    handled_by: isDone ? staff.id : null,
    outcome: isDone ? ('done' as const) : null,
    assignee_id: state === 'open' ? null : staff.id,
    version: state === 'open' ? 0 : isDone ? 2 : 1,
    staff_note: '',
  }
}

/** Reports about letterboxes and feedback: open, taken or answered. */
export function createLetters({
  random,
  staff,
  now,
  neighbours,
}: {
  random: Random
  staff: Staff
  now: Date
  neighbours: readonly Neighbour[]
}): MonthLetters {
  const letters: MonthLetters = { cases: [], answers: [] }
  const since = now.getTime() - 60 * DAY_MS
  const people = neighbours.filter(({ user }) => Number(user.created_at ?? 0) < since)
  if (people.length < 2) return letters
  const answer = (case_id: string, at: Date) => ({
    id: random.uuid(),
    case_id,
    author_id: staff.id,
    request_id: random.uuid(),
    created_at: at,
  })
  for (const { type, title, message, daysAgo, state, answer: text } of MONTH_WORDS.reports) {
    const { user } = random.pick(people)
    const { letterbox } = random.pick(people.filter((other) => other.user !== user))
    const lang = user.lang ?? 'de'
    const id = random.uuid()
    const created_at = staff.at(daysAgo)
    // Half of them come from visitors.
    const isVisitor = type !== 'illegal' && random.chance(0.5)
    const inbox = handled(staff, now, { subject: 'report', id, state, created_at, kind: type })
    letters.cases.push({
      id,
      kind: 'report',
      letterbox_id: letterbox.id,
      user_id: isVisitor ? null : user.id,
      type,
      title: title[lang],
      text: message[lang],
      name: type === 'illegal' ? `${user.firstname} ${user.lastname}` : '',
      email: user.email ?? '',
      lang,
      repeats: 0,
      ...inbox,
    })
    if (text && inbox.handled_at) {
      letters.answers.push({ ...answer(id, inbox.handled_at), text: text[lang] })
    }
  }
  for (const { type, content, daysAgo, state, answer: text } of MONTH_WORDS.feedback) {
    const { user } = random.pick(people)
    const lang = user.lang ?? 'de'
    const id = random.uuid()
    const created_at = staff.at(daysAgo)
    const inbox = handled(staff, now, { subject: 'feedback', id, state, created_at })
    const about = { id, kind: 'feedback' as const, user_id: user.id, type }
    letters.cases.push({ ...about, text: content[lang], ...inbox })
    if (text && inbox.handled_at) {
      letters.answers.push({ ...answer(id, inbox.handled_at), text: text[lang] })
    }
  }
  return letters
}
