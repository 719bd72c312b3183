import { mkdtempSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  HAS_DOVECOT,
  HAS_POSTFIX,
  MAILBOX,
  type RunningMailServer,
  startDovecot,
  startPostfix,
} from '#app/server/testing/mail-servers.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import {
  type HandedMail,
  inboundFrom,
  programsAt,
  replierAt,
} from '#app/server/testing/replying.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import type { InboundConfig } from '../inbound-settings.ts'
import { readMailbox } from './mailbox.ts'
import { inbound_mailbox, received_mails } from './tables.ts'

const BUSY_MS = MINUTE_MS
const left = (program: string) =>
  `left out where Debian's ${program} is not installed, or this does not run as root`

type Replier = Awaited<ReturnType<typeof replierAt>>

async function submit(port: number, { from, to, mail }: Replier, text: string, options = {}) {
  const mailer = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, ...options })
  await mailer.sendMail({ envelope: { from, to }, raw: mail(text) })
  mailer.close()
}

async function submitRaw(port: number, { from, to, raw }: HandedMail, options = {}) {
  const mailer = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, ...options })
  await mailer.sendMail({ envelope: { from, to }, raw })
  mailer.close()
}

let sink: MailSink
beforeAll(async () => {
  sink = await startMailSink()
})
afterAll(() => sink.close())

const AUTOMATIC = ['Auto-Submitted: auto-replied']
/** The question is mailed only to the lender, whose program answers it. The resulting note notifies no one. */
const ONE_NOTE = [['lender', true]]

describe.skipIf(!HAS_POSTFIX)(`Postfix hands mails over by LMTP (${left('postfix')})`, () => {
  let folder: string
  let path: string
  let test: TestApp
  let postfix: RunningMailServer
  const start = (sharing?: TestApp) =>
    createTestApp({
      ...(sharing && { sharing }),
      config: { inbound: inboundFrom({ kind: 'lmtp', path }), smtpUrl: sink.url },
    })
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'letterlend-postfix-lmtp-'))
    await chmod(folder, 0o755)
    path = join(folder, 'mail.sock')
    test = await start()
    postfix = await startPostfix(`lmtp:unix:${path}`)
  }, BUSY_MS)
  afterAll(async () => {
    await postfix?.stop()
    await test?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('and a reply arrives', { timeout: BUSY_MS }, async () => {
    const replier = await replierAt(test)
    await submit(postfix.port, replier, 'By Postfix.')
    await expect.poll(replier.texts, { timeout: BUSY_MS }).toEqual(['By Postfix.'])
  })

  /** Hands over a mail and waits until it is received. */
  async function handOver(mail: HandedMail) {
    const received = async () => (await test.deps.database.orm.select().from(received_mails)).length
    const before = await received()
    await submitRaw(postfix.port, mail)
    await expect.poll(received, { timeout: BUSY_MS }).toBe(before + 1)
  }

  it('and two programs that answer each other stop after one note each', {
    timeout: BUSY_MS,
  }, async () => {
    const programs = await programsAt(test, sink)
    expect(await programs.answerAll(AUTOMATIC, handOver)).toBe(1)
    expect(await programs.notes()).toEqual(ONE_NOTE)
  })

  it('and two programs that do not declare themselves automatic stop as well', {
    timeout: BUSY_MS,
  }, async () => {
    const programs = await programsAt(test, sink)
    expect(await programs.answerAll([], handOver)).toBeLessThan(6)
    const notes = await programs.notes()
    expect(notes.filter(([, automatic]) => automatic).length).toBeLessThanOrEqual(2)
  })

  it('and a mail that could not be stored is delivered again, once', {
    timeout: BUSY_MS,
  }, async () => {
    const replier = await replierAt(test)
    const storing = vi.spyOn(test.deps.mails, 'enqueueAll')
    storing.mockRejectedValueOnce(new Error('no disk'))
    await submit(postfix.port, replier, 'Again.')
    await expect.poll(replier.texts, { timeout: BUSY_MS }).toEqual(['Again.'])
    expect(storing.mock.calls.length).toBeGreaterThanOrEqual(2)
    storing.mockRestore()
  })

  it('and an address that we did not create is refused', { timeout: BUSY_MS }, async () => {
    const replier = await replierAt(test)
    const stranger = { ...replier, to: 'someone@lend.example' }
    await expect(submit(postfix.port, stranger, 'Hello')).rejects.toThrow(/550/)
  })
})

