import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { BUNDLED_STREET_MAP } from './paths.ts'

describe('readConfig', () => {
  it('has a default for every setting', () => {
    const config = readConfig({})
    expect(config.port).toBe(3000)
    expect(config.publicUrl).toBe('http://localhost:3000')
    expect(config.databaseUrl).toBeUndefined()
    expect(config.demo).toBe(true)
    expect(config.trustProxy).toBe(false)
  })

  it('treats an empty value as a missing one', () => {
    expect(readConfig({ SMTP_URL: '', PORT: '' }).port).toBe(3000)
  })

  it('enables the demo community by default only on an embedded database outside production', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db/lend' }).demo).toBe(false)
    expect(readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: 'postgres://db/lend', DEMO: 'on' }).demo).toBe(true)
  })

  it('listens on the loopback address unless HOST is set', () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://lend.example' }
    for (const settings of [{}, { SMTP_URL: 'smtp://mail.example' }, production]) {
      expect(readConfig(settings).host).toBe('127.0.0.1')
      expect(readConfig({ ...settings, HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
    }
    for (const HOST of ['::1', '::', 'fe80::1%eth0', 'localhost', 'lend-1.internal']) {
      expect(readConfig({ HOST }).host).toBe(HOST)
    }
  })

  it('accepts an address or a page as SECURITY_CONTACT, and rejects SECURITY_POLICY without it', () => {
    const contactOf = (SECURITY_CONTACT: string) =>
      readConfig({ SECURITY_CONTACT }).security?.contact
    expect(contactOf('holes@lend.example')).toBe('mailto:holes@lend.example')
    expect(contactOf('mailto:holes@lend.example')).toBe('mailto:holes@lend.example')
    expect(contactOf('https://lend.example/report')).toBe('https://lend.example/report')
    const wrong = ['holes', 'http://lend.example/', 'https:// lend.example', 'https://x\nPolicy: y']
    for (const each of wrong) expect(() => contactOf(each), each).toThrow(ConfigError)
    const SECURITY_POLICY = 'https://lend.example/policy'
    expect(() => readConfig({ SECURITY_POLICY })).toThrow(ConfigError)
  })

  it('starts one process per core, up to four, in production on PostgreSQL', () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://lend.example' }
    const DATABASE_URL = 'postgres://db/lend'
    const all = Math.min(availableParallelism(), 4)
    expect(readConfig({ ...production, DATABASE_URL }).processes).toBe(all)
    expect(readConfig({ ...production, DATABASE_URL, PROCESSES: '12' }).processes).toBe(12)
    expect(readConfig({ DATABASE_URL, PROCESSES: '2' }).processes).toBe(2)
    for (const settings of [{}, production, { DATABASE_URL }, { PROCESSES: '1' }]) {
      expect(readConfig(settings).processes).toBe(1)
    }
  })

  it('rejects several processes on the embedded database', () => {
    expect(() => readConfig({ PROCESSES: '2' })).toThrow(
      'PROCESSES=2 needs DATABASE_URL: the embedded database belongs to one process.',
    )
  })

  it.each(['0', '-1', '1.5', '65', '100', 'all', ' 2', '02'])(
    'rejects PROCESSES=%s',
    (PROCESSES) => {
      const DATABASE_URL = 'postgres://db/lend'
      expect(() => readConfig({ DATABASE_URL, PROCESSES })).toThrow(
        `PROCESSES="${PROCESSES}" cannot be used: must be a number from 1 to 64, such as 2.`,
      )
    },
  )

  it('reads streets from the bundled file, from other files or from none', () => {
    expect(readConfig({}).streetMap).toEqual([BUNDLED_STREET_MAP])
    expect(readConfig({ STREET_MAP: 'a.pmtiles, maps/b.pmtiles' }).streetMap).toEqual([
      'a.pmtiles',
      'maps/b.pmtiles',
    ])
    expect(readConfig({ STREET_MAP: 'off' }).streetMap).toEqual([])
  })

  it('reads where the map opens from MAP_START', () => {
    expect(readConfig({}).mapStart).toBeUndefined()
    expect(readConfig({ MAP_START: '47.14,9.52,14' }).mapStart).toEqual({
      latitude: 47.14,
      longitude: 9.52,
      zoom: 14,
    })
    expect(readConfig({ MAP_START: ' -33.9, 151.2, 12 ' }).mapStart?.latitude).toBe(-33.9)
  })

  it.each([
    'Vaduz',
    '47.14,9.52',
    '47.14,9.52,2',
    '47.14,9.52,21',
    '9.52;47.14;14',
    '86,9,14',
    '47,181,14',
    '47.14,9.52,14,1',
    '47.14,9.52,13.5',
  ])('rejects MAP_START=%s', (text) => {
    const read = () => readConfig({ MAP_START: text })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(
      `MAP_START="${text}" cannot be used: must be a latitude, a longitude and a zoom of 3 to 20, such as 47.14,9.52,14.`,
    )
  })

  it('removes the slash at the end of PUBLIC_URL', () => {
    expect(readConfig({ PUBLIC_URL: 'https://lend.example/' }).publicUrl).toBe(
      'https://lend.example',
    )
  })

  it('trusts as many proxies as TRUST_PROXY says', () => {
    const two = readConfig({ TRUST_PROXY: '2' }).trustProxy
    expect([0, 1, 2].map((hop) => typeof two === 'function' && two('10.0.0.1', hop))).toEqual([
      true,
      true,
      false,
    ])
    expect(readConfig({ TRUST_PROXY: 'off' }).trustProxy).toBe(false)
    expect(readConfig({ TRUST_PROXY: 'on' }).trustProxy).toBe(true)
  })

  it.each([
    ['10.0.0.1', ['10.0.0.1', '::ffff:10.0.0.1'], ['10.0.0.2', '127.0.0.1']],
    ['10.0.0.0/8, ::1', ['10.9.9.9', '::1'], ['11.0.0.1', '::2', 'unknown']],
    ['loopback', ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'], ['10.0.0.1']],
    ['uniquelocal,linklocal', ['192.168.1.1', 'fe80::1'], ['8.8.8.8']],
  ])('trusts the proxies at %s', (TRUST_PROXY, believed, others) => {
    const { trustProxy } = readConfig({ TRUST_PROXY })
    const isBelieved = (ip: string) => typeof trustProxy === 'function' && trustProxy(ip, 0)
    expect(believed.filter((ip) => !isBelieved(ip))).toEqual([])
    expect(others.filter(isBelieved)).toEqual([])
  })

  it('reads the keys, the sender and the allowed services of Web Push', () => {
    const { push } = readConfig({ MAIL_FROM: 'Lend <hello@lend.example>' })
    expect(push).toEqual({
      enabled: true,
      keys: undefined,
      subject: 'mailto:hello@lend.example',
      services: [],
    })
    const publicKey = 'B'.repeat(87)
    const privateKey = 'a'.repeat(43)
    const config = readConfig({
      PUBLIC_URL: 'https://lend.example',
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      PUSH_SERVICES: 'https://push.example/, http://127.0.0.1:4000',
    }).push
    expect(config).toEqual({
      enabled: true,
      keys: { publicKey, privateKey },
      subject: 'https://lend.example',
      services: ['https://push.example', 'http://127.0.0.1:4000'],
    })
    expect(readConfig({ PUSH: 'off' }).push.enabled).toBe(false)
    expect(() => readConfig({ VAPID_PUBLIC_KEY: publicKey })).toThrow(/set both, or neither/)
    expect(() => readConfig({ PUSH_SERVICES: 'http://push.example' })).toThrow(/PUSH_SERVICES/)
    expect(() => readConfig({ VAPID_PRIVATE_KEY: 'short-but-secret' })).toThrow(
      /VAPID_PRIVATE_KEY=\*\*\* cannot/,
    )
  })

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'lend.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['SMTP_URL', 'mail.example'],
    ['DEMO', 'yes'],
    ['GEOCODER', 'google'],
    ['STREET_MAP', 'a.pmtiles,'],
    ['LOG_LEVEL', 'loud'],
    ['HOST', 'foo bar'],
    ['HOST', 'http://127.0.0.1'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.1/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['MAIL_FROM', 'Letterlend'],
    ['MAIL_FROM', 'a@example.org, b@example.org'],
    ['MAIL_FROM', 'Lend <a@example.org'],
    ['PUBLIC_URL', 'https://lend.example/app'],
    ['SMTP_URL', 'smtp:'],
    ['SMTP_TLS', 'off'],
  ])('rejects %s=%s and names the setting', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(
      `${name}=${JSON.stringify(value)} cannot be used`,
    )
  })

  it.each(['abc', '70000', '-1', '80.5', '0x50'])(
    'explains what a port is when it rejects PORT=%s',
    (PORT) => {
      expect(() => readConfig({ PORT })).toThrow(
        `PORT="${PORT}" cannot be used: must be a number up to 65535, such as 3000.`,
      )
    },
  )

  it('requires PUBLIC_URL in production', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/PUBLIC_URL is missing/)
  })
})

