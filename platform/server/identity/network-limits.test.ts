import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { readConfig } from '../config.ts'
import { ROOT } from '../paths.ts'
import { NETWORK_LIMITS, readNetworkLimits } from './network-limits.ts'

it('NETWORK_LIMITS changes the limits it names and keeps the others', () => {
  const { networkLimits } = readConfig({ NETWORK_LIMITS: 'orders=500, wishes = 7' })
  expect(networkLimits.orders).toEqual({ ...NETWORK_LIMITS.orders, max: 500 })
  expect(networkLimits.wishes.max).toBe(7)
  expect(networkLimits.reports).toEqual(NETWORK_LIMITS.reports)
})

it.each([
  ['order=5', /must name limits out of calls, logins/],
  ['orders=0', /must give orders a number from 1/],
  ['orders=many', /must give orders a number from 1/],
  ['orders', /must give orders a number from 1/],
  ['exports=5', /must name limits out of calls, logins/],
])('NETWORK_LIMITS=%s is rejected with an explanation', (text, sentence) => {
  expect(() => readNetworkLimits(text)).toThrow(sentence)
})

it('routes refer to a limit by name and contain no numbers', () => {
  const where = ['features', 'platform', 'app', ':!*.test.ts']
  const grep = ['grep', '--untracked', '-lE', "(timeWindow|rateLimit): *['0-9{]", '--', ...where]
  const files = () => execFileSync('git', grep, { cwd: ROOT }).toString()
  // git grep exits with 1 if it finds nothing.
  expect(files).toThrow(expect.objectContaining({ status: 1 }))
})

it('docs/security.md lists the limits', () => {
  const page = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\d+) in (\d+) minutes? \|/gm)]
  expect(Object.fromEntries(rows.map(([, name, max, minutes]) => [name, [max, minutes]]))).toEqual(
    Object.fromEntries(
      Object.entries(NETWORK_LIMITS).map(([name, { max, windowMs }]) => [
        name,
        [String(max), String(windowMs / MINUTE_MS)],
      ]),
    ),
  )
})
