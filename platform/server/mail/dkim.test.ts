import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailSink } from '#app/server/testing/mail-sink.ts'
import { createTestApp } from '#app/server/testing/test-app.ts'
import { readDkim } from './dkim.ts'

const MAIL_FROM = 'Lend <hello@lend.example.org>'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-dkim-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function keyFile(name: string, content: string) {
  const path = join(folder, name)
  await writeFile(path, content)
  return { keyFile: path, selector: 'winter' }
}
const encoding = { type: 'pkcs8', format: 'pem' } as const

it('each mail is signed for the domain of its sender', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dkim = await keyFile('rsa.pem', String(privateKey.export(encoding)))
  const sink = await startMailSink()
  const test = await createTestApp({ config: { smtpUrl: sink.url, mailFrom: MAIL_FROM, dkim } })
  const content = { template: 'emailChanged', firstname: 'Ada', newEmail: 'new@example.org' }
  await test.deps.mails.enqueue(test.deps.database.orm, {
    to: 'ada@example.org',
    lang: 'en',
    content,
  })
  await test.deps.mails.drain()
  const signature = sink.received[0]?.email.headers.find(({ key }) => key === 'dkim-signature')
  expect(signature?.value.replace(/\s/g, '')).toMatch(
    /a=rsa-sha256;.*d=lend\.example\.org;.*s=winter;bh=[^;]+;h=from:subject:.*;b=\S+/,
  )
  await test.close()
  await sink.close()
})

it('a DKIM key that cannot be used is rejected with an instruction', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  for (const dkim of [
    await keyFile('nothing.pem', 'nothing'),
    await keyFile('ed25519.pem', String(privateKey.export(encoding))),
    { keyFile: join(folder, 'missing.pem'), selector: 'winter' },
  ]) {
    expect(() => readDkim({ dkim, mailFrom: MAIL_FROM })).toThrow(
      /^DKIM_KEY: .* cannot be used .*npm run dkim-key/,
    )
  }
})

it('no mail is signed without a DKIM key', () => {
  expect(readDkim({ dkim: undefined, mailFrom: MAIL_FROM })).toBeNull()
})
