import fc from 'fast-check'
import type { CallKind } from './history.ts'

/** How many people live there at a time. Whoever deletes the account makes room for somebody new. */
export const PEOPLE = 6
/** The things that everybody lends, and how many copies of each. */
export const COPIES: Record<number, number> = { 1: 1, 2: 1, 3: 2 }

/** What somebody is to do, before it is known what there is to do it with. */
export interface Intention {
  /** Which of the people. */
  who: number
  /**
   * `fitting`: a step that the own view of a transaction allows; `any`: one that it may not allow, as from a page that
   * was left open; `besides`: others are asked as well.
   */
  what: 'fitting' | 'any' | 'besides' | Exclude<CallKind, 'accept'>
  /** Decides between what there is: of transactions, steps, other people. */
  pick: number
  item: number
  /** Days from today, and how many. */
  from: number
  days: number
  /** Which of the servers is asked first. */
  server: number
}

const WEIGHTS: [Intention['what'], number][] = [
  ['fitting', 620],
  ['any', 90],
  ['undo', 60],
  ['create', 90],
  ['ask', 70],
  ['besides', 40],
  ['unblock', 15],
  ['block', 9],
  ['remove', 4],
]

const intention: fc.Arbitrary<Intention> = fc.record({
  who: fc.nat(PEOPLE - 1),
  what: fc.oneof(...WEIGHTS.map(([what, weight]) => ({ weight, arbitrary: fc.constant(what) }))),
  pick: fc.nat(1_000_000),
  item: fc.integer({ min: 1, max: Object.keys(COPIES).length }),
  // Some begin today; of the others many are fetched earlier than agreed.
  from: fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 20 }) },
  ),
  days: fc.nat(4),
  server: fc.nat(1),
})

/** So many intentions; the same ones for the same seed. */
export const planOf = (seed: number, steps: number): Intention[] =>
  fc.sample(fc.noBias(intention), { seed, numRuns: steps })
