import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { dkimEntry, domainOf, readDkim } from '#platform/server/mail/dkim.ts'
import { dkimKeyCommand } from '../dkim-key-command.ts'
import { checkSender } from './sender.ts'

const MAIL = {
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'Lend <hello@lend.example.org>',
}
let folder: string
let keyFile: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-dkim-'))
  keyFile = join(folder, 'dkim.pem')
  expect(await dkimKeyCommand([keyFile], MAIL, () => undefined)).toBe(0)
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the findings for a domain that has only these TXT records. */
async function found(entries: Record<string, string[]>, settings: Record<string, string> = {}) {
  const config = readConfig({ ...MAIL, ...settings })
  const findings = await checkSender(config, async (name) => entries[name] ?? [])
  return findings.map(({ verdict, text }) => `${verdict} ${text}`)
}
const ownEntry = () => {
  const dkim = readDkim(readConfig({ ...MAIL, DKIM_KEY: keyFile }))
  if (!dkim) throw new Error('Unexpected settings without a key')
  return dkimEntry(dkim)
}

it('the check of the sender finds nothing wrong with complete entries, even with DMARC at the parent domain', async () => {
  const { name, text } = ownEntry()
  expect(name).toBe('letterlend._domainkey.lend.example.org')
  const entries = {
    'lend.example.org': ['google-site=1', 'v=spf1 mx -all'],
    [name]: [text],
    '_dmarc.example.org': ['v=DMARC1; p=quarantine'],
  }
  const findings = await found(entries, { DKIM_KEY: keyFile })
  expect(findings.map((line) => line.split(' ')[0])).toEqual(['ok', 'ok', 'ok'])
})

it('the check of the sender names each missing entry and what to add', async () => {
  const findings = await found({})
  expect(findings).toEqual([
    expect.stringMatching(/^warning lend\.example\.org has no SPF record.*"v=spf1 mx -all"/),
    expect.stringMatching(/^warning mails are not signed here \(DKIM_KEY\)/),
    expect.stringMatching(
      /^warning .*TXT record at _dmarc\.lend\.example\.org, "v=DMARC1; p=none"/,
    ),
  ])
})

it.each([
  ['v=spf1 +all', 'warning'],
  ['v=spf1 include:x.example ?all', 'warning'],
  ['v=spf1 all', 'warning'],
  ['v=spf1 include:x.example ~all', 'ok'],
  ['v=spf1 redirect=x.example', 'ok'],
  ['v=spf10 -all', 'warning'],
])('the check of the sender judges %s: %s', async (entry, verdict) => {
  const [spf] = await found({ 'lend.example.org': [entry] })
  expect(spf).toMatch(new RegExp(`^${verdict} `))
})

it('the check of the sender reports two SPF entries as wrong', async () => {
  const [spf] = await found({ 'lend.example.org': ['v=spf1 mx -all', 'v=spf1 a -all'] })
  expect(spf).toMatch(/^wrong .* 2 records/)
})

it.each([
  ['no key', {}, /^wrong there is no key at letterlend\._domainkey/],
  [
    'another key',
    { 'letterlend._domainkey.lend.example.org': ['v=DKIM1; k=rsa; p=MIIB'] },
    /^wrong \S+ has another key/,
  ],
])('the check of the sender reports that receivers find %s', async (_, entries, expected) => {
  const [, dkim] = await found(entries, { DKIM_KEY: keyFile })
  expect(dkim).toMatch(expected)
})

it('the check of the sender accepts a DKIM key that is split into parts', async () => {
  const { name, text } = ownEntry()
  const [, dkim] = await found({ [name]: [text.replace('p=', 'p= ')] }, { DKIM_KEY: keyFile })
  expect(dkim).toMatch(/^ok /)
})

it('the check of the sender reports an unreachable name server, and skips a server that sends no mail', async () => {
  const refused = Object.assign(new Error('queryTxt EREFUSED'), { code: 'EREFUSED' })
  const findings = await checkSender(readConfig(MAIL), () => Promise.reject(refused))
  expect(findings).toEqual([
    { verdict: 'warning', text: expect.stringMatching(/no DNS server answers.*EREFUSED/) },
  ])
  expect(await checkSender(readConfig({}), () => Promise.reject(refused))).toEqual([])
})

it('domainOf() returns the domain of an address with or without a name', () => {
  expect(domainOf('Lend <hello@Lend.example.org>')).toBe('lend.example.org')
  expect(domainOf('hello@lend.example.org')).toBe('lend.example.org')
})

it('dkim-key writes a key that only its owner can read, and overwrites none', async () => {
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  const before = await readFile(keyFile, 'utf8')
  let said = ''
  const say = (text: string) => {
    said += text
  }
  expect(await dkimKeyCommand([keyFile], MAIL, say)).toBe(1)
  expect(said).toContain('EEXIST')
  expect(await readFile(keyFile, 'utf8')).toBe(before)
  expect(await dkimKeyCommand([], MAIL, say)).toBe(2)
  expect(await dkimKeyCommand([join(folder, 'none', 'x.pem')], MAIL, say)).toBe(1)
  said = ''
  expect(await dkimKeyCommand([join(folder, 'two.pem')], MAIL, say)).toBe(0)
  expect(said).toMatch(/letterlend\._domainkey\.lend\.example\.org\n +v=DKIM1; k=rsa; p=MII/)
  expect(said).not.toContain('PRIVATE')
})
