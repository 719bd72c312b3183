import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { users } from '../identity/tables.ts'
import { listMailsTo, noteBounce } from './refused-addresses.ts'
import { mail_outcomes, paused_addresses, queued_mails, refused_addresses } from './tables.ts'

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

/** Sends a mail that was not requested. */
async function tell({ email }: TestUser): Promise<void> {
  const content = { template: 'emailChanged', firstname: 'Ada', newEmail: 'new@example.org' }
  await test.deps.mails.enqueue(orm(), { to: email, lang: 'en', content })
  await test.deps.mails.drain()
}
const outcomesOf = async ({ email }: TestUser) =>
  (await listMailsTo(orm(), email, test.deps.clock())).map(({ outcome, code }) => [outcome, code])
const isRefused = async ({ token }: TestUser) =>
  (await test.call(profileApi.userinfo, { as: token })).body.email_refused
const receivedBy = ({ email }: TestUser) =>
  sink.received.filter(({ to }) => to.includes(email)).length
const resend = ({ token }: TestUser) =>
  test.call(accountsApi.resendEmailConfirmationToken, { as: token })

it('a permanent refusal is final at once, and no mail is tried until the owner asks for one', async () => {
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

  // The address is already confirmed, but a new mail is sent and the server accepts it.
  expect((await resend(ada)).status).toBe(204)
  await test.deps.mails.drain()
  expect(receivedBy(ada)).toBe(1)
  expect(await isRefused(ada)).toBe(false)
  expect((await resend(ada)).error.code).toBe('already_confirmed')
  await tell(ada)
  expect(receivedBy(ada)).toBe(2)
})

it('a refusal of the mail or its sender does not mark the address', async () => {
  const ada = await createUser(orm())
  sink.refused.set(ada.email, '554 5.7.1 Client host blocked')
  await tell(ada)
  expect(await outcomesOf(ada)).toEqual([['refused', '5.7.1']])
  expect(await isRefused(ada)).toBe(false)
})

it('a temporary refusal is retried', async () => {
  const ada = await createUser(orm())
  sink.refused.set(ada.email, '450 4.2.0 Try again later')
  await tell(ada)
  expect(await outcomesOf(ada)).toEqual([['queued', null]])
  expect(await isRefused(ada)).toBe(false)
  await orm().delete(queued_mails)
})

it('a requested password mail is sent and removes the mark', async () => {
  const ada = await createUser(orm())
  sink.refused.set(ada.email, NO_SUCH_USER)
  await tell(ada)
  sink.refused.delete(ada.email)
  await test.call(accountsApi.forgotPassword, { body: { email: ada.email } })
  await test.deps.mails.drain()
  expect(receivedBy(ada)).toBe(1)
  expect(await isRefused(ada)).toBe(false)
})

it('the mark is not stored for an address without an account, and is deleted with a new address or the account', async () => {
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

const OVER_QUOTA = '452 4.2.2 over quota'
const pauseOf = async ({ email }: TestUser) =>
  (await orm().select().from(paused_addresses).where(eq(paused_addresses.address, email)))[0]

/** Ends the pause, so that the postponed mail is sent. */
async function tryAgain({ email }: TestUser): Promise<void> {
  await orm()
    .update(paused_addresses)
    .set({ until: sql`now() - interval '1 second'` })
    .where(eq(paused_addresses.address, email))
  await orm()
    .update(queued_mails)
    .set({ due_at: sql`now() - interval '1 second'` })
    .where(eq(queued_mails.recipient, email))
  await test.deps.mails.takeUp()
  await test.deps.mails.drain()
}

it('a full mailbox is tried again after growing pauses, and waiting mails are delivered', async () => {
  const ada = await createUser(orm())
  sink.refused.set(ada.email, OVER_QUOTA)
  await tell(ada)
  // No attempt is made before the pause is over.
  await tell(ada)
  expect((await pauseOf(ada))?.tries).toBe(1)
  for (let tries = 2; tries <= 5; tries++) {
    await tryAgain(ada)
    expect((await pauseOf(ada))?.tries).toBe(tries)
  }
  expect(await isRefused(ada)).toBe(false)
  sink.refused.delete(ada.email)
  await tryAgain(ada)
  expect(receivedBy(ada)).toBe(2)
  expect(await outcomesOf(ada)).toEqual([
    ['sent', null],
    ['sent', null],
  ])
  expect((await pauseOf(ada))?.taken_at).not.toBeNull()
})

it('a mailbox that has been full for two weeks counts as refused', async () => {
  const ada = await createUser(orm())
  sink.refused.set(ada.email, '552 5.2.2 Mailbox full')
  await tell(ada)
  expect(await isRefused(ada)).toBe(false)
  await orm()
    .update(paused_addresses)
    .set({ since: sql`now() - interval '14 days'` })
    .where(eq(paused_addresses.address, ada.email))
  await tryAgain(ada)
  expect(await isRefused(ada)).toBe(true)
  expect(await outcomesOf(ada)).toEqual([['refused', '5.2.2']])
  expect(await pauseOf(ada)).toBeUndefined()
})

it('a bounce from a disabled mailbox pauses it, and opening a link of a mail ends pause and mark', async () => {
  const ada = await createUser(orm())
  await tell(ada)
  const [sent] = await orm()
    .select()
    .from(mail_outcomes)
    .where(eq(mail_outcomes.address, ada.email))
  const disabled = { code: '5.2.1', of: 'mailbox', final: true } as const
  await orm().transaction((tx) => noteBounce(tx, sent?.id ?? '', disabled, new Date()))
  expect(await isRefused(ada)).toBe(false)
  expect(await pauseOf(ada)).toBeDefined()
  await test.call(accountsApi.forgotPassword, { body: { email: ada.email } })
  await test.deps.mails.drain()
  const link = sink.received.findLast(({ to }) => to.includes(ada.email))?.email.text ?? ''
  const token = /token=([\w-]{43})/.exec(link)?.[1] ?? ''
  await orm().insert(refused_addresses).values({ address: ada.email, code: '5.1.1' })
  const reset = await test.call(accountsApi.resetPassword, {
    body: { token, password: 'Kirschbaum am Gartenzaun' },
  })
  expect(reset.status).toBeLessThan(300)
  const marks = orm().select().from(refused_addresses)
  expect(await marks.where(eq(refused_addresses.address, ada.email))).toEqual([])
  expect(await pauseOf(ada)).toBeUndefined()
})
