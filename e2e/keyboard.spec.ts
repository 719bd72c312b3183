import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { BorrowDialog } from './drivers/borrow-dialog.ts'
import { InboxScreen } from './drivers/inbox-screen.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { createLender, LADDER, LENDERS_MAP } from './drivers/neighbours.ts'
import { Visitor } from './drivers/visitor.ts'

const PASSWORD = 'fünf Stufen ohne Maus'

test('the search, the letterbox, the request and the answer work by keyboard only', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const lender = await createLender(api, PASSWORD)
  const borrower = await createLender(api, PASSWORD)
  const visitor = await Visitor.arrive(browser)
  const { keyboard } = visitor.page
  const account = new AccountScreens(visitor)
  const map = new MapScreen(visitor)
  const borrow = new BorrowDialog(visitor)

  await test.step('logs in', async () => {
    await visitor.page.goto(`/auth/login?from=${encodeURIComponent(LENDERS_MAP)}`)
    await visitor.tabTo(account.field('accounts:fields.email'))
    await keyboard.type(borrower.email)
    await visitor.tabTo(account.field('accounts:fields.password'))
    await keyboard.type(PASSWORD)
    await keyboard.press('Enter')
    await expect(map.map).toBeVisible()
  })

  await test.step('picks the ladder', async () => {
    await visitor.tabTo(
      visitor.page.getByRole('searchbox', { name: visitor.t('items:searchLabel') }),
    )
    await keyboard.type(LADDER.de)
    await visitor.tabTo(map.sticker(LADDER.de))
    await keyboard.press('Enter')
    await expect(map.list(LADDER.de)).toBeFocused()
    await expect(visitor.page).toHaveTitle(/^Leiter in der Nähe/)
    await expect(map.row(lender.address)).toBeVisible()
  })

  await test.step('opens a letterbox, goes back to its row, and opens it again', async () => {
    await visitor.tabTo(map.row(lender.address), 20)
    await keyboard.press('Enter')
    await expect(map.letterbox(lender.address)).toBeFocused()
    await expect(visitor.page).toHaveTitle(new RegExp(lender.address))
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expect(map.row(lender.address)).toBeFocused()
    await keyboard.press('Enter')
    await expect(map.letterbox(lender.address)).toBeFocused()
  })

  await test.step('asks', async () => {
    await visitor.tabTo(map.borrowButton(LADDER.de), 20)
    await keyboard.press('Enter')
    await expect(borrow.dialog).toBeVisible()
    await visitor.tabTo(borrow.day('today'))
    await keyboard.press('Enter')
    await visitor.tabTo(borrow.message)
    await keyboard.type('Darf ich die Leiter holen?')
    await visitor.tabTo(borrow.send)
    await keyboard.press('Enter')
    await expect(borrow.dialog).toBeHidden()
    await expect(map.borrowButton(LADDER.de)).toBeFocused()
    await keyboard.press('Tab')
    await expect(borrow.toConversation).toBeFocused()
  })

  await test.step('closing the dialog keeps the focus in the page', async () => {
    await visitor.tabTo(map.borrowButton(LADDER.de))
    await keyboard.press('Enter')
    await expect(borrow.dialog).toBeVisible()
    await keyboard.press('Escape')
    await expect(borrow.dialog).toBeHidden()
    await expect(map.borrowButton(LADDER.de)).toBeFocused()
  })

  await test.step('Escape closes the letterbox, and its marker or cluster on the map gets the focus and opens', async () => {
    await keyboard.press('Escape')
    await expect(map.panel).toBeHidden()
    const focused = map.markers.and(visitor.page.locator(':focus'))
    await expect(focused).toBeVisible()
    const label = await focused.getAttribute('aria-label')
    // With another letterbox beside it, the map replaces the marker.
    await createLender(api, PASSWORD)
    await visitor.page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect
      .poll(() => visitor.page.evaluate(() => document.activeElement?.ariaLabel))
      .not.toBe(label)
    await expect(focused).toBeVisible()
    const before = visitor.page.url()
    await keyboard.press('Enter')
    // A single letterbox opens its panel; a cluster zooms in.
    await expect.poll(() => visitor.page.url()).not.toBe(before)
    await expect(visitor.page.locator('body')).not.toBeFocused()
  })

  await test.step('reads and writes in the inbox', async () => {
    const inbox = new InboxScreen(visitor)
    await visitor.page.goto('/profile/inbox')
    await visitor.tabTo(inbox.conversation(LADDER.de))
    await keyboard.press('Enter')
    await expect(inbox.message('Darf ich die Leiter holen?')).toBeVisible()
    await visitor.tabTo(inbox.field)
    await keyboard.type('Am Samstag?')
    await keyboard.press('Control+Enter')
    await expect(inbox.message('Am Samstag?')).toContainText(visitor.t('inbox:state.sent'))
  })
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})
