import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { type Config, readConfig } from '../config.ts'
import { readRefusal } from './mail-refusal.rules.ts'
import { mailServer } from './mail-server.ts'

let plain: MailSink
let encrypting: MailSink
beforeAll(async () => {
  plain = await startMailSink()
  encrypting = await startMailSink(0, { starttls: true })
})
afterAll(() => Promise.all([plain.close(), encrypting.close()]))

async function send(smtpUrl: string, smtpTls: Config['smtpTls']): Promise<void> {
  const mailer = createTransport(mailServer({ smtpUrl, smtpTls }))
  await mailer
    .sendMail({ from: 'lend@lend.example', to: 'you@example.org', text: 'x' })
    .finally(() => mailer.close())
}

describe('a mail server', () => {
  it.each([
    ['smtp://mail.example.org', undefined, true],
    ['smtp://lend:secret@10.0.0.2:587', undefined, true],
    ['smtp://database', undefined, true],
    ['smtp://mail.example.org', 'offered', false],
    ['smtp://localhost', undefined, false],
    ['smtp://127.0.0.1:25', undefined, false],
    ['smtp://[::1]:25', undefined, false],
    ['smtp://localhost', 'required', true],
  ] as const)('at %s with SMTP_TLS=%s has to use TLS: %s', (smtpUrl, smtpTls, isInsisted) => {
    expect(mailServer({ smtpUrl, smtpTls }).requireTLS).toBe(isInsisted)
  })

  it('without TLS gets no mail if TLS is required, and the mail waits', async () => {
    const failure = await send(plain.url, 'required').then(
      () => null,
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ code: 'ETLS' })
    expect(readRefusal(failure)).toBeNull()
    expect(plain.received).toEqual([])
    await send(plain.url, 'offered')
    expect(plain.encrypted).toEqual([false])
  })

  it.each(['requireTLS=false', 'ignoreTLS=true', 'a=b&OpportunisticTLS=true', 'secure=false'])(
    'cannot be configured to bypass SMTP_TLS by its URL: %s',
    (query) => {
      const SMTP_URL = `smtp://lend:Gehe!m-77@mail.example/?${query}`
      expect(() => readConfig({ SMTP_URL })).toThrow(/use SMTP_TLS/)
      expect(() => readConfig({ SMTP_URL })).not.toThrow(/Gehe!m/)
    },
  )

  it('that offers STARTTLS is used with it, if its certificate is trusted', async () => {
    for (const smtpTls of ['required', 'offered', undefined] as const) {
      await expect(send(encrypting.url, smtpTls)).rejects.toThrow(/certificate|self-signed/)
    }
    expect(encrypting.received).toEqual([])
    await send(`${encrypting.url}?tls.rejectUnauthorized=false`, 'required')
    expect(encrypting.encrypted).toEqual([true])
  })
})
