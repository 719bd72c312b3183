import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { BorrowDialog } from './drivers/borrow-dialog.ts'
import { InboxScreen } from './drivers/inbox-screen.ts'
import { coloursOfMap, MapScreen } from './drivers/map-screen.ts'
import { createLender, LADDER, LENDERS_MAP } from './drivers/neighbours.ts'
import { RequestCard } from './drivers/request-card.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'sieben Drähte im Wind'

test('without network the app says so, and the map stays a map', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, { viewport: PHONE, mayLoseNetwork: true })
  const map = new MapScreen(visitor)
  await map.open(LENDERS_MAP)
  await expect.poll(() => map.markers.count()).toBeGreaterThan(5)
  await visitor.page.waitForLoadState('networkidle')
  await expect.poll(() => coloursOfMap(visitor.page)).toBeGreaterThan(50)

  await visitor.network.goDown()
  await map.panOn()
  const notice = visitor.page.getByText(/^Kein Netz: die Karte vom /)
  await expect(notice).toBeVisible()
  await expect(map.map).toBeVisible()
  // A map without tiles would have only a handful of colours.
  expect(await coloursOfMap(visitor.page)).toBeGreaterThan(50)
  expect(await map.markers.count()).toBeGreaterThan(5)

  await visitor.network.comeBack()
  await expect(notice).toBeHidden()
  await visitor.leave()
})

test('the simple map replaces a tile server that is down', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, { mayAsk: ['tiles.invalid'] })
  const layer = {
    id: 'street',
    url: 'https://tiles.invalid/{z}/{x}/{y}.png',
    streets: null,
    attribution: 'x',
    max_zoom: 19,
  }
  await visitor.page.route('**/api/v1/config', async (route) => {
    const config = await (await route.fetch()).json()
    await route.fulfill({ json: { ...config, map_layers: [layer, ...config.map_layers] } })
  })
  await visitor.page.route('https://tiles.invalid/**', (route) => route.abort())
  const map = new MapScreen(visitor)
  await map.open(LENDERS_MAP)
  const notes = ['map:note.fallback', 'map:note.fallbackStreets', 'map:note.fallbackOwn']
    .map((key) => visitor.page.getByText(visitor.t(key)))
    .reduce((a, b) => a.or(b))
  await expect(notes).toBeVisible()
  await expect.poll(() => coloursOfMap(visitor.page)).toBeGreaterThan(2)
  await expect.poll(() => map.markers.count()).toBeGreaterThan(5)
  await visitor.leave()
})

test('a request, a message and a step that could not be sent are kept', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const lender = await createLender(api, PASSWORD)
  const borrower = await createLender(api, PASSWORD)
  const visitor = await Visitor.arrive(browser, { viewport: PHONE, mayLoseNetwork: true })
  const borrow = new BorrowDialog(visitor)
  const map = new MapScreen(visitor)
  await visitor.page.goto('/auth/login')
  await new AccountScreens(visitor).logIn(borrower.email, PASSWORD)
  await expect(map.map).toBeVisible()

  await test.step('the request', async () => {
    await map.open(`/map/letterbox/${lender.letterboxId}`)
    await visitor.tap(map.borrowButton(LADDER.de))
    await visitor.tap(borrow.day('any'))
    await visitor.fill(borrow.message, 'Hallo, ist sie frei?')
    await visitor.network.goDown()
    await visitor.tap(borrow.send)
    await expect(borrow.dialog.getByText(visitor.t('failures:code.network'))).toBeVisible()
    await expect(borrow.message).toHaveValue('Hallo, ist sie frei?')
    await visitor.network.comeBack()
    await visitor.tap(borrow.send)
    await visitor.tap(borrow.toConversation)
  })

  await test.step('the message', async () => {
    const inbox = new InboxScreen(visitor)
    await expect(inbox.message('Hallo, ist sie frei?')).toBeVisible()
    await visitor.network.goDown()
    await inbox.write('Am Samstag?')
    const messageLine = inbox.message('Am Samstag?')
    await expect(messageLine).toContainText(visitor.t('inbox:state.waiting'))
    // Sent automatically and only once, without another visit.
    await visitor.network.comeBack()
    await expect(messageLine).toContainText(visitor.t('inbox:state.sent'))
    await expect(inbox.message('Am Samstag?')).toHaveCount(1)
  })

  await test.step('the step of the loan', async () => {
    const request = new RequestCard(visitor)
    const [transaction] = await api.get<{ id: string }[]>('/transactions', lender.token)
    const yes = { transaction_id: transaction?.id, answer: 'accept' }
    await api.post('/transactions/answer', yes, lender.token)
    await expect(request.card).toContainText(visitor.t('loans:status.agreed'))
    await visitor.network.goDown()
    await visitor.tap(request.step('steps.borrower.handOver'))
    const gotIt = visitor.t('loans:steps.borrower.handOver')
    await expect(request.card).toContainText(visitor.t('loans:unsent.waiting', { step: gotIt }))
    await visitor.network.comeBack()
    await expect(request.card).toContainText(visitor.t('loans:status.lent'))
  })

  const [transaction] = await api.get<
    { messages: { text: string }[]; events: { status: string }[] }[]
  >('/transactions', lender.token)
  expect(transaction?.messages.map(({ text }) => text)).toEqual([
    'Hallo, ist sie frei?',
    'Am Samstag?',
  ])
  const states = transaction?.events.map(({ status }) => status)
  expect(states).toEqual(['requested', 'accepted', 'handed_over'])
  await visitor.leave()
})

test('an answer appears by polling if event streams are blocked', async ({ browser, baseURL }) => {
  const api = new Api(baseURL ?? '')
  const lender = await createLender(api, PASSWORD)
  const borrower = await createLender(api, PASSWORD)
  const { id } = await api.post<{ id: string }>(
    '/transactions/create',
    { renter_id: lender.userId, item_id: LADDER.id, text: 'Darf ich?' },
    borrower.token,
  )
  const visitor = await Visitor.arrive(browser)
  await visitor.page.route('**/api/v1/events', (route) => route.abort())
  await visitor.page.goto('/auth/login')
  await new AccountScreens(visitor).logIn(borrower.email, PASSWORD)
  await expect(new MapScreen(visitor).map).toBeVisible()
  await visitor.page.goto(`/profile/inbox?transaction_id=${id}`)
  const inbox = new InboxScreen(visitor)
  await expect(inbox.message('Darf ich?')).toBeVisible()
  await api.post(
    '/transactions/sendMessage',
    { transaction_id: id, text: 'Ja, gern.' },
    lender.token,
  )
  await expect(inbox.message('Ja, gern.')).toBeVisible({ timeout: 15_000 })
  await visitor.leave()
})
