import type { CatalogueItem } from '#features/places/items/server/door.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { type Language, storedLanguage } from '#platform/shared/languages.ts'
import type { Moment, Script } from './conversation-scripts.ts'
import { type Conversation, play } from './conversations.ts'
import texts from './lending-history.json' with { type: 'json' }
import type { LentThings } from './lent-things.ts'
import { byCity, canTalk, type Neighbour } from './neighbours.ts'
import type { Random } from './random.ts'

/** How a lender answers requests. */
interface Habit {
  /** Share of lenders with this habit. */
  weight: number
  /** Share of requests that are answered. */
  answers: number
  /** Hours, from and to. */
  within: [number, number]
}

const HABITS = {
  prompt: { weight: 50, answers: 0.95, within: [1, 14] },
  slow: { weight: 30, answers: 0.75, within: [26, 100] },
  rare: { weight: 20, answers: 0.25, within: [10, 120] },
} satisfies Record<string, Habit>

/** Share of people with messaging who have lent before; in the towns where the demo's map opens it is most of them. */
const PART = { centre: 0.6, elsewhere: 0.22 }
const CENTRE = new Set(['Vaduz', 'Schaan'])
/** Requests per letterbox. */
const FEWEST = 3
const MOST = 9
const YES = 0.8
const WITHDRAWN = 0.3
const THANKED = 0.5
/** Days. */
const OLDEST = 720
/** All of these loans are over. */
const NEWEST = 14

const NO_REASONS = ['lent', 'away', 'broken', 'other'] as const

/** One request: answered or not, lent or not, with thanks or not. */
function writeScript(random: Random, lang: Language, item: string, habit: Habit): Script {
  const words = texts[storedLanguage(lang)]
  const ask: Moment = {
    by: 'borrower',
    after: 0,
    says: random.pick(words.asks).replace('{item}', item),
  }
  if (!random.chance(habit.answers)) {
    const ends: Moment = random.chance(WITHDRAWN)
      ? { by: 'borrower', after: random.int(30, 90), says: words.never_mind, does: 'withdrawn' }
      : { by: null, after: 7 * 24, does: 'expired' }
    return { lang, timeline: [ask, ends] }
  }
  const after = random.int(...habit.within)
  if (!random.chance(YES)) {
    const reason = random.pick(NO_REASONS)
    const no = { by: 'lender', after, says: words.no[reason], does: 'declined', reason } as const
    return { lang, timeline: [ask, no] }
  }
  const thanks: Script['thanks'] = random.chance(THANKED)
    ? [{ by: 'borrower', after: 4, says: random.pick(words.thanks), shown: random.chance(0.7) }]
    : []
  return {
    lang,
    timeline: [
      ask,
      { by: 'lender', after, says: random.pick(words.yes), does: 'accepted' },
      { by: random.pick(['borrower', 'lender']), after: random.int(8, 70), does: 'handed_over' },
      { by: random.pick(['borrower', 'lender']), after: random.int(20, 110), does: 'returned' },
    ],
    thanks,
  }
}

interface History {
  neighbours: readonly Neighbour[]
  /** Lenders who always have a history, with this habit. */
  known: ReadonlyMap<Neighbour, keyof typeof HABITS>
  catalogue: readonly CatalogueItem[]
  lent: LentThings
  now: Date
}

/** Two years of requests and loans in the community, answered by each lender's habit. */
export function createHistory(
  random: Random,
  { neighbours, known, catalogue, lent, now }: History,
): Conversation[] {
  const items = new Map(catalogue.map((item) => [item.id, item]))
  const talkers = byCity(neighbours.filter(canTalk))
  const daysOld = ({ user }: Neighbour) => (now.getTime() - Number(user.created_at)) / DAY_MS
  const askOnce = (lender: Neighbour, habit: Habit): Conversation[] => {
    const borrower = random.pick(talkers.get(lender.home.city) ?? [lender])
    const oldest = Math.min(OLDEST, daysOld(lender), daysOld(borrower))
    const item = items.get(random.pick(lender.items))
    if (borrower === lender || oldest < NEWEST || !item) return []
    const ago = NEWEST + random.next() ** 1.5 * (oldest - NEWEST)
    const lang = lender.home.language === 'it' ? 'en' : lender.home.language
    const script = writeScript(random, lang, item[`name_${storedLanguage(lang)}`], habit)
    const start = new Date(now.getTime() - Math.round(ago * DAY_MS))
    const scene = { itemId: item.id, start, now, unseen: 0, lent, sleeping: true }
    const conversation = play(random, script, { borrower, lender }, scene)
    return conversation ? [conversation] : []
  }
  const habits = Object.values(HABITS)
  return [...talkers.values()].flat().flatMap((lender) => {
    const part = CENTRE.has(lender.home.city) ? PART.centre : PART.elsewhere
    const drawn = habits[random.weighted(habits.map(({ weight }) => weight))]
    const own = known.get(lender)
    const habit: Habit | undefined = own ? HABITS[own] : drawn
    if (!habit || (!own && !random.chance(part))) return []
    const requests = own ? MOST : random.int(FEWEST, MOST)
    return Array.from({ length: requests }, () => askOnce(lender, habit)).flat()
  })
}
