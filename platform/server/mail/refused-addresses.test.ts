import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { accountsApi } from '#features/accounts/contract.ts'
import { users } from '../identity/tables.ts'
import { listMailsTo } from './refused-addresses.ts'
import { mail_outcomes, queued_mails, refused_addresses } from './tables.ts'

let sink: MailSink
let test: TestApp
beforeAll(async () => {
  sink = await startMailSink()
  test = await createTestApp({ config: { smtpUrl: sink.url } })
})
afterAll(async () => {
  await test.close()
  await sink.close()
})

const orm = () => test.deps.database.orm
const NO_SUCH_USER = '550 5.1.1 No such user'

/** A mail that nobody asked for. */
async function tell({ email }: TestUser): Promise<void> {
  const content = { template: 'emailChanged', firstname: 'Ada', newEmail: 'new@example.org' }
  await test.deps.mails.enqueue(orm(), { to: email, lang: 'en', content })
  await test.deps.mails.drain()
}
const outcomesOf = async ({ email }: TestUser) =>
  (await listMailsTo(orm(), email, test.deps.clock())).map(({ outcome, code }) => [outcome, code])
const isRefused = async ({ token }: TestUser) =>
  (await test.call(accountsApi.userinfo, { as: token })).body.email_refused
const receivedBy = ({ email }: TestUser) =>
  sink.received.filter(({ to }) => to.includes(email)).length
const resend = ({ token }: TestUser) =>
  test.call(accountsApi.resendEmailConfirmationToken, { as: token })

it('a refusal for good is final at once; nothing more is tried until the owner asks for it', async () => {
  const ada = await createUser(orm())
  sink.refused.set(ada.email, NO_SUCH_USER)
  await tell(ada)
  expect(await orm().select().from(queued_mails)).toEqual([])
  expect(await outcomesOf(ada)).toEqual([['refused', '5.1.1']])
  expect(await isRefused(ada)).toBe(true)

  sink.refused.delete(ada.email)
  await tell(ada)
  expect(receivedBy(ada)).toBe(0)
  expect((await outcomesOf(ada))[0]).toEqual(['not_tried', null])

  // It is confirmed already, and yet a new mail goes out, which the server takes.
  expect((await resend(ada)).status).toBe(204)
  await test.deps.mails.drain()
  expect(receivedBy(ada)).toBe(1)
  expect(await isRefused(ada)).toBe(false)
  expect((await resend(ada)).error.code).toBe('already_confirmed')
  await tell(ada)
  expect(receivedBy(ada)).toBe(2)
})

it('a refusal of the mail, or of its sender, says nothing of the address', async () => {
  const ada = await createUser(orm())
  sink.refused.set(ada.email, '554 5.7.1 Client host blocked')
  await tell(ada)
  expect(await outcomesOf(ada)).toEqual([['refused', '5.7.1']])
  expect(await isRefused(ada)).toBe(false)
})

it('a refusal for now is tried again', async () => {
  const ada = await createUser(orm())
  sink.refused.set(ada.email, '450 4.2.1 Try again later')
  await tell(ada)
  expect(await outcomesOf(ada)).toEqual([['queued', null]])
  expect(await isRefused(ada)).toBe(false)
  await orm().delete(queued_mails)
})

it('a password mail that somebody asks for goes out, and ends the mark', async () => {
  const ada = await createUser(orm())
  sink.refused.set(ada.email, '552 5.2.2 Mailbox full')
  await tell(ada)
  sink.refused.delete(ada.email)
  await test.call(accountsApi.forgotPassword, { body: { email: ada.email } })
  await test.deps.mails.drain()
  expect(receivedBy(ada)).toBe(1)
  expect(await isRefused(ada)).toBe(false)
})

it('is not kept of an address without an account, and goes with another address and with the account', async () => {
  const ada = await createUser(orm())
  sink.refused.set('stranger@example.org', NO_SUCH_USER)
  await tell({ ...ada, email: 'stranger@example.org' })
  const marked = (address: string) =>
    orm().select().from(refused_addresses).where(eq(refused_addresses.address, address))
  expect(await marked('stranger@example.org')).toEqual([])
  sink.refused.set(ada.email, NO_SUCH_USER)
  await tell(ada)
  expect(await isRefused(ada)).toBe(true)
  const email = 'another@example.org'
  await orm().update(users).set({ email }).where(eq(users.id, ada.id))
  expect(await isRefused(ada)).toBe(false)
  await test.deps.mails.drop(orm(), ada.email)
  expect(await marked(ada.email)).toEqual([])
  const left = orm().select().from(mail_outcomes)
  expect(await left.where(eq(mail_outcomes.address, ada.email))).toEqual([])
})
