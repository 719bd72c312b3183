import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLyingProvider } from '#app/server/testing/lying-provider.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { writePmtilesFile } from '#app/server/testing/pmtiles-file.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { VERSION } from '#platform/server/version.ts'
import { checkConfigCommand } from './check-config-command.ts'

const PASSWORD = 'Gehe!m-77'

let folder: string
let sink: MailSink
let test: TestApp
let publicUrl: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'letterlend-check-'))
  sink = await startMailSink()
  test = await createTestApp()
  publicUrl = await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await test.close()
  await sink.close()
  await rm(folder, { recursive: true })
})

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function check(settings: Record<string, string>, ...args: string[]) {
  let output = ''
  const environment = {
    DATA_DIR: join(folder, 'data'),
    STREET_MAP: 'off',
    PORT: '0',
    PUBLIC_URL: publicUrl,
    ...settings,
  }
  const exitCode = await checkConfigCommand(args, environment, (text) => {
    output += text
  })
  return { exitCode, lines: output.trimEnd().split('\n'), said: output }
}

describe('check-config', () => {
  it('reports no errors for a correct configuration, one line per check, and sends the requested test mail', async () => {
    const settings = { SMTP_URL: sink.url, MAIL_FROM: 'Lend <hello@lend.example>' }
    const { exitCode, lines, said: output } = await check(settings, '--mail', 'you@example.org')
    expect(lines.filter((line) => !/^(ok|warning) +\S/.test(line))).toEqual([])
    expect(exitCode).toBe(0)
    expect(output).toContain(`Letterlend ${VERSION} answers at ${publicUrl}`)
    expect(output).toMatch(/warning +a test mail was sent to you@example.org/)
    expect(sink.received.map(({ to }) => to)).toEqual([['you@example.org']])
    expect(output).toContain('answers are compressed')
    expect(output).toMatch(
      /warning +not published yet: imprint, privacy_notice, terms, accessibility/,
    )
  })

  it('queries each identity provider for its issuer', async () => {
    const provider = await startLyingProvider('letterlend')
    const { exitCode, said } = await check({
      OIDC_PROVIDERS: 'verein,stadt',
      OIDC_VEREIN_NAME: 'Verein',
      OIDC_VEREIN_ISSUER: provider.issuer,
      OIDC_VEREIN_CLIENT_ID: 'letterlend',
      OIDC_VEREIN_CLIENT_SECRET: PASSWORD,
      OIDC_STADT_NAME: 'Stadt',
      OIDC_STADT_CLIENT_ID: 'letterlend',
      OIDC_STADT_ISSUER: `http://127.0.0.1:${await closedPort()}`,
    })
    await provider.close()
    expect(exitCode).toBe(1)
    expect(said).toContain(
      `${provider.issuer} answers; its redirect address must be ${publicUrl}/auth`,
    )
    expect(said).toMatch(/wrong +OIDC_STADT_ISSUER: no one can log in with .*ECONNREFUSED/)
    expect(said).not.toContain(PASSWORD)
  })

  it('reports an unreadable setting in one line, without its secret', async () => {
    const { exitCode, lines } = await check({ DATABASE_URL: `mysql://lend:${PASSWORD}@db/lend` })
    expect(exitCode).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^wrong +DATABASE_URL="mysql:\/\/\*\*\*@db\/lend" cannot be used/)
  })

  it('reports every invalid value in its own line', async () => {
    const { exitCode, lines } = await check({ CAPTCHA: 'yes', MAX_SESSIONS: '0', PORT: 'http' })
    expect(exitCode).toBe(1)
    expect(lines).toEqual([
      'wrong    PORT="http" cannot be used: must be a number up to 65535, such as 3000.',
      'wrong    MAX_SESSIONS="0" cannot be used: must be at least 1.',
      'wrong    CAPTCHA="yes" cannot be used: must be one of on, off.',
    ])
  })

  it('suggests the name of a misspelt setting, and reports a backup folder that is no folder', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const { exitCode, said } = await check({
      SMPT_URL: 'smtp://mail.example',
      BACKUP_DIR: join(file, 'backups'),
    })
    expect(exitCode).toBe(1)
    expect(said).toContain('warning  SMPT_URL is not a setting: did you mean SMTP_URL?')
    expect(said).toMatch(
      /wrong +BACKUP_DIR=.*\/a-file\/backups is not a folder: .*\/a-file is a file/,
    )
  })

  it.runIf(process.getuid?.() !== 0)(
    'reports that the backup folder cannot be written',
    async () => {
      const closed = join(folder, 'closed')
      await mkdir(closed, { mode: 0o500 })
      const { said } = await check({ BACKUP_DIR: join(closed, 'backups') })
      expect(said).toMatch(/wrong +BACKUP_DIR=.* cannot be written by this user \(EACCES\)/)
    },
  )

  it('reports every problem it finds and repeats no secret', async () => {
    const port = await closedPort()
    const { exitCode, said: output } = await check({
      NODE_ENV: 'production',
      DATABASE_URL: `postgres://lend:${PASSWORD}@127.0.0.1:${port}/lend`,
      SMTP_URL: `smtp://lend:${PASSWORD}@127.0.0.1:${port}`,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      HOST: '203.0.113.9',
      STREET_MAP: 'none.pmtiles',
      UPDATE_FILE: 'package.json',
      STRIPE_SECRET_KEY: 'sk_live_1234567',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567',
      STRIPE_WEBHOOK_SECRET: 'whsec_1234567',
      VAPID_PUBLIC_KEY: 'B'.repeat(87),
      VAPID_PRIVATE_KEY: 'a'.repeat(43),
    })
    expect(exitCode).toBe(1)
    for (const wrong of [
      /wrong +HOST=203\.0\.113\.9 is not an address of this machine/,
      /wrong +No PostgreSQL answers at 127\.0\.0\.1/,
      /wrong +no mail server answers at 127\.0\.0\.1/,
      /wrong +MAIL_FROM ends in localhost/,
      /wrong +http:\/\/127\.0\.0\.1:\d+ does not answer \(ECONNREFUSED\)/,
      /wrong +STREET_MAP: none\.pmtiles/,
      /wrong +UPDATE_FILE names no release: is package\.json/,
      /wrong +one key of Stripe is for tests/,
    ]) {
      expect(output).toMatch(wrong)
    }
    expect(output).not.toMatch(/Gehe!m|sk_live|whsec_|aaaaaa/)
  })

  it('warns if files of the street map end at different zooms', async () => {
    const paths = [14, 15].map((deepest) => {
      const path = join(folder, `to-${deepest}.pmtiles`)
      writePmtilesFile(path, { '0/0/0': Buffer.from('x') }, { zooms: [0, deepest] })
      return path
    })
    const warning = /warning +the files of the street map end at different zooms/
    expect((await check({ STREET_MAP: paths.join() })).said).toMatch(warning)
    expect((await check({ STREET_MAP: paths[1] ?? '' })).said).not.toMatch(warning)
  })

  it('reports a server that does not speak SMTP', async () => {
    const nonsense: Server = createServer((socket) =>
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    )
    nonsense.listen(0, '127.0.0.1')
    await new Promise((resolve) => nonsense.once('listening', resolve))
    const { port } = nonsense.address() as AddressInfo
    const { exitCode, said: output } = await check({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    expect([exitCode, output]).toEqual([
      1,
      expect.stringMatching(/wrong +127\.0\.0\.1:\d+ does not accept mails/),
    ])
    await new Promise((resolve) => nonsense.close(resolve))
  })

  it('reports a mail server without encryption when encryption is required', async () => {
    const { exitCode, said } = await check({ SMTP_URL: sink.url, SMTP_TLS: 'required' })
    expect(exitCode).toBe(1)
    expect(said).toMatch(/wrong +127.* offers no encryption.*or SMTP_TLS=offered/)
  })

  it('quotes the mail server, and reports a permanent refusal as wrong and a temporary one as a warning', async () => {
    const never: Server = createServer((socket) =>
      socket.end('554 5.7.1 Your network is blocked\r\n'),
    )
    never.listen(0, '127.0.0.1')
    await new Promise((resolve) => never.once('listening', resolve))
    const { port } = never.address() as AddressInfo
    const refused = await check({ SMTP_URL: `smtp://127.0.0.1:${port}` })
    expect(refused.exitCode).toBe(1)
    expect(refused.said).toMatch(/wrong +127.* It says: 554 5\.7\.1 Your network is blocked\n/)
    await new Promise((resolve) => never.close(resolve))

    sink.refusing = true
    const settings = { SMTP_URL: sink.url, MAIL_FROM: 'Lend <hello@lend.example>' }
    const later = await check(settings, '--mail', 'you@example.org')
    sink.refusing = false
    expect(later.exitCode).toBe(0)
    expect(later.said).toMatch(
      /warning +127.* accepts no mails at the moment.* It says: 421 Try again later\n/,
    )
  })

  it.each(['/proc/letterlend', '/dev/null/data'])(
    'reports DATA_DIR=%s as not writable',
    async (path) => {
      const { exitCode, said: output } = await check({ DATA_DIR: path })
      expect([exitCode, output]).toEqual([
        1,
        expect.stringContaining(`wrong    DATA_DIR=${path} cannot be written`),
      ])
    },
  )

  it('warns that TRUST_PROXY=on trusts every caller', async () => {
    const { said: output } = await check({ TRUST_PROXY: 'on' })
    expect(output).toMatch(/warning +with TRUST_PROXY=on visitors can forge/)
  })

  it.each([['--mail'], ['--mail', 'nobody'], ['--nothing'], ['settings']])(
    'returns 2 when called with %s',
    async (...args) => {
      expect((await check({}, ...args)).exitCode).toBe(2)
    },
  )
})
