import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explain } from '#app/server/failures.ts'
import { ConfigError, readConfig } from './config.ts'
import { mayHoldSecret } from './masking.ts'
import { SETTING_NAMES } from './settings.ts'

const SECRET = 'Gehe!m-77'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'letterlend-secrets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function fileWith(text: string): string {
  const path = join(folder, `secret-${text.length}`)
  writeFileSync(path, text)
  return path
}

describe('a secret in a file', () => {
  it('is read like a setting, without its final line break', () => {
    const config = readConfig({
      METRICS_TOKEN_FILE: fileWith(`${SECRET}-of-16-signs\n`),
      SMTP_URL_FILE: fileWith(`smtps://lend:${SECRET}@mail.example\r\n`),
      DATABASE_URL_FILE: fileWith(`postgres://lend:${SECRET}@db.example/lend`),
      OIDC_PROVIDERS: 'verein',
      OIDC_VEREIN_NAME: 'Verein',
      OIDC_VEREIN_ISSUER: 'https://login.example',
      OIDC_VEREIN_CLIENT_ID: 'letterlend',
      OIDC_VEREIN_CLIENT_SECRET_FILE: fileWith(` ${SECRET} `),
    })
    expect(config.metricsTokens).toEqual([`${SECRET}-of-16-signs`])
    expect(config.smtpUrl).toBe(`smtps://lend:${SECRET}@mail.example`)
    expect(config.databaseUrl).toBe(`postgres://lend:${SECRET}@db.example/lend`)
    expect(config.identityProviders[0]?.clientSecret).toBe(` ${SECRET} `)
    expect(config.secrets).toEqual(expect.arrayContaining([SECRET, `${SECRET}-of-16-signs`]))
  })

  it('is possible for every secret setting, and for no other', () => {
    const names = [...SETTING_NAMES, 'OIDC_VEREIN_CLIENT_SECRET'].filter(mayHoldSecret)
    expect(names).toEqual(
      expect.arrayContaining([
        'DATABASE_URL',
        'SMTP_URL',
        'INBOUND_MAIL',
        'METRICS_TOKEN',
        'VAPID_PRIVATE_KEY',
        'STRIPE_SECRET_KEY',
        'STRIPE_WEBHOOK_SECRET',
        'PAYPAL_CLIENT_SECRET',
        'OIDC_VEREIN_CLIENT_SECRET',
      ]),
    )
    // A setting of its own that ends in `_FILE`, and one that is not a secret.
    expect(readConfig({ UPDATE_FILE: '/srv/SHA256SUMS' }).updateFile).toBe('/srv/SHA256SUMS')
    expect(readConfig({ PORT_FILE: fileWith('4000') }).port).toBe(3000)
  })

  it.each([
    ['is missing', () => join(folder, 'none'), 'there is no such file'],
    ['is a folder', () => folder, 'it is a folder'],
    ['is empty', () => fileWith('\n'), 'the file is empty'],
    ['has two lines', () => fileWith(`${SECRET}\n${SECRET}\n`), 'the file has several lines'],
    ['is no secret at all', () => fileWith('x'.repeat(20_000)), 'longer than 16384 characters'],
  ])('that %s stops the start with an explanation', (_, path, sentence) => {
    const read = () => readConfig({ METRICS_TOKEN_FILE: path() })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(`METRICS_TOKEN_FILE="${path()}": `)
    expect(read).toThrow(sentence)
    expect(read).not.toThrow(SECRET)
  })

  it('is rejected if the setting itself is set as well', () => {
    const METRICS_TOKEN_FILE = fileWith(`${SECRET}-of-16-signs\n`)
    const both = { METRICS_TOKEN: 'another-of-16-signs', METRICS_TOKEN_FILE }
    expect(() => readConfig(both)).toThrow(
      'METRICS_TOKEN and METRICS_TOKEN_FILE are both set: use one of them.',
    )
    expect(readConfig({ METRICS_TOKEN: '', METRICS_TOKEN_FILE }).metricsTokens).toHaveLength(1)
  })

  it('is masked in error messages', () => {
    const environment = { VAPID_PRIVATE_KEY_FILE: fileWith(`short-${SECRET}`) }
    expect(() => readConfig(environment)).toThrow(/VAPID_PRIVATE_KEY=\*\*\* cannot be used/)
    const explained = explain(new Error(`said short-${SECRET}`), environment)
    expect(explained).toContain('said ***')
    expect(explained).not.toContain(SECRET)
  })
})
