import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '#app/server/testing/clean-up.ts'
import { createUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { inboundFrom } from '#app/server/testing/replying.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { receiveMail } from '#platform/server/inbound-mail/receiving.ts'
import { REPLY_DAYS } from '#platform/server/mail/signed-addresses.ts'
import { answerable_mails } from '#platform/server/mail/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { messagesApi } from '../../contract.ts'
import { message_quotations } from '../../tables.ts'
import { findMessage } from '../presenting.ts'

let sink: MailSink
let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  sink = await startMailSink()
  const inbound = inboundFrom({ kind: 'lmtp', path: '/nobody/listens' })
  const mailFrom = 'Lending Club <hello@lend.example>'
  test = await createTestApp({ config: { smtpUrl: sink.url, inbound, mailFrom } })
  loans = loansOf(test)
})
afterAll(async () => {
  await test.close()
  await sink.close()
})

const orm = () => test.deps.database.orm

/** A borrower asks, and the lender receives the mail about it. */
async function asked(text = 'May I borrow it?\nI would fetch it tonight.') {
  const borrower = await loans.newBorrower({ enable_notifications: true })
  const lender = await loans.newLender({ ownerFields: { enable_notifications: true } })
  const transaction = await loans.ask(borrower, lender, { text })
  await test.deps.mails.drain()
  const mail = sink.received.findLast(({ to }) => to.includes(lender.owner.email))?.email
  if (!mail?.text || !mail.html) throw new Error('Unexpected: no mail')
  return { borrower, lender: lender.owner, transaction, mail, to: mail.replyTo?.[0]?.address ?? '' }
}
type Asked = Awaited<ReturnType<typeof asked>>

async function reply({ lender, to }: Asked, body: string, type = 'text/plain') {
  const source = [
    `From: Ada <${lender.email}>`,
    `To: <${to}>`,
    'Subject: Re: a ladder',
    `Message-ID: <${randomUUID()}@example.org>`,
    `Content-Type: ${type}; charset=utf-8`,
    '',
    body,
  ].join('\r\n')
  const [outcome] = await receiveMail(test.deps, Buffer.from(source), [to])
  return outcome
}

async function shownTo(user: { token: string }, { transaction }: Asked) {
  const query = { transaction_id: transaction.id }
  const { body } = await test.call(listsApi.list, { as: user.token, query })
  return body?.[0]?.messages.at(-1)
}

const marked = (text: string) => text.replace(/^/gm, '> ')
const wrapped = (text: string) => text.replace(/(.{1,70})(?: +|$)/gm, '$1\n')
const headers = ({ mail, lender }: Asked) =>
  `From: Lending Club <hello@lend.example>\nSent: Friday, November 20, 2026 10:15 AM\nTo: ${lender.email}\nSubject: ${mail.subject}`

