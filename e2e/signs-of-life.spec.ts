import { pathToFileURL } from 'node:url'
import { type Browser, expect, test } from '@playwright/test'
import { DAY_MS } from '#platform/shared/durations.ts'
import { Api, type Person, until } from './drivers/api.ts'
import { findViolations } from './drivers/axe.ts'
import { MapScreen } from './drivers/map-screen.ts'
import {
  freePort,
  ROOT,
  type ScratchFolder,
  type ServerProcess,
  scratchFolder,
  spawnServer,
} from './drivers/server-process.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const CLOCK = pathToFileURL(`${ROOT}/e2e/drivers/clock-ahead.mjs`).href
/** Days of the default settings: a season, the pause before the second mail, and the time until silent. */
const ASKED = 181
const ASKED_AGAIN = ASKED + 11
const SILENT = ASKED_AGAIN + 11
/** Positions of the letterboxes, a street apart. */
const SPOTS = [
  { latitude: 47.377, longitude: 8.527 },
  { latitude: 47.3775, longitude: 8.529 },
  { latitude: 47.3765, longitude: 8.525 },
]
const MAP = '/?lat=47.377&lng=8.527&z=17'

test.describe('signs of life', () => {
  let folder: ScratchFolder
  let port: number
  let server: ServerProcess | undefined

  test.beforeAll(async () => {
    folder = scratchFolder()
    port = await freePort()
  })
  test.afterAll(async () => {
    await server?.kill()
    folder.remove()
  })

  /** Restarts the server with its clock this many days ahead. */
  async function startAfter(days: number): Promise<Api> {
    await server?.stop()
    const ahead = { NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_AHEAD_MS: String(days * DAY_MS) }
    server = await spawnServer({ DATA_DIR: folder.path, TRUST_PROXY: 'on', ...ahead }, port)
    await server.ready()
    return new Api(server.origin)
  }

  /** A lender of a ladder who accepts requests. */
  async function lender(api: Api, spot: object): Promise<Person> {
    const person = await api.registerNeighbour([1])
    await api.post('/letterboxes/updateLetterboxLocation', spot, person.token)
    return person
  }

  const mailsAboutIt = async (api: Api, { email }: Person) =>
    (await api.mailsTo(email)).filter(({ text }) => text.includes('answer=still_lending'))
  const mailAboutIt = (api: Api, person: Person, count: number) =>
    until(async () => {
      const mails = await mailsAboutIt(api, person)
      return mails.length === count ? mails[0] : undefined
    }, `mail ${count} that asks ${person.email} for a sign of life`)

  /** Opens the link of a button in the mail and presses the only button of the page. */
  async function answer(browser: Browser, mail: string, way: string, button: string) {
    const link = new RegExp(`https?://\\S+answer=${way}`).exec(mail)?.[0] ?? ''
    const visitor = await Visitor.arrive(browser, { viewport: PHONE })
    await visitor.page.goto(link)
    const done = visitor.page.getByRole('heading', {
      name: visitor.t(`upkeep:link.${way}.doneTitle`),
    })
    await visitor.tap(visitor.page.getByRole('button', { name: button, exact: true }))
    await expect(done).toBeVisible()
    expect([visitor.taps, visitor.fields, visitor.complaints]).toEqual([1, 0, []])
    await visitor.leave()
  }

  /** Accessible names of all markers, once there are this many: they appear tile by tile. */
  async function markers(
    browser: Browser,
    origin: string,
    { count, colorScheme = 'light' }: { count: number; colorScheme?: 'light' | 'dark' },
  ) {
    const visitor = await Visitor.arrive(browser, { colorScheme })
    const map = new MapScreen(visitor)
    await map.open(origin + MAP)
    await expect(map.markers).toHaveCount(count)
    const names = await map.markers.evaluateAll((all) =>
      all.flatMap((marker) => marker.getAttribute('aria-label') ?? []).sort(),
    )
    expect(await findViolations(visitor)).toEqual([])
    await visitor.leave()
    return names
  }

  test('a mail is answered with one tap; a silent letterbox is faded, and one tap restores it', async ({
    browser,
  }) => {
    test.setTimeout(240_000)
    let api = await startAfter(0)
    const [yes, notNow, never] = await Promise.all(SPOTS.map((spot) => lender(api, spot)))
    if (!yes || !notNow || !never) throw new Error('Unexpected number of people')
    const MESSAGES = 'Briefkasten, nimmt Nachrichten an'

    await test.step('after a season all owners are asked, and two answer', async () => {
      api = await startAfter(ASKED)
      const [, second, third] = await Promise.all(
        [yes, notNow, never].map((person) => mailAboutIt(api, person, 1)),
      )
      const all = await markers(browser, api.origin, { count: 3 })
      expect(all).toEqual([MESSAGES, MESSAGES, MESSAGES])
      await answer(browser, second?.text ?? '', 'not_now', 'Gerade nicht')
      await answer(browser, third?.text ?? '', 'take_off', 'Von der Karte nehmen')
      const left = await markers(browser, api.origin, { count: 2 })
      expect(left).toEqual(['Briefkasten', MESSAGES])
    })

    await test.step('owners who do not answer are asked again, and then their letterboxes are faded', async () => {
      api = await startAfter(ASKED_AGAIN)
      await mailAboutIt(api, yes, 2)
      // Before the next start, which deletes mails that are older than the local mailbox keeps them.
      expect(await mailsAboutIt(api, notNow)).toHaveLength(1)
      api = await startAfter(SILENT)
      for (const colorScheme of ['light', 'dark'] as const) {
        await expect
          // Each look opens a browser, which takes seconds on a busy machine.
          .poll(() => markers(browser, api.origin, { count: 2, colorScheme }), { timeout: 60_000 })
          .toEqual(['Briefkasten', `${MESSAGES}, hat in letzter Zeit nicht geantwortet`])
      }
    })

    await test.step('one tap restores the letterbox', async () => {
      const [mail] = await mailsAboutIt(api, yes)
      await answer(browser, mail?.text ?? '', 'still_lending', 'Ja, ich verleihe noch')
      const back = await markers(browser, api.origin, { count: 2 })
      expect(back).toEqual(['Briefkasten', MESSAGES])
    })
  })
})
