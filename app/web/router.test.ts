import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { paths, patterns } from '#platform/shared/paths.ts'
import { screenOf } from '#platform/shared/screens.ts'

const routes = ['router.tsx', 'further-screens.tsx'].flatMap((file) => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  return [...source.matchAll(/<Route\s+path=\{([^}]+)\}/g)].map(([, path = '']) => path)
})

/** Converts `paths.orderStep('StepTwo')` or `patterns.letterbox` to a URL. */
function addressOf(route: string): string {
  const [, group, name = '', argument] =
    /^(paths|patterns)\.(\w+)(?:\('?(\w*)'?\))?$/.exec(route) ?? []
  if (group === 'patterns') {
    const pattern = patterns[name as keyof typeof patterns]
    return pattern.replace(/:\w+\??/, 'x')
  }
  const make = paths[name as keyof typeof paths] as (argument?: string) => string
  return make(argument || undefined)
}

it('the server knows every screen of the router', () => {
  const addresses = routes.filter((route) => !route.startsWith('`')).map(addressOf)
  expect(addresses.length).toBeGreaterThan(55)
  expect(addresses.filter((address) => screenOf(address) === null)).toEqual([])
  expect(screenOf('/AUTH/register/')).toBe(patterns.registerStep)
})

it('an address that is not a screen is unknown to the server', () => {
  for (const path of ['/nothing', '/map/x', '/profile/x', '/order/x', '/admin', '/auth', '//map']) {
    expect([path, screenOf(path)]).toEqual([path, null])
  }
})
