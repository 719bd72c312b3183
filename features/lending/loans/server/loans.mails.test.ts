import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestLetterbox, TestUser } from '#app/server/testing/factories.ts'
import { loansOf } from '#app/server/testing/loans.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { listsApi } from '#features/lending/conversations/lists/contract.ts'
import { messagesApi } from '#features/lending/conversations/messages/contract.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { users } from '#platform/server/identity/tables.ts'

let test: TestApp
let loans: ReturnType<typeof loansOf>
beforeAll(async () => {
  test = await createTestApp({ config: { publicUrl: 'https://lend.example' } })
  loans = loansOf(test)
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
const lastTo = async (user: TestUser) => (await loans.mailsTo(user)).at(-1)
const subjectsTo = async (user: TestUser) =>
  (await loans.mailsTo(user)).map(({ subject }) => subject)
const linksOf = (mail: { html: string } | undefined) =>
  [...(mail?.html.matchAll(/href="(https:\/\/lend\.example\/profile\/inbox[^"]*)"/g) ?? [])].map(
    ([, url = '']) => new URL(url.replaceAll('&amp;', '&')),
  )
const days = () => ({ wanted_from: loans.dayFromNow(2), wanted_until: loans.dayFromNow(4) })
const calendarsOf = (mail: Awaited<ReturnType<typeof lastTo>>) =>
  (mail?.attachments ?? []).map(({ base64 }) => {
    const calendar = new ICAL.Component(ICAL.parse(Buffer.from(base64, 'base64').toString()))
    return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  })

describe('the mail about a request', () => {
  it('has a link for each answer and the wanted days, and opening a link changes nothing', async () => {
    const { owner, asked } = await loans.request(days())
    const mail = await lastTo(owner)
    const links = linksOf(mail)
    const answers = links.filter(({ pathname }) => pathname === '/profile/inbox/answer')
    expect(new Set(answers.map(({ searchParams }) => searchParams.get('answer')))).toEqual(
      new Set(['accept', 'decline', 'propose']),
    )
    for (const { searchParams } of answers) {
      expect(searchParams.get('transaction_id')).toBe(asked.id)
    }
    expect(mail?.text).toMatch(/Yes, gladly[\s\S]*No, sorry[\s\S]*Another day/)
    const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })
    const [from, until] = [days().wanted_from, days().wanted_until].map((each) =>
      day.format(new Date(each)),
    )
    expect(mail?.text).toContain(`Wanted: ${from} – ${until}`)
    for (const { pathname, search } of answers) await test.app.inject(pathname + search)
    expect((await loans.seenBy(owner, asked))?.status).toBe('requested')
  })

  it('logs in once with any of its links', async () => {
    const { owner } = await loans.request()
    const secrets = new Set(linksOf(await lastTo(owner)).map((url) => url.searchParams.get('lt')))
    expect(secrets.size).toBe(1)
    const body = { token: [...secrets][0] ?? '' }
    expect((await test.call(accountsApi.loginWithToken, { body })).status).toBe(200)
    expect((await test.call(accountsApi.loginWithToken, { body })).status).toBe(422)
  })

  it('mentions the other lenders only if several were asked', async () => {
    const lenders = [await loans.newLender(), await loans.newLender(), await loans.newLender()]
    await loans.askSeveral(await loans.newBorrower(), lenders)
    for (const { owner } of lenders) {
      expect((await lastTo(owner))?.text).toContain('2 others nearby were asked as well')
    }
    const { owner } = await loans.request()
    expect((await lastTo(owner))?.text).not.toContain('asked as well')
  })

  it('is available in German and French', async () => {
    const labels = ['Ja, gern', 'Oui, volontiers']
    for (const [index, lang] of (['de', 'fr'] as const).entries()) {
      const lender = await loans.newLender({ ownerFields: { lang } })
      await loans.ask(await loans.newBorrower(), lender)
      expect((await lastTo(lender.owner))?.text).toContain(labels[index])
    }
  })

  it('is not sent after the request was withdrawn', async () => {
    const lender = await loans.newLender()
    const borrower = await loans.newBorrower()
    const request = await loans.ask(borrower, lender)
    await loans.step('withdraw', borrower, request)
    expect(await subjectsTo(lender.owner)).toEqual(['“Item 1” is no longer needed'])
  })
})

