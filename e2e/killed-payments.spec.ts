import { expect, test } from '@playwright/test'
import { dataFolder } from './drivers/data-folder.ts'
import { KilledPayments, POINTS } from './drivers/killed-payments.ts'

/**
 * Payments whose process is killed (SIGKILL) at one point after another; every fourth time once more
 * while it looks after what was left.
 * @param kills how many at least
 * @returns what happened, in a sentence
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
    // Nothing is stuck: what nobody has paid can be paid now, and what is paid is not paid again.
    for (const order of all.orders) expect(await all.pay(order, 'stripe')).toBe(200)
    for (const order of all.orders) expect(all.chargesOf(order)).toBe(1)
    const { length } = all.orders
    return `${all.kills} kills, ${all.atPoint} of them at a call to a provider; ${length} orders: ${paid} paid before the last try, ${length} after it, each charged once`
  } finally {
    await all.end()
    folder.remove()
  }
}

test('a process that is killed while somebody pays charges nobody twice @servers', async () => {
  // Once with each provider where money has just been taken; each kill costs the start of two servers.
  const some = POINTS.filter(({ step, phase }) => /confirm|capture/.test(step) && phase === 'done')
  await payAndKill(2, some)
})

// Takes minutes, and so is run only when it is asked for.
test('a hundred processes that are killed while somebody pays charge nobody twice @kills', async () => {
  test.setTimeout(20 * 60_000)
  process.stdout.write(`${await payAndKill(100, POINTS)}\n`)
})
