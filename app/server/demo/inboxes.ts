import { DAY_MS } from '#platform/shared/durations.ts'
import { distanceInMetres } from '#platform/shared/geography.ts'
import { ACCOUNT_SCRIPTS, COMMUNITY_SCRIPTS } from './conversation-scripts.ts'
import { type Conversation, type Parties, play } from './conversations.ts'
import { dayOf, daysLater } from './demo-days.ts'
import type { LentThings } from './lent-things.ts'
import { byCity, canTalk, type Neighbour } from './neighbours.ts'
import type { Random } from './random.ts'

interface Community {
  neighbours: readonly Neighbour[]
  itemIds: Map<string, number>
  lent: LentThings
  now: Date
}

/** The distance people go for a ladder. */
const NEARBY_METRES = 5000

function findParties(
  random: Random,
  neighbours: readonly Neighbour[],
  itemId: number,
  language: string,
): Parties | null {
  // The conversations are in Swiss languages, so choose people from there or nearby; English is spoken where it is
  // common.
  const talkers = neighbours.filter(
    ({ home, user }) =>
      canTalk({ user }) &&
      (home.country === 'CH' || home.country === 'LI') &&
      (language === 'en' ? home.urban : home.language === language),
  )
  const cities = byCity(talkers)
  const lenders = talkers.filter(
    ({ items, home }) => items.includes(itemId) && (cities.get(home.city)?.length ?? 0) > 1,
  )
  if (lenders.length === 0) return null
  const lender = random.pick(lenders)
  const others = cities.get(lender.home.city) ?? []
  return { lender, borrower: random.pick(others.filter((other) => other !== lender)) }
}

/** `count` conversations in the community; a small community may have fewer. */
export function createConversations(
  random: Random,
  { neighbours, itemIds, lent, now }: Community,
  count: number,
): Conversation[] {
  const conversations: Conversation[] = []
  for (let i = 0; i < count; i++) {
    const script = COMMUNITY_SCRIPTS[i % COMMUNITY_SCRIPTS.length]
    const itemId = script && itemIds.get(script.item)
    if (!itemId) continue
    const parties = findParties(random, neighbours, itemId, script.lang)
    if (!parties) continue
    // The most recent ones are still in progress.
    const ago = 1 + random.next() ** 2 * 200
    const start = new Date(now.getTime() - Math.round(ago * DAY_MS))
    const unseen = random.chance(0.2) ? 1 : 0
    const scene = { itemId, start, now, unseen, lent, sleeping: true }
    const conversation = play(random, script, parties, scene)
    if (conversation) conversations.push(conversation)
  }
  return conversations
}

/** Conversations of the accounts that visitors of the demo log in with. */
export function createAccountConversations(
  random: Random,
  accounts: { demo: Neighbour; borrower: Neighbour },
  { neighbours, itemIds, lent, now }: Community,
): Conversation[] {
  const own = { demo: accounts.demo, borrower: accounts.borrower }
  const asks = new Map<string, string>()
  const known = new Set<string>()
  /** A person near an account, who has not met them yet. */
  const meet = (account: Neighbour, itemId: number | null): Neighbour | null => {
    const strangers = neighbours.filter(
      (neighbour) =>
        canTalk(neighbour) &&
        distanceInMetres(neighbour.home, account.home) < NEARBY_METRES &&
        !known.has(neighbour.user.id) &&
        (itemId === null || neighbour.items.includes(itemId)),
    )
    const stranger = strangers.length > 0 ? random.pick(strangers) : null
    if (stranger) known.add(stranger.user.id)
    return stranger
  }
  return ACCOUNT_SCRIPTS.flatMap((script) => {
    const itemId = itemIds.get(script.item)
    if (!itemId) return []
    const party = [script.borrower, script.lender].find((actor) => actor !== 'community')
    if (!party) return []
    const account = own[party]
    const borrower = script.borrower === 'community' ? meet(account, null) : own[script.borrower]
    const lender = script.lender === 'community' ? meet(account, itemId) : own[script.lender]
    if (!borrower || !lender) return []
    if (script.ask && !asks.has(script.ask)) asks.set(script.ask, random.uuid())
    const today = dayOf(now.getTime())
    const [from, until] = script.days ?? []
    const conversation = play(
      random,
      script,
      { borrower, lender },
      {
        itemId,
        start: new Date(now.getTime() - Math.round(script.days_ago * DAY_MS)),
        now,
        unseen: script.unseen,
        lent,
        days:
          from !== undefined && until !== undefined
            ? { from: daysLater(today, from), until: daysLater(today, until) }
            : null,
        hour: script.hour,
        askId: script.ask && asks.get(script.ask),
      },
    )
    if (!conversation) return []
    if (!script.archived) return [conversation]
    const { transaction } = conversation
    const seen = { user_id: own[script.archived].user.id, transaction_id: transaction.id }
    return [{ ...conversation, views: [{ ...seen, viewed_at: now, archived: true }] }]
  })
}