describe('the mail about a yes', () => {
  it('has the days as a calendar file for both sides', async () => {
    const { borrower, owner, asked } = await loans.request(days())
    await loans.mailsTo(owner)
    await loans.accept(owner, asked, { text: 'Ring twice.' })
    const [mailToBorrower, confirmed] = [await lastTo(borrower), await lastTo(owner)]
    expect(mailToBorrower?.subject).toBe('Yes: “Item 1” from Langstrasse 12')
    expect(mailToBorrower?.text).toContain('Ring twice.')
    expect(confirmed?.subject).toBe('Promised: “Item 1” for Ada')
    expect(confirmed?.text).not.toContain('Ring twice.')
    for (const mail of [mailToBorrower, confirmed]) {
      expect(mail?.attachments).toMatchObject([{ filename: 'loan.ics' }])
      const [events] = calendarsOf(mail)
      expect(events?.map(({ startDate }) => startDate.toString())).toEqual(Object.values(days()))
    }
    await loans.decline(owner, asked)
    const [ended] = calendarsOf(await lastTo(borrower))
    expect(ended?.map(({ component }) => component.getFirstPropertyValue('status'))).toEqual([
      'CANCELLED',
      'CANCELLED',
    ])
  })

  it('to the lender’s days is sent to the lender as news', async () => {
    const { borrower, owner, asked } = await loans.request()
    await loans.propose(owner, asked, { text: 'Rather then?' })
    const proposal = await lastTo(borrower)
    expect(proposal?.text).toContain('That suits me')
    const links = linksOf(proposal).map(
      (url) => `${url.pathname} ${url.searchParams.get('answer')}`,
    )
    expect(new Set(links)).toEqual(new Set(['/profile/inbox/answer accept', '/profile/inbox null']))
    await loans.accept(borrower, asked)
    expect((await lastTo(owner))?.subject).toBe('Agreed: “Item 1” for Ada')
    expect((await lastTo(borrower))?.subject).toBe('Yes: “Item 1” from Langstrasse 12')
  })

  it('is not sent to a side that muted it or switched it off, or after the yes was withdrawn', async () => {
    const { borrower, owner, asked } = await loans.request(days())
    await loans.mailsTo(owner)
    await loans.mute(owner, asked)
    await orm().update(users).set({ notify_request: 'off' }).where(eq(users.id, borrower.id))
    await loans.accept(owner, asked)
    expect(await loans.mailsTo(owner)).toHaveLength(1)
    expect(await loans.mailsTo(borrower)).toEqual([])

    const other = await loans.request(days())
    await loans.mailsTo(other.owner)
    await loans.accept(other.owner, other.asked)
    await loans.step('withdraw', other.borrower, other.asked)
    expect(await subjectsTo(other.borrower)).toEqual([])
    expect((await subjectsTo(other.owner)).slice(1)).toEqual(['“Item 1” is no longer needed'])
  })
})

describe('the mail about a no', () => {
  it('names the lenders still asked as far as they are shown, and offers others only without any', async () => {
    const shown = { show_name: true }
    const lenders = [
      await loans.newLender(),
      await loans.newLender({ ownerFields: { firstname: 'Anna', ...shown } }),
      await loans.newLender({ ownerFields: { firstname: 'Secret' } }),
    ]
    const borrower = await loans.newBorrower()
    const [one, two, three] = await loans.askSeveral(borrower, lenders)
    const owners = lenders.map(({ owner }) => owner) as [TestUser, TestUser, TestUser]
    if (!one || !two || !three) throw new Error('Unexpected number of requests')
    const hidden = { show_on_map: false, show_name: false }
    await orm().update(users).set(hidden).where(eq(users.id, owners[2].id))
    await loans.decline(owners[0], one)
    const first = await lastTo(borrower)
    expect(first?.text).toContain('Still asked: Anna and one other letterbox.')
    expect(first?.text).not.toMatch(/who else nearby|Secret/)
    await loans.decline(owners[1], two)
    expect((await lastTo(borrower))?.text).toContain('One other letterbox is still asked.')
    await loans.decline(owners[2], three)
    const last = await lastTo(borrower)
    expect(last?.text).toContain('who else nearby lends one')
    expect(last?.text).not.toContain('still asked')
  })
})

describe('a lender who shows neither name nor address', () => {
  const NAMED = /Letterlend|Ben|Langstrasse/

  it.each([
    ['en', 'Yes: “Item 1” from a neighbour', 'A neighbour lends you “Item 1”.'],
    [
      'de',
      'Ja: «Item 1 de» von jemand aus der Nachbarschaft',
      'Jemand aus der Nachbarschaft leiht dir «Item 1 de».',
    ],
    [
      'fr',
      'Oui : « Item 1 fr » de quelqu’un du voisinage',
      'Quelqu’un du voisinage vous prête « Item 1 fr ».',
    ],
  ] as const)('is called a neighbour in mails in %s', async (lang, subject, line) => {
    const borrower = await loans.newBorrower({ lang })
    const lender = await loans.newLender()
    const request = await loans.ask(borrower, lender, days())
    // A letterbox on holiday is hidden, and so is its lender.
    const hidden = { holiday_until: loans.dayFromNow(9) }
    await orm().update(letterboxes).set(hidden).where(eq(letterboxes.id, lender.id))
    await loans.accept(lender.owner, request)
    const mail = await lastTo(borrower)
    expect(mail?.subject).toBe(subject)
    expect(mail?.text).toContain(line)
    expect(mail?.subject).not.toMatch(NAMED)
  })

  it('is called a neighbour in mails about messages', async () => {
    const borrower = await loans.newBorrower({ enable_notifications: true })
    const lender = await loans.newLender()
    const request = await loans.ask(borrower, lender)
    const hidden = { holiday_until: loans.dayFromNow(9) }
    await orm().update(letterboxes).set(hidden).where(eq(letterboxes.id, lender.id))
    const body = { transaction_id: request.id, text: 'Next week?' }
    await test.call(messagesApi.sendMessage, { as: lender.owner.token, body })
    expect((await lastTo(borrower))?.subject).toBe('A neighbour has written about “Item 1”')
  })
})

