import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inboundFrom, replierAt } from '#app/server/testing/replying.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { received_mails } from './tables.ts'

let folder: string
let path: string
let test: TestApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'letterlend-lmtp-'))
  path = join(folder, 'mail.sock')
  test = await createTestApp({ config: { inbound: inboundFrom({ kind: 'lmtp', path }) } })
  await test.app.ready()
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Speaks LMTP without a library. @returns the server's last line of the answer to the mail */
async function handOver(from: string, to: string, parts: Iterable<string>): Promise<string> {
  const socket = connect(path)
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const answer = async () => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('The server has hung up')
      if (!/^\d{3}-/.test(value)) return String(value)
    }
  }
  const say = async (command: string) => {
    socket.write(`${command}\r\n`)
    return answer()
  }
  await answer()
  await say('LHLO mx.example')
  await say(`MAIL FROM:<${from}>`)
  await say(`RCPT TO:<${to}>`)
  await say('DATA')
  for (const part of parts) {
    if (!socket.write(part)) await new Promise((resolve) => socket.once('drain', resolve))
  }
  const last = await say('\r\n.')
  socket.destroy()
  return last
}

const MEGABYTE = 1024 * 1024
function* repeated(begin: string, part: string, bytes: number) {
  yield begin
  for (let sent = 0; sent < bytes; sent += part.length) yield part
}

it('a mail over the size limit is refused permanently, and the answer states the limit', async () => {
  const { from, to, mail, texts } = await replierAt(test)
  const line = `${'x'.repeat(76)}\r\n`.repeat(1000)
  const answer = await handOver(from, to, repeated(mail('Large.'), line, 26 * MEGABYTE))
  expect(answer).toBe('552 5.3.4 The mail is larger than 25 MB')
  expect(await texts()).toEqual([])
})

it('a mail with endless headers is refused permanently', async () => {
  const { from, to, texts } = await replierAt(test)
  const header = `X-Filler: ${'x'.repeat(900)}\r\n`
  const begin = `From: ${from}\r\nTo: ${to}\r\n`
  const answer = await handOver(from, to, repeated(begin, header, MEGABYTE))
  expect(answer).toBe('554 5.6.0 The headers of the mail are too long')
  expect(await texts()).toEqual([])
})

it('a mail with a hundred headers is accepted', async () => {
  const { from, to, mail, texts } = await replierAt(test)
  const headers = `X-Filler: ${'x'.repeat(900)}\r\n`.repeat(100)
  expect(await handOver(from, to, [headers, mail('Yes.')])).toMatch(/^250 /)
  expect(await texts()).toEqual(['Yes.'])
})

it('a mail without an envelope sender never becomes a message', async () => {
  const { to, mail, notes } = await replierAt(test)
  expect(await handOver('', to, [mail('I am away.')])).toMatch(/^250 /)
  expect(await notes()).toEqual([['I am away.', true]])
  const outcomes = await test.deps.database.orm.select().from(received_mails)
  expect(outcomes.at(-1)?.outcome).toBe('automatic')
})
