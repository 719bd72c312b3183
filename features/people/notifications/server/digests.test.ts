import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { createSession } from '#platform/server/identity/sessions.queries.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { mailApi } from '../contract.mails.ts'
import { type NotificationSettings, notificationsApi } from '../contract.ts'
import { notices } from '../tables.ts'
import { lastDigests } from './delivery/digest-times.ts'
import { gatherDigests } from './gathering-digests.ts'

const LADDER = 1
const ZONE = 'Europe/Zurich'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example', timeZone: ZONE } })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const now = () => test.deps.clock()
const choose = ({ token }: TestUser, body: Partial<NotificationSettings>) =>
  test.call(notificationsApi.update, { as: token, body })
const settingsOf = async ({ token }: TestUser) =>
  (await test.call(notificationsApi.get, { as: token })).body
const mailsTo = async ({ email }: TestUser) =>
  (await test.mails()).filter(({ recipient }) => recipient === email)
const gather = () => gatherDigests(test.deps)

/** Starts each test on a Tuesday at noon, when no digest is due. */
beforeEach(() => {
  const { weekly } = lastDigests(now(), ZONE)
  test.advance(weekly.getTime() + 8 * DAY_MS + 4 * HOUR_MS - now().getTime())
})
/** Advances to the next morning, a little after eight. */
function sleep(nights = 1) {
  const { daily } = lastDigests(now(), ZONE)
  test.advance(daily.getTime() + nights * DAY_MS + HOUR_MS / 2 - now().getTime())
}

const people = { enable_messaging: true, enable_notifications: true }

const newSession = ({ id }: TestUser) => createSession(orm(), { userId: id }, now())

async function newLender(settings: Partial<NotificationSettings>) {
  const { owner } = await createLetterbox(orm(), {
    items: [LADDER],
    ownerFields: { ...people, firstname: 'Ben' },
  })
  const lender = { ...owner, token: await newSession(owner) }
  await choose(lender, settings)
  return lender
}
async function ask(lender: TestUser, text = 'May I?', days: object = {}) {
  const created = await createUser(orm(), { ...people, firstname: 'Ada' })
  const borrower = { ...created, token: await newSession(created) }
  const body = { renter_id: lender.id, item_id: LADDER, text, ...days }
  const { status, body: transaction } = await test.call(requestsApi.create, {
    as: borrower.token,
    body,
  })
  expect(status).toBe(201)
  return { borrower, id: transaction.id }
}
const send = (sender: TestUser, transaction_id: string, text: string) =>
  test.call(messagesApi.sendMessage, { as: sender.token, body: { transaction_id, text } })
const view = (user: TestUser, transaction_id: string) =>
  test.call(messagesApi.markMessagesSeen, { as: user.token, body: { transaction_id } })

