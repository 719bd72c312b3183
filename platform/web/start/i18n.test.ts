import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Loads the page at this URL. */
async function load(address: string) {
  window.history.replaceState(null, '', address)
  vi.resetModules()
  const i18n = await import('./i18n.ts')
  await i18n.startI18n()
  const { currentLanguage } = await import('./texts.ts')
  return { ...i18n, currentLanguage }
}

function forget() {
  sessionStorage.clear()
  localStorage.clear()
}
beforeEach(forget)
afterEach(() => {
  forget()
  window.history.replaceState(null, '', '/')
})

it('the language of the address stays after the map has changed the address and after a reload', async () => {
  expect((await load('/?lang=fr')).currentLanguage()).toBe('fr')
  const again = await load('/map?lat=47&lng=8&z=12')
  expect(again.currentLanguage()).toBe('fr')
  await again.followUserLanguage('de')
  expect(again.currentLanguage()).toBe('fr')
  expect(localStorage.length).toBe(0)
  expect(document.cookie).toBe('')
})

it('a chosen language replaces that of the address', async () => {
  const page = await load('/about?lang=fr')
  await page.changeLanguage('de')
  expect(window.location.search).toBe('')
  expect((await load(window.location.pathname)).currentLanguage()).toBe('de')
  // So that the next page from the server has this language too.
  expect(document.cookie).toBe('lang=de')
})
