import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { kilobytesUntil } from './drivers/built-scripts.ts'

/** File names of the most frequently opened screens. */
const SCREENS = [
  'map-page',
  'inbox-screen',
  'lent-page',
  'profile-screen',
  'wishes-screen',
  'order-page',
  'user-orders-page',
  'register-page',
  'login-page',
  'order-queue-screen',
]
const FILE = join(import.meta.dirname, 'page-weights.txt')
/** Tolerance: renamed files change the gzip size by less, a new library or a lost lazy import by more. */
const KILOBYTES = 2

const readLines = (text: string) =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [screen = '', kilobytes] = line.split(': ')
        return [screen, Number.parseInt(kilobytes ?? '', 10)] as const
      }),
  )

/** After an intended change, copy the numbers from the failure message to the file. */
test('the JavaScript of the most used screens has the recorded size', () => {
  const built = SCREENS.map((screen) => [screen, kilobytesUntil(screen)] as const)
  const lines = built.map(([screen, kilobytes]) => `${screen}: ${kilobytes} kB\n`).join('')
  const written = readLines(readFileSync(FILE, 'utf8'))
  expect([...written.keys()], lines).toEqual(SCREENS)
  for (const [screen, kilobytes] of built) {
    const difference = Math.abs(kilobytes - (written.get(screen) ?? 0))
    expect(difference, `${screen}; all of them:\n${lines}`).toBeLessThanOrEqual(KILOBYTES)
  }
})
