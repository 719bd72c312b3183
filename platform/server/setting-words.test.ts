import { expect, it } from 'vitest'
import { misspeltIn, readConfig } from './config.ts'

const misspelt = (environment: Record<string, string>) =>
  misspeltIn(environment).map(({ name, meant }) => `${name} -> ${meant}`)

it.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['BACKUP_DIRS', 'BACKUP_DIR'],
  ['smtp_url', 'SMTP_URL'],
  ['SMTP_URL_FLIE', 'SMTP_URL_FILE'],
  ['PROT', 'PORT'],
  ['HSOT', 'HOST'],
  ['OIDC_PROVIDER', 'OIDC_PROVIDERS'],
])('%s is recognized as a misspelling of %s', (name, meant) => {
  expect(misspelt({ [name]: 'x' })).toEqual([`${name} -> ${meant}`])
})

it.each([
  ['OICD_VEREIN_ISSUER', 'OIDC_VEREIN_ISSUER'],
  ['OIDC_VERIEN_NAME', 'OIDC_VEREIN_NAME'],
  ['OIDC_VEREIN_CLIENTID', 'OIDC_VEREIN_CLIENT_ID'],
  ['OIDC_VEREIN_CLIENT_SECRET_FLIE', 'OIDC_VEREIN_CLIENT_SECRET_FILE'],
])('%s is recognized as a misspelling of %s of a named provider', (name, meant) => {
  expect(misspelt({ OIDC_PROVIDERS: 'verein', [name]: 'x' })).toEqual([`${name} -> ${meant}`])
})

it('the misspelt setting of a provider is named together with the missing one', () => {
  const OIDC_VEREIN_NAME = 'Verein'
  const settings = { OIDC_PROVIDERS: 'verein', OIDC_VEREIN_NAME, OIDC_VEREIN_ISUSER: 'https://a.b' }
  expect(problemsOf(settings)).toContain(
    'OIDC_VEREIN_ISUSER is not a setting: did you mean OIDC_VEREIN_ISSUER?',
  )
})

it('variables of a shell, of systemd and of Node are not reported as misspelt settings', () => {
  const names =
    'HOME HOSTNAME HOSTTYPE PATH PWD OLDPWD SHELL SHLVL USER LOGNAME LANG LC_ALL TERM TZ MAIL TMPDIR EDITOR PAGER ' +
    'NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS INVOCATION_ID JOURNAL_STREAM STATE_DIRECTORY SYSTEMD_EXEC_PID ' +
    'DOTENV_PATH PGHOST PGUSER PGPASSWORD PGPORT CREDENTIALS_DIRECTORY CI DEBUG'
  expect(misspelt(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toEqual([])
})

it('a name similar to a setting that is set is not reported', () => {
  const SMTP_URL = 'smtp://mail.example'
  expect(misspelt({ SMTP_URL, SMTP_URLS: 'x' })).toEqual([])
})

/** The error sentences for invalid settings. */
function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : []
  }
  return []
}

it('all invalid settings are reported at once, without consequential errors', () => {
  expect(
    problemsOf({
      PORT: 'http',
      ADMIN_EMAIL: 'nobody',
      CAPTCHA: 'yes',
      MAX_SESSIONS: 'many',
      BACKUP_WARN_DAYS: '1.5',
      SECURITY_EVENT_DAYS: '3',
      STRIPE_SECRET_KEY: 'sk_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_1',
      STRIPE_WEBHOOK_SECRET: 'nothing',
      PAYPAL_CLIENT_ID: 'id',
      SECURITY_POLICY: 'https://lend.example/policy',
    }),
  ).toEqual([
    'ADMIN_EMAIL="nobody" cannot be used: must be an e-mail address.',
    'PORT="http" cannot be used: must be a number up to 65535, such as 3000.',
    'BACKUP_WARN_DAYS="1.5" cannot be used: must be a whole number.',
    'MAX_SESSIONS="many" cannot be used: must be a number.',
    'SECURITY_EVENT_DAYS="3" cannot be used: must be at least 7.',
    'CAPTCHA="yes" cannot be used: must be one of on, off.',
    'STRIPE_WEBHOOK_SECRET=*** cannot be used: must be a secret, whsec_....',
    'SECURITY_POLICY has no effect without SECURITY_CONTACT: set that as well.',
    'PayPal needs PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID: set all three, or none.',
  ])
})

it('a secret that cannot be read is reported together with invalid settings, without consequential errors', () => {
  expect(
    problemsOf({
      DATABASE_URL_FILE: '/nowhere/database',
      METRICS_TOKEN: 'a-token-of-16-signs',
      METRICS_TOKEN_FILE: '/nowhere/token',
      PROCESSES: '4',
      PORT: 'http',
    }),
  ).toEqual([
    'DATABASE_URL_FILE="/nowhere/database": there is no such file.',
    'METRICS_TOKEN and METRICS_TOKEN_FILE are both set: use one of them.',
    'PORT="http" cannot be used: must be a number up to 65535, such as 3000.',
  ])
})

it('a misspelt setting is named together with the missing one', () => {
  expect(problemsOf({ NODE_ENV: 'production', PUBLC_URL: 'https://lend.example' })).toEqual([
    expect.stringContaining('PUBLIC_URL is missing'),
    'PUBLC_URL is not a setting: did you mean PUBLIC_URL?',
  ])
})
