import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api, freshEmail } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { createLender, invitationLink } from './drivers/neighbours.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'vier Briefkästen im Regen'

test('an owner invites a second person, who joins on a phone and changes a sticker, and removes them again', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const lender = await createLender(api, PASSWORD)
  const email = freshEmail()

  const owner = await Visitor.arrive(browser)
  await owner.page.goto('/profile/household')
  await new AccountScreens(owner).logIn(lender.email, PASSWORD)
  const invite = owner.page.getByRole('region', { name: owner.t('household:invite.title') })
  await invite.getByLabel(owner.t('household:invite.email')).fill(email)
  await owner.page.getByRole('button', { name: owner.t('household:invite.submit') }).click()
  const withdraw = owner.t('household:invite.withdrawOf', { email })
  await expect(owner.page.getByRole('button', { name: withdraw })).toBeVisible()

  const link = invitationLink(await api.mailTo(email))
  const mia = await Visitor.arrive(browser, { viewport: PHONE })
  const { page, t } = mia
  await page.goto(link)
  await expect(page.getByText(lender.address)).toBeVisible()
  expect(await findViolations(mia)).toEqual([])
  await expect(page.getByLabel(t('accounts:fields.email'))).toHaveValue(email)
  await page.getByLabel(t('accounts:fields.firstname')).fill('Mia')
  await page.getByLabel(t('accounts:fields.lastname')).fill('Frei')
  await page.getByRole('button', { name: t('household:join.submit') }).click()
  await page.getByRole('link', { name: t('household:join.toPassword') }).click()
  await new AccountScreens(mia).setPassword(PASSWORD)
  await expect(page.getByRole('heading', { name: lender.address })).toBeVisible()
  await page.getByRole('link', { name: t('profile:dashboard.items') }).click()
  const drill = page.getByRole('button', { name: 'Bohrmaschine', exact: true })
  await drill.click()
  await page.getByRole('button', { name: t('profile:save'), exact: true }).click()
  await expect(page.getByText(t('profile:items.saved'))).toBeVisible()
  const { items } = await api.get<{ items: { id: number }[] }>(
    `/letterboxes/getLetterboxById?letterbox_id=${lender.letterboxId}`,
  )
  expect(items).toHaveLength(2)

  await owner.page.reload()
  const remove = owner.t('household:page.removeOf', { name: 'Mia Frei' })
  const removing = owner.page.getByRole('button', { name: remove })
  await expect(removing).toBeVisible()
  expect(await findViolations(owner)).toEqual([])
  await removing.click()
  const dialog = owner.page.getByRole('dialog')
  await dialog.getByRole('button', { name: owner.t('household:page.remove') }).click()
  await expect(owner.page.getByText(owner.t('household:page.alone'))).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText(t('profile:dashboard.noLetterbox'))).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: t('household:join.invalidTitle') })).toBeVisible()
  expect(owner.complaints).toEqual([])
  await owner.leave()
  await mia.leave()
})
