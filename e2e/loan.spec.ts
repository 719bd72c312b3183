import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api, until } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { BorrowDialog } from './drivers/borrow-dialog.ts'
import { InboxScreen } from './drivers/inbox-screen.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { createLender, LADDER } from './drivers/neighbours.ts'
import { RequestCard } from './drivers/request-card.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'eine Leiter bis Sonntag'

/** The link of the mail's button that accepts a request or other days. */
async function yesLink(api: Api, email: string, answer: 'accept' | 'agreeDays'): Promise<string> {
  const yes = new RegExp(`\\S+/profile/inbox/answer\\?\\S*answer=${answer}\\S*`)
  const link = await until(
    async () => (await api.mailsTo(email)).map(({ text }) => yes.exec(text)?.[0]).find(Boolean),
    `the mail with ${answer}`,
  )
  const { pathname, search } = new URL(link)
  return pathname + search
}

/** A browser that is not logged in asks before it opens the link of a mail. */
async function openHere({ page, t }: Visitor): Promise<void> {
  await page.getByRole('button', { name: t('accounts:mailedLink.conversation.submit') }).click()
}

test('a lender answers in words, confirms that this is a yes, and the request becomes a loan', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const lender = await createLender(api, PASSWORD)
  const asking = await createLender(api, PASSWORD)
  const { id } = await api.post<{ id: string }>(
    '/transactions/create',
    { renter_id: lender.userId, item_id: LADDER.id, text: 'Hallo! Ich brauche eine Leiter.' },
    asking.token,
  )
  const [borrower, owner] = [
    await Visitor.arrive(browser, { viewport: PHONE }),
    await Visitor.arrive(browser),
  ]
  for (const [visitor, person] of [
    [borrower, asking],
    [owner, lender],
  ] as const) {
    await visitor.page.goto('/auth/login')
    await new AccountScreens(visitor).logIn(person.email, PASSWORD)
    await expect(new MapScreen(visitor).map).toBeVisible()
    await visitor.page.goto(`/profile/inbox?transaction_id=${id}`)
  }
  const question = owner.page.getByRole('region', { name: owner.t('loans:yesQuestion.title') })
  await expect(new RequestCard(owner).card).toBeVisible()
  await expect(question).toBeHidden()
  await new InboxScreen(owner).write('Ja gern, morgen ab 18 Uhr')
  await expect(question).toBeVisible()
  expect(await findViolations(owner)).toEqual([])
  await expect(new RequestCard(borrower).card).toContainText(borrower.t('loans:status.written'))
  expect(await findViolations(borrower)).toEqual([])
  await owner.tap(question.getByRole('button', { name: owner.t('loans:steps.lender.accept') }))
  await expect(new RequestCard(borrower).card).toContainText(borrower.t('loans:status.agreed'))
  await expect(new RequestCard(borrower).card).toContainText('18:00')
  await expect(question).toBeHidden()
})

