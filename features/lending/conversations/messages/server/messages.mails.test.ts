import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFromNow } from '#app/server/testing/days.ts'
import {
  createItem,
  createLetterbox,
  createUser,
  type TestLetterbox,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { loansApi } from '#features/lending/loans/contract.ts'
import { mailApi } from '#features/people/notifications/contract.mails.ts'
import { privacyApi } from '#features/places/letterboxes/privacy/contract.ts'
import { users } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { messagesApi } from '../contract.ts'

const LADDER = 1
const DRILL = 2

let test: TestApp
let second: TestApp
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
  second = await createTestApp({ sharing: test })
  await createItem(test.deps.database.orm, DRILL)
})
afterAll(async () => {
  await second.close()
  await test.close()
})

const orm = () => test.deps.database.orm
const newBorrower = () =>
  createUser(orm(), { enable_messaging: true, enable_notifications: true, firstname: 'Ada' })
const newLender = () =>
  createLetterbox(orm(), {
    items: [LADDER],
    ownerFields: { enable_messaging: true, enable_notifications: true, firstname: 'Ben' },
  })

function ask(
  borrower: TestUser,
  lender: TestLetterbox,
  body: Partial<{ text: string; item_id: number; request_id: string }> = {},
) {
  const request = { renter_id: lender.owner.id, item_id: LADDER, text: 'May I?', ...body }
  return test.call(requestsApi.create, { as: borrower.token, body: request })
}

async function conversation() {
  const borrower = await newBorrower()
  const lender = await newLender()
  const { body: transaction } = await ask(borrower, lender)
  return { borrower, lender, owner: lender.owner, transaction }
}

const send = async (sender: TestUser, { id }: Transaction, text: string, by = test) => {
  const body = { transaction_id: id, text }
  const { status } = await by.call(messagesApi.sendMessage, { as: sender.token, body })
  expect(status).toBe(201)
}
const view = (user: TestUser, { id }: Transaction) =>
  test.call(messagesApi.markMessagesSeen, { as: user.token, body: { transaction_id: id } })

const mailsTo = async (user: TestUser) =>
  (await test.mails()).filter(({ recipient }) => recipient === user.email)

/** Lets the pause before waiting mails pass. */
async function afterThePause(user: TestUser) {
  await test.deps.database.query(
    `UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE name = 'mails'`,
  )
  return mailsTo(user)
}

describe('mails', () => {
  it('notify the owner of a request once, however often it was sent', async () => {
    const lender = await newLender()
    const borrower = await newBorrower()
    const request = { request_id: randomUUID(), text: 'Hi\n<b>there</b>' }
    const { body } = await ask(borrower, lender, request)
    await ask(borrower, lender, request)
    const mails = await mailsTo(lender.owner)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('<b>there</b>')
    expect(mails[0]?.html).not.toContain('<b>there</b>')
    expect(mails[0]?.text).toContain(`transaction_id=${body.id}`)
  })

  it('are not sent for a refused request', async () => {
    const lender = await newLender()
    await ask(await newBorrower(), lender, { item_id: DRILL })
    expect(await mailsTo(lender.owner)).toEqual([])
  })

  it('about answers respect the recipient’s setting and contain no hidden name', async () => {
    const { borrower, owner, transaction } = await conversation()
    await orm().update(users).set({ enable_notifications: false }).where(eq(users.id, borrower.id))
    await send(owner, transaction, 'Not wanted')
    expect(await mailsTo(borrower)).toEqual([])
    await orm().update(users).set({ enable_notifications: true }).where(eq(users.id, borrower.id))
    await send(owner, transaction, 'Yes')
    const [mail, ...more] = await mailsTo(borrower)
    expect(more).toEqual([])
    expect(mail?.subject).toContain('Langstrasse 12')
    expect(`${mail?.subject} ${mail?.text}`).not.toContain('Ben')
  })
})