describe.skipIf(!HAS_DOVECOT)(
  `a mailbox at Dovecot (${left('dovecot-imapd, dovecot-lmtpd')})`,
  () => {
    let dovecot: Awaited<ReturnType<typeof startDovecot>>
    let source: Extract<InboundConfig['source'], { kind: 'imap' }>
    let test: TestApp
    beforeAll(async () => {
      dovecot = await startDovecot()
      const { port } = dovecot
      source = { kind: 'imap', host: '127.0.0.1', port, secure: false, ...MAILBOX, folder: 'INBOX' }
      test = await createTestApp({ config: { inbound: inboundFrom(source), smtpUrl: sink.url } })
    }, BUSY_MS)
    afterAll(async () => {
      await test?.close()
      await dovecot?.stop()
    })
    afterEach(() => vi.restoreAllMocks())

    const put = (replier: Replier, text: string) =>
      submit(dovecot.lmtpPort, replier, text, { lmtp: true })
    const read = () => readMailbox(test.deps, source, new AbortController().signal)
    /** Number of mails in the mailbox, and of unread ones. */
    async function mailbox() {
      const { host, port, user, password: pass } = source
      const client = new ImapFlow({
        host,
        port,
        secure: false,
        auth: { user, pass },
        logger: false,
      })
      await client.connect()
      const status = await client.status('INBOX', { messages: true, unseen: true })
      await client.logout()
      return status === false ? [] : [status.messages, status.unseen]
    }

    it('contains replies only until they are stored', { timeout: BUSY_MS }, async () => {
      const replier = await replierAt(test)
      await put(replier, 'One.')
      await put(replier, 'Two.')
      await read()
      expect((await replier.texts()).sort()).toEqual(['One.', 'Two.'])
      expect(await mailbox()).toEqual([0, 0])
    })

    const handOver = async (mail: HandedMail) => {
      await submitRaw(dovecot.lmtpPort, mail, { lmtp: true })
      await read()
    }

    it('lets two programs that answer each other stop after one note each', {
      timeout: BUSY_MS,
    }, async () => {
      const programs = await programsAt(test, sink)
      expect(await programs.answerAll(AUTOMATIC, handOver)).toBe(1)
      expect(await programs.notes()).toEqual(ONE_NOTE)
    })

    it('lets two programs that do not declare themselves automatic stop as well', {
      timeout: BUSY_MS,
    }, async () => {
      const programs = await programsAt(test, sink)
      expect(await programs.answerAll([], handOver)).toBeLessThan(6)
      const notes = await programs.notes()
      expect(notes.filter(([, automatic]) => automatic).length).toBeLessThanOrEqual(2)
    })

    it('keeps a mail whose process died after storing it, and the mail becomes no second message', {
      timeout: BUSY_MS,
    }, async () => {
      const replier = await replierAt(test)
      await put(replier, 'Once.')
      const deleting = vi.spyOn(ImapFlow.prototype, 'messageDelete')
      deleting.mockRejectedValueOnce(new Error('killed'))
      await read()
      expect(await replier.texts()).toEqual(['Once.'])
      expect((await mailbox())[0]).toBe(1)
      await read()
      expect(await replier.texts()).toEqual(['Once.'])
      expect(await mailbox()).toEqual([0, 0])
    })

    it('is read by two processes at once without a duplicate message', {
      timeout: BUSY_MS,
    }, async () => {
      const replier = await replierAt(test)
      await put(replier, 'Both.')
      await Promise.all([read(), read()])
      expect(await replier.texts()).toEqual(['Both.'])
      expect(await mailbox()).toEqual([0, 0])
    })

    it('keeps a mail that could not be stored unread, and other mails as they were', {
      timeout: BUSY_MS,
    }, async () => {
      const replier = await replierAt(test)
      await put(replier, 'Later.')
      vi.spyOn(test.deps.mails, 'enqueueAll').mockRejectedValueOnce(new Error('no disk'))
      await read()
      expect(await replier.texts()).toEqual([])
      expect(await mailbox()).toEqual([1, 1])
      await put(
        {
          ...replier,
          to: 'reply@lend.example',
          mail: () => 'To: reply@lend.example\r\nSubject: Hello\r\n\r\nYou',
        },
        '',
      )
      await read()
      expect(await replier.texts()).toEqual(['Later.'])
      expect(await mailbox()).toEqual([1, 0])
    })

    it('contains a mail that is too large only until its sender is notified', {
      timeout: BUSY_MS,
    }, async () => {
      const replier = await replierAt(test)
      const line = `${'x'.repeat(76)}\r\n`
      const raw = replier.mail(`Large.\r\n${line.repeat(350_000)}`)
      await submitRaw(dovecot.lmtpPort, { ...replier, raw }, { lmtp: true })
      await read()
      expect(await replier.texts()).toEqual([])
      await test.deps.mails.drain()
      const told = () =>
        sink.received.filter(({ email }) => email.text?.includes('It is too large'))
      expect(told().map(({ to }) => to)).toEqual([[replier.from]])
      // The previous test left its mail there, marked as read.
      expect((await mailbox())[1]).toBe(0)
      await read()
      await test.deps.mails.drain()
      expect(told()).toHaveLength(1)
    })

    it('that cannot be read is recorded as failing until it can be read again', {
      timeout: BUSY_MS,
    }, async () => {
      const since = async () =>
        (await test.deps.database.orm.select().from(inbound_mailbox))[0]?.failing_since
      const { password } = source
      source.password = 'wrong'
      await test.deps.jobs.drain('inbound-mailbox')
      expect(await since()).toBeInstanceOf(Date)
      const metrics = await test.deps.metrics.metrics()
      expect(metrics).toMatch(/letterlend_inbound_mail_failing_seconds \d/)
      source.password = password
      await test.deps.jobs.drain('inbound-mailbox')
      expect(await since()).toBeNull()
    })
  },
)
