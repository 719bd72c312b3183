import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inboundFrom, replierAt } from '#app/server/testing/replying.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { EXIT, receiveMailCommand } from './receive-mail-command.ts'

let folder: string
let path: string
let test: TestApp
let replier: Awaited<ReturnType<typeof replierAt>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'letterlend-lmtp-'))
  path = join(folder, 'mail.sock')
  test = await createTestApp({ config: { inbound: inboundFrom({ kind: 'lmtp', path }) } })
  replier = await replierAt(test)
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})

let said = ''
function hand(mail: string, args: string[], settings: Record<string, string> = {}) {
  const environment = {
    INBOUND_MAIL: `lmtp://${path}`,
    INBOUND_ADDRESS: 'reply@lend.example',
    ...settings,
  }
  said = ''
  return receiveMailCommand(args, environment, Readable.from([Buffer.from(mail)]), (text) => {
    said += text
  })
}

it('receive-mail returns after the running server has stored the mail, and stores it once', async () => {
  const mail = replier.mail('Yes.')
  expect(await hand(mail, [replier.to])).toBe(EXIT.stored)
  expect(await replier.texts()).toEqual(['Yes.'])
  expect(await hand(mail, [replier.to.toUpperCase()])).toBe(EXIT.stored)
  expect(await replier.texts()).toEqual(['Yes.'])
})

it('receive-mail rejects any other address as unknown', async () => {
  expect(await hand(replier.mail('No.'), ['hello@lend.example'])).toBe(EXIT.noUser)
  expect(said).toContain('No such address')
})

it('receive-mail asks for a retry while the database fails or the server is away', async () => {
  const another = await replierAt(test)
  const mail = another.mail('Later.')
  vi.spyOn(test.deps.mails, 'enqueueAll').mockRejectedValueOnce(new Error('no disk'))
  expect(await hand(mail, [another.to])).toBe(EXIT.later)
  expect(await another.texts()).toEqual([])
  expect(await hand(mail, [another.to])).toBe(EXIT.stored)
  expect(await another.texts()).toEqual(['Later.'])
  const away = { INBOUND_MAIL: `lmtp://${join(folder, 'nobody.sock')}` }
  expect(await hand(replier.mail('Later.'), [replier.to], away)).toBe(EXIT.later)
})

it('receive-mail reports wrong arguments and wrong settings', async () => {
  expect(await hand('', [])).toBe(EXIT.usage)
  expect(await hand('', [replier.to], { INBOUND_MAIL: 'imaps://u:p@mail.example' })).toBe(
    EXIT.settings,
  )
  expect(await hand('', [replier.to], { INBOUND_MAIL: '', INBOUND_ADDRESS: '' })).toBe(
    EXIT.settings,
  )
  expect(await hand('', ['--help'])).toBe(EXIT.stored)
  expect(said).toContain('Exit codes')
})

it('the server takes over a socket that a killed process left behind', async () => {
  const left = join(folder, 'left.sock')
  writeFileSync(left, '')
  const inbound = inboundFrom({ kind: 'lmtp', path: left })
  const second = await createTestApp({ sharing: test, config: { inbound } })
  const settings = { INBOUND_MAIL: `lmtp://${left}` }
  expect(await hand(replier.mail('Both.'), [replier.to], settings)).toBe(EXIT.stored)
  await second.close()
})
