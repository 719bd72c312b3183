import { describe, expect, it } from 'vitest'
import { isAutomatic } from './automatic.rules.ts'
import { WRITTEN } from './fixtures/expected.ts'
import { fixturesIn, readFixture } from './fixtures/read-fixture.ts'
import { readMail } from './reading-mail.ts'

const isAutomaticMail = async (name: string) => {
  const { headerOf, from } = await readMail(readFixture(name))
  return isAutomatic(headerOf, from)
}

describe('a mail that nobody wrote by hand', () => {
  it.each([...fixturesIn('automatic'), ...fixturesIn('bounces')])('%s', async (name) => {
    expect(await isAutomaticMail(name)).toBe(true)
  })

  it.each(Object.keys(WRITTEN))('%s is none', async (name) => {
    expect(await isAutomaticMail(name)).toBe(false)
  })

  it('a header may say that it was written by hand', () => {
    const headers: Record<string, string> = { 'auto-submitted': 'no', precedence: 'first-class' }
    expect(isAutomatic((name) => headers[name], 'ada@example.org')).toBe(false)
  })
})
