import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createItem, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminLegalApi } from '#features/community/legal/contract.admin.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import {
  enqueueNewMessageMail,
  type NewMessageMail,
} from '#features/lending/conversations/messages/server/new-message-mail.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { users } from '../identity/tables.ts'

const TRANSACTION = '01234567-89ab-4cde-8f01-23456789abcd'

let sink: MailSink
let test: TestApp
beforeAll(async () => {
  sink = await startMailSink()
  test = await createTestApp({ config: { smtpUrl: sink.url, publicUrl: 'https://lend.example' } })
  await createItem(test.deps.database.orm, 1, 'ladder')
  await test.deps.database.orm.insert(transactions).values({ id: TRANSACTION, item_id: 1 })
})
afterAll(async () => {
  await test.close()
  await sink.close()
})

const orm = () => test.deps.database.orm

function tell(user: TestUser, mail: Partial<NewMessageMail> = {}): Promise<boolean> {
  return orm().transaction((tx) =>
    enqueueNewMessageMail(
      tx,
      test.deps,
      {
        toUserId: user.id,
        fromFirstname: 'Noé',
        itemId: 1,
        transactionId: TRANSACTION,
        text: 'Could I borrow it?\nOn Saturday.',
        firstInTransaction: true,
        ...mail,
      },
      test.deps.clock(),
    ),
  )
}

const mailsTo = (user: TestUser) => sink.received.filter(({ to }) => to.includes(user.email))

async function deliver(): Promise<void> {
  await test.deps.mails.drain()
}

function waitingFor(user: TestUser) {
  return test.deps.database.query<{ state: string; start_after: Date }>(
    `SELECT state::text, start_after FROM pgboss.job JOIN queued_mails ON queued_mails.id = job.id
     WHERE name = 'mails' AND recipient = $1`,
    [user.email],
  )
}

/** Makes mails due, as if the pause before the next attempt were over. */
async function makeDue(): Promise<void> {
  await test.deps.database.query(
    `UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE name = 'mails'`,
  )
}

describe('a mail over SMTP', () => {
  it('arrives as text and HTML in the language of its recipient', async () => {
    const user = await createUser(orm(), { lang: 'de', firstname: 'Mila' })
    await tell(user)
    await deliver()
    const [mail] = mailsTo(user)
    expect(mail?.to).toEqual([user.email])
    expect(mail?.email.subject).toBe('Noé fragt nach «ladder de»')
    expect(mail?.email.text).toContain('Could I borrow it?\nOn Saturday.')
    expect(mail?.email.text).toMatch(
      /https:\/\/lend\.example\/profile\/inbox\?transaction_id=[\w-]+&lt=[\w-]{43}/,
    )
    expect(mail?.email.html).toContain('<html dir="ltr" lang="de">')
  })

  it('links to the published pages of the community, and always to the privacy page', async () => {
    const linked = async () => {
      const user = await createUser(orm(), { lang: 'en' })
      await tell(user)
      await deliver()
      const html = mailsTo(user)[0]?.email.html
      return [...String(html).matchAll(/href="https:\/\/lend\.example(\/[a-z]+)"/g)].map(
        ([, path]) => path,
      )
    }
    expect(await linked()).toEqual(['/privacy'])
    const { token } = await createUser(orm(), { role_id: 3 })
    const texts = { de: 'Wir', en: 'We', fr: 'Nous' }
    const page = { country: 'CH', version: 0, texts, asks_consent: false } as const
    for (const name of ['imprint', 'terms'] as const) {
      await test.call(adminLegalApi.publish, { as: token, body: { ...page, page: name } })
    }
    expect(await linked()).toEqual(['/imprint', '/privacy', '/terms'])
  })

  it('cannot get another recipient, header or markup from user input', async () => {
    const evil = 'Eve\r\nBcc: victim@example.org\r\n\r\n<script>alert(1)</script>'
    const user = await createUser(orm(), { firstname: evil })
    await tell(user, { fromFirstname: evil, text: '<b>bold</b> & more' })
    await deliver()
    const [mail] = mailsTo(user)
    expect(mail?.to).toEqual([user.email])
    expect(mail?.email.bcc ?? []).toEqual([])
    expect(mail?.email.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail?.email.html).not.toMatch(/<script|<b>/)
    expect(mail?.email.text).toContain('<b>bold</b> & more')
  })

  it('is sent for a first request, and for later messages only if notifications are enabled', async () => {
    const quiet = await createUser(orm())
    await tell(quiet, { firstInTransaction: false })
    const unconfirmed = await createUser(orm(), { email_confirmed_at: null })
    await tell(unconfirmed)
    const eager = await createUser(orm(), { enable_notifications: true })
    await tell(eager, { firstInTransaction: false })
    await deliver()
    expect(mailsTo(quiet)).toEqual([])
    expect(mailsTo(unconfirmed)).toEqual([])
    expect(mailsTo(eager)).toHaveLength(1)
  })

  it('can be used to unsubscribe with one click', async () => {
    const user = await createUser(orm(), { enable_notifications: true })
    await tell(user, { firstInTransaction: false })
    await deliver()
    const headers = new Map(mailsTo(user)[0]?.email.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url = new URL(headers.get('list-unsubscribe')?.slice(1, -1) ?? '')
    expect(url.origin).toBe('https://lend.example')
    const click = (path: string) =>
      test.app.inject({
        method: 'POST',
        url: path,
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await click(url.pathname + url.search)).statusCode).toBe(204)
    const [row] = await orm().select().from(users).where(eq(users.id, user.id))
    expect(row?.enable_notifications).toBe(false)
    const wrong = await click(`${url.pathname}?token=wrong`)
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'invalid_token'])
  })
})