describe('a digest', () => {
  it('is sent once, in the morning, with what was not seen and a link to each', async () => {
    const lender = await newLender({ request: 'daily', message: 'daily' })
    const first = await ask(lender, 'May I borrow it?')
    const second = await ask(lender, 'And I?')
    const seen = await ask(lender, 'Never mind')
    await view(lender, seen.id)
    await gather()
    expect(await mailsTo(lender)).toEqual([])
    sleep()
    await Promise.all([gather(), gather()])
    await gather()
    const [mail, ...more] = await mailsTo(lender)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('2 new things at Letterlend')
    for (const [{ id }, text] of [
      [first, 'May I borrow it?'],
      [second, 'And I?'],
    ] as const) {
      expect(mail?.text).toContain(text)
      expect(mail?.html).toMatch(
        new RegExp(`https://lend.example/profile/inbox\\?transaction_id=${id}&amp;lt=[\\w-]{43}`),
      )
    }
    expect(mail?.text).not.toContain('Never mind')
    sleep()
    await gather()
    expect(await mailsTo(lender)).toHaveLength(1)
  })

  it('says when an item is wanted and has answer buttons that share one secret', async () => {
    const lender = await newLender({ request: 'daily' })
    const day = new Date(now().getTime() + 3 * DAY_MS)
    const wanted_from = day.toISOString().slice(0, 10)
    const { id } = await ask(lender, 'May I?', { wanted_from })
    await ask(lender, 'Me, too?')
    sleep()
    await gather()
    const [mail] = await mailsTo(lender)
    const words = new Intl.DateTimeFormat('en-GB', {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    } as const)
    expect(mail?.text).toContain(`Wanted: ${words.format(new Date(wanted_from))}`)
    const links = [...(mail?.html.matchAll(/href="(https:\/\/lend\.example\/[^"]*)"/g) ?? [])]
      .map(([, url = '']) => new URL(url.replaceAll('&amp;', '&')))
      .filter(({ searchParams }) => searchParams.get('transaction_id') === id)
    expect(links.map(({ searchParams }) => searchParams.get('answer'))).toEqual([
      null,
      'accept',
      'decline',
      'propose',
    ])
    expect(new Set(links.map(({ searchParams }) => searchParams.get('lt'))).size).toBe(1)
    // Stored notices contain no secret.
    const kept = await orm().select().from(notices).where(eq(notices.user_id, lender.id))
    expect(JSON.stringify(kept)).not.toContain('lt=')
  })

  it('is not written if everything has been seen by then', async () => {
    const lender = await newLender({ request: 'daily' })
    await view(lender, (await ask(lender)).id)
    sleep()
    await gather()
    expect(await mailsTo(lender)).toEqual([])
    expect(await orm().select().from(notices).where(eq(notices.user_id, lender.id))).toEqual([])
  })

  it('is not sent if everything was seen while it was queued', async () => {
    const lender = await newLender({ request: 'daily' })
    const [one, other] = [await ask(lender, 'First'), await ask(lender, 'Second')]
    sleep()
    await gather()
    await view(lender, one.id)
    await view(lender, other.id)
    expect(await mailsTo(lender)).toEqual([])
  })

  it('is sent on Monday to weekly readers, with the daily kinds in the same mail', async () => {
    const lender = await newLender({ request: 'weekly', message: 'daily' })
    const { borrower, id } = await ask(lender, 'The request')
    sleep()
    await gather()
    expect(await mailsTo(lender)).toEqual([])
    // Monday is six nights after Tuesday.
    sleep(4)
    await view(lender, id)
    test.advance(2 * MINUTE_MS)
    await send(borrower, id, 'Seen, and yet there is more')
    await ask(lender, 'Another request')
    sleep()
    await gather()
    const [mail, ...more] = await mailsTo(lender)
    expect(more).toEqual([])
    expect(mail?.text).toContain('Another request')
    expect(mail?.text).toContain('Seen, and yet there is more')
    expect(mail?.text).not.toContain('The request')
  })

  it('is written in the language of its reader', async () => {
    const lender = await newLender({ request: 'daily' })
    await orm().update(users).set({ lang: 'de' }).where(eq(users.id, lender.id))
    await ask(lender)
    await ask(lender)
    sleep()
    await gather()
    expect((await mailsTo(lender))[0]?.subject).toBe('2 Neuigkeiten bei Letterlend')
  })

  it('drops a kind that was switched off, and a kind changed to at once is mailed right away', async () => {
    const [off, eager] = [
      await newLender({ request: 'daily' }),
      await newLender({ request: 'weekly' }),
    ]
    await ask(off)
    await ask(eager)
    await choose(off, { request: 'off' })
    await choose(eager, { request: 'at_once' })
    sleep()
    await gather()
    expect(await mailsTo(off)).toEqual([])
    expect(await mailsTo(eager)).toHaveLength(1)
  })

  it('with many entries says how many more there are', async () => {
    const lender = await newLender({ request: 'daily' })
    await ask(lender)
    const [notice] = await orm().select().from(notices).where(eq(notices.user_id, lender.id))
    if (!notice) throw new Error('Unexpected empty digest')
    const { id: _, ...same } = notice
    await orm().insert(notices).values(Array(21).fill(same))
    sleep()
    await gather()
    const [mail] = await mailsTo(lender)
    expect(mail?.subject).toBe('22 new things at Letterlend')
    expect(mail?.text).toContain('And 2 more.')
  })
})

describe('the links below a digest', () => {
  const offs = (text = '') => [...text.matchAll(/mails\/off\?token=([\w-]{43})/g)].map(([, t]) => t)
  const end = async (token = '') => (await test.call(mailApi.off, { body: { token } })).body.ended

  async function mailOfBoth() {
    const lender = await newLender({ request: 'daily', message: 'daily' })
    const { borrower, id } = await ask(lender)
    await view(lender, id)
    test.advance(2 * MINUTE_MS)
    await send(borrower, id, 'Hello?')
    await ask(lender)
    sleep()
    await gather()
    const [mail] = await mailsTo(lender)
    return { lender, tokens: offs(mail?.text) }
  }

  it('end the kind of a digest that has only one kind', async () => {
    const lender = await newLender({ request: 'weekly', community: 'weekly' })
    await ask(lender)
    sleep(6)
    await gather()
    const [mail] = await mailsTo(lender)
    const [token, ...more] = offs(mail?.text)
    expect(more).toEqual([])
    expect(await end(token)).toBe('requests')
    expect(await settingsOf(lender)).toMatchObject({ request: 'off', community: 'weekly' })
  })

  it('end each of several kinds and no other', async () => {
    const { lender, tokens } = await mailOfBoth()
    expect(tokens).toHaveLength(3)
    expect(await end(tokens[1])).toBe('answers')
    expect(await settingsOf(lender)).toMatchObject({ request: 'daily', message: 'off' })
  })

  it('end all kinds sent in digests and none sent at once', async () => {
    const { lender, tokens } = await mailOfBoth()
    expect(await end(tokens[2])).toBe('digest')
    expect(await settingsOf(lender)).toEqual({
      request: 'off',
      message: 'off',
      reminder: 'at_once',
      wish: 'at_once',
      community: 'at_once',
    })
    const [row] = await orm().select().from(users).where(eq(users.id, lender.id))
    expect(row?.enable_messaging).toBe(true)
  })
})