describe('a quotation of the answered mail', () => {
  it.each<[string, (asked: Asked) => [string, string?]]>([
    [
      'by Gmail',
      ({ mail, to }) => [
        `Yes!\n\nOn Fri, Nov 20, 2026 at 10:15 AM Lending Club <\n${to}> wrote:\n\n${marked(wrapped(mail.text ?? ''))}`,
      ],
    ],
    [
      'by Apple',
      ({ mail }) => [
        `Yes!\n\n> On 20 Nov 2026, at 10:15, Lending Club <hello@lend.example> wrote:\n> \n${marked(mail.text ?? '')}`,
      ],
    ],
    [
      'by Outlook',
      (asked) => [
        `Yes!\n\n________________________________\n${headers(asked)}\n\n${(asked.mail.text ?? '').replaceAll(/(https:\S+)/g, '<$1>')}`,
      ],
    ],
    ['with nothing around it', ({ mail }) => [`Yes!\n\n${mail.text}`]],
    [
      'as HTML',
      ({ mail }) => [`<div>Yes!</div><blockquote>${mail.html}</blockquote>`, 'text/html'],
    ],
    [
      'as HTML without marks',
      ({ mail }) => [
        `<div>Yes!</div><div>On Nov 20, 2026 Lending Club &lt;hello@lend.example&gt; wrote:</div><div>${mail.html}</div>`,
        'text/html',
      ],
    ],
  ])('%s is left out completely', async (_name, quoting) => {
    const asking = await asked()
    expect(await reply(asking, ...quoting(asking))).toBe('taken')
    const message = await shownTo(asking.lender, asking)
    expect(message).toMatchObject({ text: 'Yes!', has_quoted: true })
  })

  it('is readable for its author and no one else', async () => {
    const asking = await asked()
    const { lender, borrower, transaction, mail, to } = asking
    await reply(
      asking,
      `Yes!\n\nOn Fri, Nov 20, 2026 Lending Club <${to}> wrote:\n${marked(mail.text ?? '')}`,
    )
    const message = await shownTo(lender, asking)
    const query = { transaction_id: transaction.id, message_id: message?.id ?? '' }
    const read = (as: string | undefined, changed = {}) =>
      test.call(messagesApi.readQuoted, { as, query: { ...query, ...changed } })
    const own = await read(lender.token)
    expect(own.status).toBe(200)
    expect(own.body?.text).toContain('> I would fetch it tonight.')
    // Contains neither a login link nor the reply address, which acts for the person.
    expect(own.body?.text).not.toMatch(/lt=\w/)
    expect(own.body?.text).not.toContain(to)
    expect((await shownTo(borrower, asking))?.has_quoted).toBe(false)
    expect((await read(borrower.token)).status).toBe(404)
    expect((await read((await createUser(orm())).token)).status).toBe(404)
    expect((await read(undefined)).status).toBe(401)
    const others = await asked()
    expect((await read(lender.token, { transaction_id: others.transaction.id })).status).toBe(404)
    const live = await findMessage(orm(), query.message_id)
    expect(live?.(lender.id)?.message.has_quoted).toBe(true)
    expect(live?.(borrower.id)?.message.has_quoted).toBe(false)
  })

  it('is not stored if nothing was left out', async () => {
    const asking = await asked()
    await reply(asking, 'Yes!\n> gladly')
    expect(await shownTo(asking.lender, asking)).toMatchObject({
      text: 'Yes!\n> gladly',
      has_quoted: false,
    })
  })

  it('stays in the message if it comes from a mail to another person', async () => {
    const asking = await asked()
    const others = await asked('A sentence of another conversation')
    await reply(asking, 'Yes!\n\n> A sentence of another conversation')
    expect((await shownTo(asking.lender, asking))?.text).toContain('A sentence of another')
    expect(others.to).not.toBe(asking.to)
  })

  it('leads to a refusal if it makes the reply too long to be read', async () => {
    const asking = await asked()
    expect(await reply(asking, 'Yes! '.repeat(50_000))).toBe('refused')
  })
})

describe('stored data about answerable mails', () => {
  it('has no login link, and is deleted after the last day for a reply', async () => {
    const { transaction, lender, mail } = await asked()
    const kept = () =>
      orm().select().from(answerable_mails).where(eq(answerable_mails.about, transaction.id))
    const [row, ...more] = await kept()
    expect(more).toEqual([])
    expect(row).toMatchObject({ user_id: lender.id, subject: mail.subject })
    expect(row?.text).toContain('I would fetch it tonight.')
    expect(row?.text).not.toMatch(/https?:\/\/|lt=/)
    const later = new Date(test.deps.clock().getTime() + (REPLY_DAYS + 2) * DAY_MS)
    await cleanUp(test.deps, later)
    expect(await kept()).toEqual([])
  })

  it('includes a quotation, which is deleted with its author’s account', async () => {
    const asking = await asked()
    await reply(asking, `Yes!\n${marked(asking.mail.text ?? '')}`)
    const kept = () =>
      orm()
        .select()
        .from(message_quotations)
        .where(eq(message_quotations.author_id, asking.lender.id))
    expect(await kept()).toHaveLength(1)
    await test.call(accountsApi.remove, { as: asking.lender.token })
    expect(await kept()).toEqual([])
  })
})