describe('one mail per pause', () => {
  it('is the limit until the recipient opens the conversation, in every process', async () => {
    const { borrower, owner, transaction } = await conversation()
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        send(n % 2 ? owner : borrower, transaction, `${n}`, n % 3 ? test : second),
      ),
    )
    expect(await mailsTo(borrower)).toHaveLength(1)
    // The lender's one mail is the one about the request.
    expect(await mailsTo(owner)).toHaveLength(1)
    // There is still no second mail days later.
    test.advance(3 * DAY_MS)
    await send(owner, transaction, 'Still there?')
    expect(await mailsTo(borrower)).toHaveLength(1)
    await view(borrower, transaction)
    test.advance(61_000)
    await send(owner, transaction, 'Hello?')
    expect(await mailsTo(borrower)).toHaveLength(2)
  })

  it('is not sent while the conversation is in view', async () => {
    const { borrower, owner, transaction } = await conversation()
    for (const text of ['Yes', 'Come by', 'At six']) {
      await view(borrower, transaction)
      await send(owner, transaction, text)
      expect(await mailsTo(borrower)).toEqual([])
      test.advance(50_000)
    }
    await view(borrower, transaction)
    expect(await afterThePause(borrower)).toEqual([])
  })

  it('is delayed for a recipient who has just looked away', async () => {
    const { borrower, owner, transaction } = await conversation()
    await view(borrower, transaction)
    await send(owner, transaction, 'Yes')
    await send(owner, transaction, 'Come by')
    expect(await mailsTo(borrower)).toEqual([])
    const [mail, ...more] = await afterThePause(borrower)
    expect(more).toEqual([])
    expect(mail?.text).toContain('Yes')
  })

  it('is sent again to an owner who answered the request by its mail', async () => {
    const newOnes = async (user: TestUser) =>
      (await test.call(listsApi.getNumberOfNewTransactions, { as: user.token })).body.count
    for (const answer of ['accept', 'decline'] as const) {
      const { borrower, owner, transaction } = await conversation()
      expect(await mailsTo(owner)).toHaveLength(1)
      expect(await newOnes(owner)).toBe(1)
      const body = { transaction_id: transaction.id, answer }
      expect((await test.call(loansApi.answer, { as: owner.token, body })).status).toBe(200)
      expect(await newOnes(owner)).toBe(0)
      const before = await mailsTo(owner)
      await send(borrower, transaction, 'One more thing')
      await send(borrower, transaction, 'And another')
      const after = await mailsTo(owner)
      expect(after.slice(before.length).map(({ text }) => text)).toEqual([
        expect.stringContaining('One more thing'),
      ])
      expect(await newOnes(owner)).toBe(1)
    }
  })

  it('tells a lender who proposed another day that another lender was quicker', async () => {
    const borrower = await newBorrower()
    const lenders = [await newLender(), await newLender()]
    const { body: asked } = await test.call(requestsApi.ask, {
      as: borrower.token,
      body: {
        renter_ids: lenders.map(({ owner }) => owner.id),
        item_id: LADDER,
        text: 'Who has one?',
      },
    })
    const of = ({ owner }: TestLetterbox) => asked.find(({ renter_id }) => renter_id === owner.id)
    const [slow, quick] = lenders
    if (!slow || !quick) throw new Error('Unexpected empty list')
    const wanted_from = dayFromNow(test.deps, 3)
    const proposal = { transaction_id: of(slow)?.id ?? '', wanted_from }
    await test.call(loansApi.propose, { as: slow.owner.token, body: proposal })
    const yes = { transaction_id: of(quick)?.id ?? '', answer: 'accept' as const }
    await test.call(loansApi.answer, { as: quick.owner.token, body: yes })
    expect((await mailsTo(slow.owner)).at(-1)?.subject).toBe('“Item 1” was found')
  })

  it('is dropped after the recipient switches mails off, and sent if only the letterbox is hidden', async () => {
    const { borrower, owner, transaction } = await conversation()
    await view(borrower, transaction)
    await send(owner, transaction, 'Yes')
    const off = { enable_notifications: false }
    await test.call(privacyApi.update, { as: borrower.token, body: off })
    expect(await afterThePause(borrower)).toEqual([])

    const lender = await newLender()
    await ask(await newBorrower(), lender)
    await test.call(privacyApi.update, { as: lender.owner.token, body: { show_on_map: false } })
    expect(await mailsTo(lender.owner)).toHaveLength(1)
  })
})

describe('the unsubscribe link in each mail', () => {
  const OFF = /https:\/\/lend\.example\/mails\/off\?token=([\w-]{43})/

  async function offTokenOf(user: TestUser): Promise<string> {
    const mail = (await mailsTo(user)).at(-1)
    expect(mail?.text).toContain('https://lend.example/profile/notifications')
    expect(mail?.html).toMatch(OFF)
    return OFF.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const switches = async ({ id }: TestUser) => {
    const [user] = await orm().select().from(users).where(eq(users.id, id))
    return [user?.enable_messaging, user?.enable_notifications]
  }
  const off = (token: string) => test.call(mailApi.off, { body: { token } })

  it('ends only the mails about answers', async () => {
    const { borrower, owner, transaction } = await conversation()
    await send(owner, transaction, 'Yes')
    const token = await offTokenOf(borrower)
    expect((await off(token)).body).toMatchObject({ ended: 'answers' })
    expect((await off(token)).status).toBe(200)
    expect(await switches(borrower)).toEqual([true, false])
  })

  it('ends the mails about requests, so that the owner can borrow but not be asked', async () => {
    const { lender, owner } = await conversation()
    expect((await off(await offTokenOf(owner))).body).toMatchObject({ ended: 'requests' })
    const mailed = (await mailsTo(owner)).length
    // Messages in existing conversations are a different kind.
    expect(await switches(owner)).toEqual([true, true])
    // A lender who would not be notified cannot be asked.
    expect((await ask(await newBorrower(), lender)).error.code).toBe('not_borrowable')
    expect(await mailsTo(owner)).toHaveLength(mailed)
    expect((await ask(owner, await newLender())).status).toBe(201)
  })

  it('returns 422 for an unknown token', async () => {
    const { status, error } = await off('x'.repeat(43))
    expect([status, error.code]).toEqual([422, 'invalid_token'])
  })
})