it('requires all keys of Stripe or none, and repeats no secret', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  expect(readConfig({}).stripe).toBeUndefined()
  expect(readConfig(keys).stripe).toMatchObject({ secretKey: 'sk_test_1', apiBase: undefined })
  expect(() => readConfig({ ...keys, STRIPE_WEBHOOK_SECRET: '' })).toThrow(/all three, or none/)
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']) {
    expect(() => readConfig({ [name]: 'hunter2' })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: 'hunter2' })).not.toThrow(/hunter2/)
  }
})

it('accepts at most two values of a secret that a partner shares, for rotation', () => {
  const METRICS_TOKEN = 'the-new-token-here, the-old-token-here'
  expect(readConfig({ METRICS_TOKEN }).metricsTokens).toEqual([
    'the-new-token-here',
    'the-old-token-here',
  ])
  expect(readConfig({}).metricsTokens).toEqual([])
  for (const wrong of [
    'the-new-token-here,short',
    'the-new-token-here,',
    `${METRICS_TOKEN},and-another-token`,
  ]) {
    expect(() => readConfig({ METRICS_TOKEN: wrong })).toThrow(
      /METRICS_TOKEN=\*\*\* cannot be used/,
    )
  }
})

it('accepts a sender with or without a name', () => {
  for (const MAIL_FROM of [
    'hello@lend.example',
    'Letterlend <no-reply@localhost>',
    '"Lend, Zürich" <hello@lend.example>',
  ]) {
    expect(readConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  }
})

it('requires all settings of PayPal or none, and uses the live API unless PAYPAL_API_BASE is set', () => {
  const keys = {
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'WH-1',
  }
  expect(readConfig({}).paypal).toBeUndefined()
  expect(readConfig(keys).paypal?.apiBase).toBe('https://api-m.paypal.com')
  const PAYPAL_API_BASE = 'https://api-m.sandbox.paypal.com/'
  expect(readConfig({ ...keys, PAYPAL_API_BASE }).paypal).toEqual({
    clientId: 'client',
    clientSecret: 'secret',
    webhookIds: ['WH-1'],
    apiBase: 'https://api-m.sandbox.paypal.com',
  })
  for (const name of Object.keys(keys)) {
    expect(() => readConfig({ ...keys, [name]: '' })).toThrow(/all three, or none/)
  }
})

it('requires all settings of the invoice issuer or none, and a valid IBAN', () => {
  const seller = {
    INVOICE_NAME: 'Verein',
    INVOICE_ADDRESS: 'Weg 1',
    INVOICE_POSTCODE: '8004',
    INVOICE_CITY: 'Zürich',
    INVOICE_COUNTRY: 'CH',
    INVOICE_IBAN: 'CH93 0076 2011 6238 5295 7',
  }
  const [iban, qrIban] = ['CH9300762011623852957', 'CH4431999123000889012']
  expect(readConfig({}).invoice).toBeUndefined()
  expect(readConfig(seller).invoice).toMatchObject({ city: 'Zürich', iban, sepaIban: iban })
  const withQr = { ...seller, INVOICE_IBAN: qrIban }
  expect(readConfig(withQr).invoice).toMatchObject({ iban: qrIban, sepaIban: undefined })
  expect(readConfig({ ...withQr, INVOICE_SEPA_IBAN: iban }).invoice?.sepaIban).toBe(iban)
  for (const name of Object.keys(seller)) {
    expect(() => readConfig({ ...seller, [name]: '' })).toThrow(/all six, or none/)
  }
  expect(() => readConfig({ INVOICE_BIC: 'POFICHBEXXX' })).toThrow(/all six, or none/)
  const wrong = { INVOICE_IBAN: 'CH9400762011623852957', INVOICE_SEPA_IBAN: qrIban }
  for (const [name, value] of Object.entries(wrong)) {
    expect(() => readConfig({ ...seller, [name]: value })).toThrow(`${name}="${value}" cannot be`)
  }
})

it('enables the payment sandbox in production only if PAYMENT_SANDBOX is on', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://lend.example' }
  expect(readConfig({}).paymentSandbox).toBe(true)
  expect(readConfig(production).paymentSandbox).toBe(false)
  expect(readConfig({ ...production, PAYMENT_SANDBOX: 'on' }).paymentSandbox).toBe(true)
})
