import { expect, test } from '@playwright/test'
import { ADMIN_SCREENS } from '#platform/shared/admin-paths.ts'
import { helpPaths } from '#platform/shared/help-paths.ts'
import { STORED_LANGUAGES } from '#platform/shared/languages.ts'
import { Visitor } from './drivers/visitor.ts'

test('the footer links to the documentation in the language of the page, which has a search', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser, { language: 'fr' })
  const { page, t } = visitor
  await page.goto('/about')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('layout:help') })
    .click()
  await expect(page).toHaveURL(/\/help\/fr\/$/)
  await page.getByRole('link', { name: 'Comment emprunter' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Emprunter' })).toBeVisible()
  const words = page.getByRole('searchbox')
  // The button's script may not be loaded yet.
  await expect(async () => {
    await page.getByRole('button', { name: 'Rechercher' }).first().click()
    await expect(words).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await words.fill('étiquette')
  await expect(page.getByRole('option').first()).toContainText('commandes')
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('each screen of the back office has a help page in each language', async ({ request }) => {
  const pages = STORED_LANGUAGES.flatMap((language) => [
    helpPaths.start(language),
    ...ADMIN_SCREENS.map((screen) => helpPaths.screen(screen, language)),
  ])
  for (const page of new Set(pages)) {
    const answer = await request.get(page)
    expect(answer.status(), page).toBe(200)
    expect(await answer.text(), page).not.toMatch(/<script(?![^>]* src=)[^>]*>/)
  }
})
