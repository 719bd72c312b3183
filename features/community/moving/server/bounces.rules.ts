import type { RecipientState } from '#platform/shared/mailings.ts'
import { FIRST_MAILS } from '../contract.admin.ts'

type People = Readonly<Record<RecipientState, number>>

/** Mails that came back: refused at once or by a bounce, or no server took them for a day. */
export const bouncedOf = ({ refused, failed }: People): number => refused + failed

/** Mails whose outcome is known. */
const settledOf = (people: People) => people.sent + bouncedOf(people)

/** The share of the mails that came back, in percent. */
export function shareOfBounces(people: People): number {
  const settled = settledOf(people)
  return settled === 0 ? 0 : (bouncedOf(people) / settled) * 100
}

/** Whether so many mails came back that no further ones go out. The first ones go out in any case. */
export const isStopped = (people: People, mostBounces: number): boolean =>
  settledOf(people) >= FIRST_MAILS && shareOfBounces(people) >= mostBounces

/** Whether another sending may begin. */
export const mayBeginAgain = (people: People, mostBounces: number): boolean =>
  settledOf(people) === 0 || shareOfBounces(people) < mostBounces

/** How many people the next sending goes to at most; null: no limit. */
export const mostRecipients = (people: People): number | null =>
  settledOf(people) < FIRST_MAILS ? FIRST_MAILS : null