test('a ladder is requested, promised from the mail, handed over, kept longer, returned, and thanked for', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const lender = await createLender(api, PASSWORD)
  const neighbour = await createLender(api, PASSWORD)
  const borrower = await Visitor.arrive(browser, { viewport: PHONE })
  const owner = await Visitor.arrive(browser)
  const borrowerCard = new RequestCard(borrower)
  const ownerCard = new RequestCard(owner)
  await borrower.page.goto('/auth/login')
  await new AccountScreens(borrower).logIn(neighbour.email, PASSWORD)
  await expect(new MapScreen(borrower).map).toBeVisible()

  await test.step('finds the ladder on the map and asks for tomorrow', async () => {
    const map = new MapScreen(borrower)
    const borrow = new BorrowDialog(borrower)
    await map.open(`/map/letterbox/${lender.letterboxId}`)
    await borrower.tap(map.borrowButton(LADDER.de))
    await borrower.tap(borrow.day('tomorrow'))
    await borrower.fill(borrow.message, 'Hallo! Ich brauche eine Leiter.')
    expect(await findViolations(borrower)).toEqual([])
    await borrower.tap(borrow.send)
    await borrower.tap(borrow.toConversation)
    await expect(borrowerCard.card).toContainText(borrower.t('loans:status.waiting'))
    expect(await findViolations(borrower)).toEqual([])
  })

  await test.step('the owner accepts from the mail with a single button', async () => {
    await owner.page.goto(await yesLink(api, lender.email, 'accept'))
    await openHere(owner)
    const yes = ownerCard.button('accept.confirm')
    await expect(yes).toBeVisible()
    expect(owner.page.url()).not.toContain('lt=')
    await expect(owner.page.getByText('Ich brauche eine Leiter.')).toBeVisible()
    await expect(borrowerCard.card).toContainText(borrower.t('loans:status.waiting'))
    expect(await findViolations(owner)).toEqual([])
    await owner.tap(yes)
    await expect(
      owner.page.getByRole('heading', { name: owner.t('loans:answer.done.accept') }),
    ).toBeVisible()
    await owner.tap(owner.page.getByRole('link', { name: owner.t('loans:answer.toConversation') }))
  })

  await test.step('the borrower sees at once where and when, and adds it to the calendar', async () => {
    await expect(borrowerCard.card).toContainText(borrower.t('loans:status.agreed'))
    await expect(borrowerCard.card).toContainText(lender.address)
    await expect(
      borrowerCard.line(borrower.t('loans:events.accepted.other', { name: lender.address })),
    ).toBeVisible()
    expect(await findViolations(borrower)).toEqual([])
    const saved = borrower.page.waitForEvent('download')
    await borrower.tap(borrowerCard.step('handover.calendar'))
    expect((await saved).suggestedFilename()).toMatch(/\.ics$/)
  })

  await test.step('it is handed over, by keyboard', async () => {
    await borrower.tabTo(borrowerCard.step('steps.borrower.handOver'))
    await borrower.page.keyboard.press('Enter')
    await expect(ownerCard.card).toContainText(owner.t('loans:status.lent'))
    expect(await findViolations(owner)).toEqual([])
  })

  await test.step('two more days are requested with two taps and accepted with one', async () => {
    const before = { borrower: borrower.taps, owner: owner.taps, fields: borrower.fields }
    await borrower.tap(borrowerCard.step('steps.borrower.longer'))
    await expect(borrowerCard.button('change.confirm')).toBeVisible()
    expect(await findViolations(borrower)).toEqual([])
    await borrower.tap(borrowerCard.button('change.confirm'))
    await expect(borrowerCard.step('steps.dropDays')).toBeVisible()
    await expect(ownerCard.card).toContainText(owner.t('loans:status.waitingForYou'))
    await owner.page.goto(await yesLink(api, lender.email, 'agreeDays'))
    await expect(ownerCard.button('steps.agreeDays')).toBeVisible()
    expect(await findViolations(owner)).toEqual([])
    await owner.tap(ownerCard.button('steps.agreeDays'))
    await expect(
      owner.page.getByRole('heading', { name: owner.t('loans:answer.done.agreeDays') }),
    ).toBeVisible()
    const taps = [borrower.taps - before.borrower, owner.taps - before.owner]
    expect([...taps, borrower.fields - before.fields]).toEqual([2, 1, 0])
    await owner.tap(owner.page.getByRole('link', { name: owner.t('loans:answer.toConversation') }))
    await expect(
      borrowerCard.line(borrower.t('loans:events.agreed.other', { name: lender.address })),
    ).toBeVisible()
  })

  await test.step('it comes back, by keyboard', async () => {
    await owner.tabTo(ownerCard.step('steps.lender.return'))
    await owner.page.keyboard.press('Enter')
    await expect(borrowerCard.card).toContainText(borrower.t('loans:status.returned'))
  })

  await test.step('both say thank you, and the owner sees what is lent when', async () => {
    await borrower.tap(borrowerCard.step('thanks.offer', { name: lender.address }))
    await borrower.fill(
      borrower.page.getByLabel(borrower.t('loans:thanks.text', { name: lender.address })),
      'Eine gute Leiter.',
    )
    await borrower.tap(borrowerCard.step('thanks.send'))
    await expect(ownerCard.card).toContainText('Eine gute Leiter.')
    expect(await findViolations(owner)).toEqual([])
    // The link of the mail opened only the conversation, so the owner logs in.
    await owner.page.goto('/profile/lent')
    await new AccountScreens(owner).logIn(lender.email, PASSWORD)
    await expect(owner.page.getByRole('listitem').filter({ hasText: LADDER.de })).toBeVisible()
    expect(await findViolations(owner)).toEqual([])
  })

  console.log(
    `  from the letterbox to thanks: ${borrower.taps} taps and ${borrower.fields} fields for who borrows, ${owner.taps} taps for who lends`,
  )
  const inbox = new InboxScreen(owner)
  await owner.page.goto('/profile/inbox')
  await expect(inbox.conversation('Rosa')).toContainText(owner.t('loans:status.returned'))
  expect(borrower.complaints).toEqual([])
  expect(owner.complaints).toEqual([])
  await Promise.all([borrower.leave(), owner.leave()])
})

