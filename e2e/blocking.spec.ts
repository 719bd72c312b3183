import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { InboxScreen } from './drivers/inbox-screen.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { createLender, LADDER } from './drivers/neighbours.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'drei Riegel an der Tür'

test('a user can be blocked and unblocked by keyboard only; the other side sees it at once', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const lender = await createLender(api, PASSWORD)
  const neighbour = await createLender(api, PASSWORD)
  const asking = { renter_id: lender.userId, item_id: LADDER.id, text: 'Her mit der Leiter!' }
  const { id } = await api.post<{ id: string }>('/transactions/create', asking, neighbour.token)
  const owner = await Visitor.arrive(browser)
  const borrower = await Visitor.arrive(browser, { viewport: PHONE })
  for (const [visitor, { email }] of [
    [owner, lender],
    [borrower, neighbour],
  ] as const) {
    await visitor.page.goto('/auth/login')
    await new AccountScreens(visitor).logIn(email, PASSWORD)
    await expect(new MapScreen(visitor).map).toBeVisible()
    await visitor.page.goto(`/profile/inbox?transaction_id=${id}`)
    await expect(new InboxScreen(visitor).field).toBeVisible()
  }
  const { page, t } = owner
  const { keyboard } = page
  const menu = page.getByRole('button', { name: t('inbox:menu.label') })

  await test.step('reports the message', async () => {
    await owner.tabTo(menu)
    await keyboard.press('Enter')
    await owner.tabTo(page.getByRole('button', { name: t('inbox:menu.report') }))
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: t('inbox:report.title') })
    await expect(dialog).toContainText('Her mit der Leiter!')
    await owner.tabTo(dialog.getByRole('radio').first())
    await keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: t('inbox:report.reason.rude') })).toBeChecked()
    await owner.tabTo(dialog.getByRole('button', { name: t('inbox:report.send') }))
    await keyboard.press('Enter')
    await expect(page.getByText(t('inbox:report.sent'))).toBeVisible()
    await expect(menu).toBeFocused()
  })

  await test.step('blocks its author', async () => {
    await keyboard.press('Enter')
    await owner.tabTo(page.getByRole('button', { name: t('inbox:menu.block', { name: 'Rosa' }) }))
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: t('inbox:block.title', { name: 'Rosa' }) })
    expect(await findViolations(owner)).toEqual([])
    await owner.tabTo(dialog.getByRole('button', { name: t('inbox:block.confirm'), exact: true }))
    await keyboard.press('Enter')
    await expect(page.getByText(t('inbox:closedByYou', { name: 'Rosa' }))).toBeVisible()
    expect(await findViolations(owner)).toEqual([])
  })

  await test.step('the other side sees that the conversation is closed, but not by whom', async () => {
    await expect(borrower.page.getByText(borrower.t('inbox:closed'))).toBeVisible()
    await expect(
      borrower.page.getByRole('heading', { name: borrower.t('transactions:neighbour') }),
    ).toBeVisible()
    await new MapScreen(borrower).open(`/map/letterbox/${lender.letterboxId}`)
    const unknown = borrower.t('letterboxes:overlay.unknownTitle')
    await expect(borrower.page.getByText(unknown)).toBeVisible()
  })

  await test.step('unblocks the user in the list', async () => {
    await borrower.page.goto(`/profile/inbox?transaction_id=${id}`)
    await expect(borrower.page.getByText(borrower.t('inbox:closed'))).toBeVisible()
    await page.goto('/profile/privacy')
    await owner.tabTo(page.getByRole('link', { name: t('privacy:toBlocked') }))
    await keyboard.press('Enter')
    await owner.tabTo(page.getByRole('button', { name: t('blocks:unblockOf', { name: 'Rosa' }) }))
    await keyboard.press('Enter')
    await expect(page.getByText(t('blocks:emptyTitle'))).toBeVisible()
    await expect(new InboxScreen(borrower).field).toBeVisible()
  })
})
