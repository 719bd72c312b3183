import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { maskOf, secretsOf, shownSetting } from './masking.ts'
import { SETTING_NAMES } from './settings.ts'

const SECRET = 'Gehe!m-77'

/** Values that are wrong in different ways, with the secret in different places. */
const WRONG = [
  SECRET,
  `postgres://lend:${SECRET}@db.example/lend`,
  `mysql://lend:${SECRET}@db.example/lend`,
  `postgres:lend:${SECRET}@db.example`,
  `smtp://lend:${SECRET}`,
  `https://lend:${SECRET}@mail.example:99999/a`,
  `https://lend.example:99999/?token=${SECRET}`,
  `ftp://lend.example/?password=${SECRET}`,
  `postgres://lend:a@b/c#${SECRET}@db.example`,
]
/** Settings that never contain a secret may be repeated, so that the operator sees the typo. */
const REPEATED =
  /^(NODE_ENV|PORT|HOST|PROCESSES|DATA_DIR|BACKUP_DIR|BACKUP_WARN_DAYS|SMTP_TLS|MAIL_FROM|BULK_\w+|INBOUND_ADDRESS|INBOUND_AUTHSERV_ID|INBOUND_BOUNCES|ADMIN_EMAIL|DEMO|DEMO_RESET|CAPTCHA|STAFF_SECOND_FACTOR\w*|MAX_SESSIONS|SECURITY_EVENT_DAYS|LOG_LEVEL|LOG_ADDRESSES|NETWORK_LIMITS|HSTS_SUBDOMAINS|TRUST_PROXY|GEOCODER|MAP_LAYERS|STREET_MAP|UPDATE_FILE|MAP_START|TIME_ZONE|BRAND_NAME|PAYMENT_SANDBOX|PUSH|VAPID_SUBJECT|OIDC_PROVIDERS|INVOICE_[A-Z_]+)$/

const messageOf = (settings: Record<string, string>) => {
  try {
    readConfig(settings)
    return ''
  } catch (error) {
    return String(error)
  }
}

it.each(SETTING_NAMES.filter((name) => !REPEATED.test(name)))(
  'the error about a wrong %s repeats no secret',
  (name) => {
    const messages = WRONG.map((value) => messageOf({ [name]: value }))
    expect(messages.filter((text) => text.includes(SECRET))).toEqual([])
    expect(shownSetting('A_NEW_SETTING', SECRET)).toBe('***')
  },
)

it('a configuration error repeats the parts that help to find a mistake', () => {
  expect(shownSetting('DATABASE_URL', `mysql://lend:${SECRET}@db.example/lend?a=${SECRET}`)).toBe(
    '"mysql://***@db.example/lend"',
  )
  expect(shownSetting('SMTP_URL', 'mail.example')).toBe('"mail.example"')
  expect(shownSetting('PORT', '70000')).toBe('"70000"')
})

describe('a mask', () => {
  const environment = {
    DATABASE_URL: 'postgres://lend:p%40ss%22word@db.example/lend',
    SMTP_URL: 'smtps://me:letters@mail.example',
    METRICS_TOKEN: 'a-token-for-prometheus',
    STRIPE_SECRET_KEY: 'sk_live_1234',
    PATH: '/usr/bin',
  }
  const mask = maskOf(secretsOf(environment))

  it('hides each secret as written, decoded and inside JSON', () => {
    const all = ['p%40ss%22word', 'p@ss"word', 'p@ss\\"word', 'letters', 'sk_live_1234']
    expect(mask(all.join(' '))).toBe('*** *** *** *** ***')
    expect(mask('/usr/bin me@mail.example')).toBe('/usr/bin me@mail.example')
  })

  it('hides both values of a secret that is being rotated', () => {
    const both = maskOf(secretsOf({ METRICS_TOKEN: 'the-new-token-here, the-old-token-here' }))
    expect(both('the-old-token-here the-new-token-here')).toBe('*** ***')
  })

  it('hides no role, database or host that equals the password', () => {
    expect(secretsOf({ DATABASE_URL: 'postgres://lend:lend@db.example/lend' })).toEqual([])
  })
})
