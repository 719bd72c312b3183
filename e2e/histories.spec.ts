import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { checkHistory } from './histories/checker.ts'
import type { Call } from './histories/history.ts'
import { Recording } from './histories/recording.ts'

/** How many steps at most, for how many seconds at most, and which ones. */
const STEPS = Number(process.env.HISTORY_STEPS ?? 10_000)
const SECONDS = Number(process.env.HISTORY_SECONDS ?? 120)
const SEED = Number(process.env.HISTORY_SEED ?? randomInt(1_000_000))
/** Fewer prove nothing; a busy machine carries out far fewer than it could. */
const FEWEST = Math.min(STEPS / 2, SECONDS)
const MAILS_WITHIN_MS = 30_000

/** How often each code was answered, the most frequent one first. */
function refusalsOf(calls: Call[]): string {
  const counts = new Map<string, number>()
  for (const { answer } of calls) {
    const code = answer === null ? 'no answer' : answer.status < 300 ? null : answer.code
    if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one)
  return sorted.map(([code, count]) => `${code} ${count}`).join(', ')
}

// A history that nothing explains once is a defect, whatever the next one is like.
test.describe.configure({ retries: 0 })

test('what six people do at two servers that are killed is explained by the rules @histories', async () => {
  test.setTimeout(SECONDS * 1_000 + MAILS_WITHIN_MS + 120_000)
  const recording = await Recording.begin()
  try {
    const began = performance.now()
    await recording.carryOut(SEED, STEPS, SECONDS * 1_000)
    const seconds = Math.round((performance.now() - began) / 1_000)
    const history = await recording.history(MAILS_WITHIN_MS)
    const { calls, delivered, waiting } = history
    const problems = checkHistory(history)
    process.stdout.write(
      `seed ${SEED}: ${calls.length} steps in ${seconds} s, ${recording.kills} kills, ${recording.failOvers} fail-overs` +
        `${recording.canFailOver ? '' : " (PostgreSQL's programs are not installed)"}, ${recording.repeated} sent again, ` +
        `${delivered.length} mails (${waiting.length} wait); refused: ${refusalsOf(calls)}\n`,
    )
    const file = test.info().outputPath('history.json')
    if (problems.length > 0) writeFileSync(file, JSON.stringify(history))
    expect(problems.slice(0, 20), `the history is in ${file}`).toEqual([])
    expect(calls.length).toBeGreaterThan(FEWEST)
  } finally {
    await recording.end()
  }
})