describe('the mail queue', () => {
  it('sends a mail from another process at once', async () => {
    const sender = await createTestApp({ sharing: test, config: { smtpUrl: sink.url } })
    await sender.deps.jobs.work()
    const user = await createUser(orm())
    await tell(user)
    // Sooner than the polling interval.
    await vi.waitFor(() => expect(mailsTo(user)).toHaveLength(1), { timeout: 3_000 })
    await sender.close()
  })
})

describe('a mail server in trouble', () => {
  it('delays the mail that it refuses, and no other', async () => {
    const user = await createUser(orm())
    sink.refusing = true
    await tell(user)
    await deliver()
    expect(mailsTo(user)).toEqual([])
    const waiting = await waitingFor(user)
    expect(waiting).toMatchObject([{ state: 'retry' }])
    expect(waiting[0]?.start_after.getTime()).toBeGreaterThan(Date.now())
    sink.refusing = false
    await test.deps.database.query(
      `UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE name = 'mails'`,
    )
    await deliver()
    expect(mailsTo(user)).toHaveLength(1)
  })

  it('delays mails while it is unreachable', async () => {
    const nobody = await createTestApp({ sharing: test, config: { smtpUrl: 'smtp://127.0.0.1:1' } })
    const user = await createUser(orm())
    await tell(user)
    await nobody.deps.mails.drain()
    expect(await waitingFor(user)).toMatchObject([{ state: 'retry' }])
    await nobody.close()
    await makeDue()
    await deliver()
    expect(mailsTo(user)).toHaveLength(1)
  })

  it('blocks neither calls nor the shutdown while it hangs', async () => {
    const held = new Set<Socket>()
    const hanging = createServer((socket) => held.add(socket)).listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    const { port } = hanging.address() as AddressInfo
    const stuck = await createTestApp({
      sharing: test,
      config: { smtpUrl: `smtp://127.0.0.1:${port}` },
    })
    await stuck.deps.jobs.work()
    const connected = once(hanging, 'connection')
    const user = await createUser(orm())
    await tell(user)
    await connected
    expect((await stuck.call(profileApi.userinfo, { as: user.token })).status).toBe(200)
    await stuck.close()
    expect(await waitingFor(user)).toMatchObject([{ state: 'retry' }])
    for (const socket of held) socket.destroy()
    hanging.close()

    await makeDue()
    await deliver()
    expect(mailsTo(user)).toHaveLength(1)
  }, 10_000)

  it('loses no mail if the sending process ends', async () => {
    const user = await createUser(orm())
    await tell(user)
    await test.deps.database.query(
      `UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 hour'
       WHERE id IN (SELECT id FROM queued_mails WHERE recipient = $1)`,
      [user.email],
    )
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const next = await createTestApp({ sharing: test, config: { smtpUrl: sink.url } })
    vi.advanceTimersByTime(120_000)
    await vi.waitFor(async () => expect(await waitingFor(user)).toMatchObject([{ state: 'retry' }]))
    await next.close()
    vi.useRealTimers()
    await makeDue()
    await deliver()
    expect(mailsTo(user)).toHaveLength(1)
  })

  it('keeps no trace of a sent mail, since its links are secret', async () => {
    const user = await createUser(orm())
    await tell(user)
    await deliver()
    expect(mailsTo(user)).toHaveLength(1)
    const left = await test.deps.database.query(
      `SELECT 1 FROM queued_mails UNION ALL SELECT 1 FROM pgboss.job WHERE name = 'mails'
       UNION ALL SELECT 1 FROM pgboss.archive WHERE name = 'mails'`,
    )
    expect(left).toEqual([])
  })

  it('gets no mail from a transaction that was rolled back', async () => {
    const user = await createUser(orm())
    const undone = orm().transaction(async (tx) => {
      await enqueueNewMessageMail(
        tx,
        test.deps,
        {
          toUserId: user.id,
          fromFirstname: 'Noé',
          itemId: 1,
          transactionId: TRANSACTION,
          text: 'x',
          firstInTransaction: true,
        },
        test.deps.clock(),
      )
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await deliver()
    expect(mailsTo(user)).toEqual([])
  })
})

describe('/dev/mail', () => {
  it('shows mails as harmless pages', async () => {
    const local = await createTestApp()
    const user = await createUser(local.deps.database.orm)
    await createItem(local.deps.database.orm, 1, 'ladder')
    await local.deps.database.orm.insert(transactions).values({ id: TRANSACTION, item_id: 1 })
    await enqueueNewMessageMail(
      local.deps.database.orm,
      local.deps,
      {
        toUserId: user.id,
        fromFirstname: '<i>Noé</i>',
        itemId: 1,
        transactionId: TRANSACTION,
        text: 'x',
        firstInTransaction: true,
      },
      local.deps.clock(),
    )
    const [mail] = await local.mails()
    const list = await local.app.inject('/dev/mail')
    expect(list.body).toContain('&#60;i&#62;Noé')
    expect(list.body).not.toContain('<i>')
    const body = await local.app.inject(`/dev/mail/${mail?.id}/body`)
    expect(body.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox/)
    expect((await local.app.inject('/dev/mail.json')).json()).toHaveLength(1)
    expect((await local.app.inject(`/dev/mail/${TRANSACTION}`)).statusCode).toBe(404)
    await local.close()
  })

  it('returns 404 in production and if SMTP is configured', async () => {
    const production = await createTestApp({ sharing: test, config: { production: true } })
    for (const { app } of [production, test]) {
      for (const path of ['/dev/mail', '/dev/mail.json', `/dev/mail/${TRANSACTION}`]) {
        const { statusCode, body } = await app.inject(path)
        expect([path, statusCode, JSON.parse(body).code]).toEqual([path, 404, 'not_found'])
      }
    }
    await production.close()
  })
})
