import { randomInt } from 'node:crypto'
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { history } from './histories/commands.ts'
import { Neighbourhood } from './histories/neighbourhood.ts'

/** Maximum number of histories, maximum seconds, and the seed that selects them. */
const RUNS = Number(process.env.HISTORY_RUNS ?? 8)
const SECONDS = Number(process.env.HISTORY_SECONDS ?? 40)
const SEED = Number(process.env.HISTORY_SEED ?? randomInt(1_000_000))
const PEOPLE = 4
/** Maximum number of commands before the server is killed, and again after it. */
const COMMANDS = 80

// No retries: a history that the rules do not explain is a defect.
test.describe.configure({ retries: 0 })

test('histories of loans follow the rules although the server is killed @histories', async () => {
  test.setTimeout(SECONDS * 1_000 + 120_000)
  const neighbourhood = await Neighbourhood.begin()
  try {
    const end = Date.now() + SECONDS * 1_000
    let runs = 0
    const follows = fc.asyncProperty(history(COMMANDS), async ([before, killed, after]) => {
      // Also ends the search for a shorter counterexample.
      if (Date.now() > end) return
      runs += 1
      const people = await neighbourhood.settle(PEOPLE)
      const model = { people, members: people, blocks: [], loans: [] }
      const commands = [...before, killed, ...after]
      await fc.asyncModelRun(() => ({ model, real: neighbourhood }), commands)
    })
    await fc.assert(follows, { seed: SEED, numRuns: RUNS })
    const answers = [...neighbourhood.answers].sort(([, one], [, other]) => other - one)
    process.stdout.write(
      `seed ${SEED}: ${runs} histories, ${answers.map(([code, count]) => `${code} ${count}`).join(', ')}\n`,
    )
    expect(runs, `histories in ${SECONDS} seconds`).toBeGreaterThan(0)
  } finally {
    await neighbourhood.end()
  }
})