describe('the mails to a household', () => {
  it('go to the owner and to members who take messages and had joined before the request', async () => {
    const lender = await loans.newLender()
    const member = await loans.join(lender)
    const quiet = await loans.join(lender, { enable_messaging: false })
    test.advance(1000)
    const borrower = await loans.newBorrower()
    const request = await loans.ask(borrower, lender, days())
    test.advance(1000)
    const later = await loans.join(lender)
    expect((await lastTo(member))?.text).toContain('Yes, gladly')
    await loans.accept(member, request)
    for (const user of [member, lender.owner]) {
      expect((await lastTo(user))?.subject).toBe('Promised: “Item 1” for Ada')
    }
    await loans.step('withdraw', borrower, request)
    expect((await lastTo(member))?.subject).toBe('“Item 1” is no longer needed')
    for (const user of [quiet, later]) expect(await loans.mailsTo(user)).toEqual([])
    // The borrower must not learn which member said yes, neither by name nor by id.
    const allMails = JSON.stringify([
      await loans.seenBy(borrower, request),
      await loans.mailsTo(borrower),
    ])
    expect(allMails).not.toContain(member.id)
    expect(allMails).not.toContain('Mia')
    const seenByOwner = await loans.seenBy(lender.owner, request)
    expect(seenByOwner?.events.find(({ status }) => status === 'accepted')?.by_id).toBe(member.id)
  })
})

describe('the first yes of several lenders', () => {
  it('causes a mail to the other lenders except those who muted the conversation', async () => {
    const [winner, told, muted] = [
      await loans.newLender(),
      await loans.newLender(),
      await loans.newLender(),
    ] as [TestLetterbox, TestLetterbox, TestLetterbox]
    const borrower = await loans.newBorrower()
    const requests = await loans.askSeveral(borrower, [winner, told, muted])
    await test.mails()
    await loans.mute(muted.owner, requests[2] as Transaction)
    await loans.accept(winner.owner, requests[0] as Transaction)
    expect((await lastTo(told.owner))?.subject).toBe('“Item 1” was found')
    expect(await loans.mailsTo(muted.owner)).toHaveLength(1)
  })
})

describe('a request held for a moderator', () => {
  it('causes no mail to the lender when it is withdrawn', async () => {
    const { borrower, owner, asked } = await loans.request()
    await loans.mailsTo(owner)
    const heldAt = { held_at: test.deps.clock() }
    await orm().update(transactions).set(heldAt).where(eq(transactions.id, asked.id))
    await loans.step('withdraw', borrower, asked)
    expect(await loans.mailsTo(owner)).toHaveLength(1)
  })
})

describe('the number of new transactions', () => {
  const countOf = async ({ token }: TestUser) =>
    (await test.call(listsApi.getNumberOfNewTransactions, { as: token })).body.count

  it('includes answers and other days until a member of the side reads them', async () => {
    const { borrower, owner, lender, asked } = await loans.request()
    await loans.look(owner, asked)
    expect([await countOf(borrower), await countOf(owner)]).toEqual([0, 0])
    test.advance(1000)
    await loans.propose(owner, asked, {})
    expect([await countOf(borrower), await countOf(owner)]).toEqual([1, 0])
    expect((await loans.seenBy(borrower, asked))?.has_new_message).toBe(true)
    expect((await loans.seenBy(borrower, asked))?.unread).toBe(0)
    await loans.look(borrower, asked)
    expect(await countOf(borrower)).toBe(0)
    test.advance(1000)
    const member = await loans.join(lender)
    await loans.propose(borrower, asked, {})
    expect([await countOf(borrower), await countOf(owner), await countOf(member)]).toEqual([
      0, 1, 0,
    ])
    await loans.accept(owner, asked)
    expect([await countOf(borrower), await countOf(owner)]).toEqual([1, 0])
    await loans.look(borrower, asked)
    test.advance(1000)
    await loans.step('handOver', owner, asked)
    expect(await countOf(borrower)).toBe(0)
  })

  it('counts a transaction once, and for members only those since they joined', async () => {
    const lender = await loans.newLender()
    const member = await loans.join(lender)
    test.advance(1000)
    const borrower = await loans.newBorrower()
    const request = await loans.ask(borrower, lender)
    expect([await countOf(lender.owner), await countOf(member)]).toEqual([1, 1])
    await loans.look(member, request)
    test.advance(1000)
    await loans.propose(borrower, request, { text: 'Or then?' })
    expect([await countOf(lender.owner), await countOf(member)]).toEqual([1, 1])
    await loans.look(member, request)
    expect([await countOf(lender.owner), await countOf(member)]).toEqual([0, 0])
  })
})
