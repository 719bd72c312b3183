import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { Api, freshEmail, until } from './drivers/api.ts'
import { type OtherBrowser, openFirefox, openWebKit } from './drivers/other-browser.ts'
import { freePort, ROOT, ServerProcess, scratchFolder } from './drivers/server-process.ts'
import { textsOf } from './drivers/texts.ts'

const PICTURES = join(ROOT, 'e2e', 'screenshots', 'other-browsers')
const t = textsOf('de')
const COLOURS = `(() => {
  const colours = new Set()
  for (const canvas of document.querySelectorAll('canvas')) {
    if (canvas.width === 0) continue
    const drawing = document.createElement('canvas')
    drawing.width = canvas.width
    drawing.height = canvas.height
    const context = drawing.getContext('2d')
    context.drawImage(canvas, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    for (let i = 0; i < data.length; i += 64) colours.add(data.slice(i, i + 3).join())
  }
  return [...colours]
})()`
/** Colours of houses on the street map, which occur nowhere else on a map. */
const HOUSES = ['233,221,200', '38,65,92']

const isHouse = (colour: string) => HOUSES.includes(colour)

/** A person's view of and input to the browser. */
class Person {
  constructor(
    readonly name: string,
    readonly browser: OtherBrowser,
    readonly origin: string,
  ) {}

  /** Waits until an expression is truthy, and returns its value. */
  see<T>(expression: string): Promise<T> {
    return until(() => this.browser.ask<T>(expression), `${this.name}: ${expression}`)
  }

  #found(selector: string, text: string): string {
    return `[...document.querySelectorAll(${JSON.stringify(selector)})].find((element) =>
      element.checkVisibility() &&
      [element.ariaLabel, element.textContent, element.labels?.[0]?.textContent]
        .some((words) => words?.includes(${JSON.stringify(text)})))`
  }

  sees(selector: string, text = ''): Promise<boolean> {
    return this.see<boolean>(`Boolean(${this.#found(selector, text)})`)
  }

  async press(selector: string, text = ''): Promise<void> {
    await this.sees(selector, text)
    const [x = 0, y = 0] = await this.browser.ask<number[]>(`(() => {
      const found = ${this.#found(selector, text)}
      found.scrollIntoView({ block: 'center' })
      const { left, right, top, bottom } = found.getBoundingClientRect()
      return [Math.round((left + right) / 2), Math.round((top + bottom) / 2)]
    })()`)
    await this.browser.press(x, y)
  }

  async fill(label: string, text: string): Promise<void> {
    await this.press('input', label)
    await this.browser.type(text)
  }

  async keepPicture(what: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true })
    writeFileSync(join(PICTURES, `${this.name}-${what}.png`), await this.browser.picture())
  }

  async open(path: string): Promise<void> {
    await this.browser.open(`${this.origin}${path}${path.includes('?') ? '&' : '?'}lang=de`)
  }

  async seesPaintedMap(): Promise<void> {
    await expect
      .poll(async () => (await this.browser.ask<string[]>(COLOURS)).length)
      .toBeGreaterThan(50)
  }

  async seesHouses(): Promise<void> {
    await expect
      .poll(async () => (await this.browser.ask<string[]>(COLOURS)).filter(isHouse).length)
      .toBeGreaterThan(0)
  }
}

for (const [name, openBrowser] of [
  ['firefox', () => openFirefox({ dark: false })],
  ['firefox-dark', () => openFirefox({ dark: true })],
  ['webkitgtk', openWebKit],
] as const) {
  test(`the main path in ${name}`, { tag: '@browsers' }, async () => {
    test.setTimeout(300_000)
    const folder = scratchFolder()
    const settings = { DATA_DIR: folder.path, DEMO: 'on', CAPTCHA: 'on', TRUST_PROXY: 'on' }
    const server = await new ServerProcess(settings, await freePort()).ready(120_000)
    const browser = await openBrowser()
    try {
      await mainPath(new Person(name, browser, server.origin), server)
    } finally {
      await browser.close()
      await server.kill()
      folder.remove()
    }
  })
}

async function mainPath(person: Person, server: ServerProcess): Promise<void> {
  const { browser } = person
  const { token } = await new Api(server.origin).registerNeighbour([1])
  await person.open('/map?lat=47.1392&lng=9.5228&z=17')
  await person.seesHouses()
  await person.keepPicture('streets')
  await person.open('/map?lat=47.1392&lng=9.5228&z=19')
  await person.seesHouses()
  await person.keepPicture('houses')

  await person.open('/map?lat=47.377&lng=8.527&z=13')
  await person.see('document.querySelectorAll(".ll-marker").length > 5')
  await person.seesPaintedMap()
  await person.keepPicture('map')
  // Firefox's native scroll bars do not follow the page's dark scheme.
  expect(
    await browser.ask(`!CSS.supports('scrollbar-color', 'auto') ||
      getComputedStyle(document.documentElement).scrollbarColor !== 'auto'`),
  ).toBe(true)
  for (const font of ['Nunito Sans Variable', 'Bricolage Grotesque']) {
    await person.see(
      `[...document.fonts].some((f) => f.status === 'loaded' && f.family.includes('${font}'))`,
    )
  }

  await person.press('[role=combobox]')
  await browser.type('Leiter')
  await person.press('[role=option]', 'Leiter')
  await person.sees('h2', 'Leiter')
  await person.press('li button[data-letterbox]', 'Hohlstrasse 40')
  await person.sees('button', t('letterboxes:overlay.borrowItem', { name: 'Leiter' }))
  await person.keepPicture('letterbox')
  await person.press('button', t('letterboxes:overlay.borrowItem', { name: 'Leiter' }))
  await person.sees('[role=dialog] a', t('borrow:loggedOut.register'))
  await person.keepPicture('borrow')

  await person.open('/auth/register')
  await person.fill(t('accounts:fields.email'), freshEmail())
  await person.fill(t('accounts:fields.firstname'), 'Noa')
  await person.fill(t('accounts:fields.lastname'), 'Baumann')
  await person.press('button', t('accounts:register.next'))
  await person.fill(t('profile:fields.address'), 'Seefeldstrasse 20')
  await person.fill(t('profile:fields.postcode'), '8008')
  await person.fill(t('profile:fields.city'), 'Zürich')
  await person.keepPicture('register')
  await person.press('button', t('accounts:register.submit'))
  await person.sees('h1', t('accounts:register.titles.location'))
  await person.seesPaintedMap()
  await person.keepPicture('place')

  await browser.ask(`localStorage.setItem('letterlend.token', ${JSON.stringify(token)})`)
  await person.open('/profile/inbox')
  await person.sees('h1', t('inbox:title'))
  await person.keepPicture('inbox')
  await person.open('/profile/holiday')
  await person.sees('input[type=date]')
  await person.keepPicture('date')

  await person.open('/map?lat=47.37&lng=8.54&z=13')
  await person.see('document.querySelectorAll(".ll-marker").length > 5')
  await server.kill()
  for (let i = 0; i < 3; i++) await person.press('button', t('map:zoomIn'))
  await person.sees('[role=status]', t('layout:offlineMap').split('{{')[0]?.split(':')[0])
  await person.keepPicture('offline')
}
