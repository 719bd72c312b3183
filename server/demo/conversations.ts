import type { messages, transactions } from '../db/schema.ts'
import scripts from './conversations.json' with { type: 'json' }
import type { Neighbour } from './neighbours.ts'
import type { Random } from './random.ts'

type TransactionRow = typeof transactions.$inferInsert
export type MessageRow = typeof messages.$inferInsert & { created_at: Date }

interface Conversation {
  transaction: TransactionRow
  messages: MessageRow[]
}

interface Parties {
  borrower: Neighbour
  renter: Neighbour
}

interface Script {
  lang: string
  item: string
  /** Who writes, how many hours after the message before, what. */
  messages: (string | number)[][]
}

const HOUR = 3_600_000
const { community: COMMUNITY, accounts: ACCOUNTS } = scripts

/** Plays a script between two households; the last `unseen` messages still wait to be read. */
function play(
  random: Random,
  script: Script,
  { borrower, renter }: Parties,
  { itemId, start, now, unseen }: { itemId: number; start: Date; now: Date; unseen: number },
): Conversation {
  const id = random.uuid()
  let time = start.getTime()
  const messages = script.messages.map(([who, hours = 0, text], index) => {
    const minutes = random.int(1, 40)
    time = Math.min(time + Number(hours) * HOUR + minutes * 60_000, now.getTime() - 60_000)
    const [from, to] = who === 'borrower' ? [borrower, renter] : [renter, borrower]
    const seen = index < script.messages.length - unseen
    return {
      id: random.uuid(),
      transaction_id: id,
      from_id: from.user.id,
      to_id: to.user.id,
      text: String(text),
      // Messages of one minute keep their order.
      created_at: new Date(time + index),
      seen_at: seen ? new Date(Math.min(time + 20 * 60_000, now.getTime())) : null,
    }
  })
  return {
    transaction: {
      id,
      status: 'open',
      item_id: itemId,
      borrower_id: borrower.user.id,
      renter_id: renter.user.id,
      created_at: messages[0]?.created_at ?? start,
      updated_at: messages.at(-1)?.created_at ?? start,
    },
    messages,
  }
}

const canTalk = ({ user }: Pick<Neighbour, 'user'>) =>
  user.enable_messaging === true && user.show_on_map === true

function findParties(
  random: Random,
  neighbours: readonly Neighbour[],
  itemId: number,
  language: string,
): Parties | null {
  // The texts are Swiss, so are the people; English is written where many do.
  const talkers = neighbours.filter(
    ({ home, user }) =>
      canTalk({ user }) &&
      home.country === 'CH' &&
      (language === 'en' ? home.urban : home.language === language),
  )
  const renters = talkers.filter(({ items }) => items.includes(itemId))
  if (renters.length === 0) return null
  const renter = random.pick(renters)
  const others = talkers.filter(({ user }) => user.id !== renter.user.id)
  const close = others.filter(({ home }) => home.city === renter.home.city)
  const borrowers = close.length > 0 ? close : others
  return borrowers.length === 0 ? null : { renter, borrower: random.pick(borrowers) }
}

/** `count` conversations among the community; small communities may have fewer. */
export function createConversations(
  random: Random,
  neighbours: readonly Neighbour[],
  { count, itemIds, now }: { count: number; itemIds: Map<string, number>; now: Date },
): Conversation[] {
  const conversations: Conversation[] = []
  for (let i = 0; i < count; i++) {
    const script = COMMUNITY[i % COMMUNITY.length]
    const itemId = script && itemIds.get(script.item)
    if (!itemId) continue
    const parties = findParties(random, neighbours, itemId, script.lang)
    if (!parties) continue
    const start = new Date(now.getTime() - Math.round((3 + random.next() ** 2 * 200) * 24 * HOUR))
    const unseen = random.chance(0.2) ? 1 : 0
    conversations.push(play(random, script, parties, { itemId, start, now, unseen }))
  }
  return conversations
}

/** What waits in the inboxes of the accounts that a visitor of the demo logs in with. */
export function createAccountConversations(
  random: Random,
  accounts: { demo: Neighbour; borrower: Neighbour },
  neighbours: readonly Neighbour[],
  { itemIds, now }: { itemIds: Map<string, number>; now: Date },
): Conversation[] {
  return ACCOUNTS.flatMap((script) => {
    const itemId = itemIds.get(script.item)
    if (!itemId) return []
    const own = { demo: accounts.demo, borrower: accounts.borrower }
    const community = neighbours.filter(
      (neighbour) =>
        canTalk(neighbour) &&
        neighbour.home.city === accounts.demo.home.city &&
        (script.renter !== 'community' || neighbour.items.includes(itemId)),
    )
    if (community.length === 0) return []
    const stranger = random.pick(community)
    const borrower = own[script.borrower as keyof typeof own] ?? stranger
    const renter = own[script.renter as keyof typeof own] ?? stranger
    const start = new Date(now.getTime() - Math.round(script.days_ago * 24 * HOUR))
    const timing = { itemId, start, now, unseen: script.unseen }
    return [play(random, script, { borrower, renter }, timing)]
  })
}
