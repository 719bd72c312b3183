import { expect, test } from '@playwright/test'
import { dataFolder } from './drivers/data-folder.ts'
import { KilledPayments, POINTS } from './drivers/killed-payments.ts'

/**
 * Pays orders while the process is killed (SIGKILL) at each point in turn; every fourth time it is killed again while
 * it handles unfinished payments.
 * @param kills minimum number of kills
 * @returns a summary in one sentence
 */
async function payAndKill(kills: number, points: typeof POINTS): Promise<string> {
  const folder = await dataFolder()
  const all = await KilledPayments.begin(folder.path)
  try {
    for (let i = 0; all.kills < kills; i += 1) {
      const point = points[i % points.length]
      if (point) await all.payAndKill(point, { again: i % 4 === 3 })
    }
    await all.settle()
    await expect.poll(() => all.disagreements(), { timeout: 30_000 }).toEqual([])
    const paid = await all.countPaid()
    // Nothing is stuck: unpaid orders can be paid now, and paid ones are not charged again.
    for (const order of all.orders) expect(await all.pay(order, 'stripe')).toBe(200)
    for (const order of all.orders) expect(all.chargesOf(order)).toBe(1)
    const { length } = all.orders
    return `${all.kills} kills, ${all.atPoint} of them at a call to a provider; ${length} orders: ${paid} paid before the last try, ${length} after it, each charged once`
  } finally {
    await all.end()
    folder.remove()
  }
}

test('a process that is killed during a payment charges no one twice @servers', async () => {
  // Once per provider, just after it has taken the money; each kill costs the start of two servers.
  const some = POINTS.filter(({ step, phase }) => /confirm|capture/.test(step) && phase === 'done')
  await payAndKill(2, some)
})

// Takes minutes, so it runs only on demand.
test('a hundred processes that are killed during payments charge no one twice @kills', async () => {
  test.setTimeout(20 * 60_000)
  process.stdout.write(`${await payAndKill(100, POINTS)}\n`)
})