test('an arrangement at the door is reported with two taps and confirmed with one', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const lender = await createLender(api, PASSWORD)
  const neighbour = await createLender(api, PASSWORD)
  await api.post(
    '/transactions/create',
    { renter_id: lender.userId, item_id: LADDER.id, text: 'Ich brauche eine Leiter.' },
    neighbour.token,
  )
  const borrower = await Visitor.arrive(browser, { viewport: PHONE })
  const owner = await Visitor.arrive(browser, { viewport: PHONE })
  const borrowerCard = new RequestCard(borrower)
  const ownerCard = new RequestCard(owner)
  await borrower.page.goto('/auth/login')
  await new AccountScreens(borrower).logIn(neighbour.email, PASSWORD)
  await expect(new MapScreen(borrower).map).toBeVisible()
  await borrower.page.goto('/profile/inbox')
  await borrower.tap(new InboxScreen(borrower).conversation(lender.address))

  await test.step('the borrower reports having it since yesterday, and until when', async () => {
    await borrower.tap(borrowerCard.step('steps.borrower.sayFetched'))
    await borrower.tap(
      borrower.page.getByRole('radio', { name: borrower.t('loans:noted.yesterday') }),
    )
    const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)
    await borrower.fill(borrower.page.getByLabel(borrower.t('loans:accept.backBy')), tomorrow)
    expect(await findViolations(borrower)).toEqual([])
    await borrower.tap(borrowerCard.button('noted.confirm.sayFetched'))
    await expect(borrowerCard.step('undo.said')).toBeVisible()
    expect(await findViolations(borrower)).toEqual([])
  })

  await test.step('the lender confirms it from the mail', async () => {
    const subject = /Stimmt das\?/
    await until(
      async () => (await api.mailsTo(lender.email)).find((mail) => subject.test(mail.subject)),
      'the mail that asks whether it is right',
    )
    await owner.page.goto(await yesLink(api, lender.email, 'accept'))
    await openHere(owner)
    await expect(ownerCard.button('steps.lender.right')).toBeVisible()
    expect(await findViolations(owner)).toEqual([])
    await owner.tap(ownerCard.button('steps.lender.right'))
    await expect(
      owner.page.getByRole('heading', { name: owner.t('loans:answer.done.noteLoan') }),
    ).toBeVisible()
    await expect(borrowerCard.card).toContainText(borrower.t('loans:status.lent'))
    expect(owner.taps).toBe(1)
  })

  expect(borrower.complaints).toEqual([])
  expect(owner.complaints).toEqual([])
  await Promise.all([borrower.leave(), owner.leave()])
})
