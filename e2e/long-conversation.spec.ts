import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Message } from '#features/transactions/contract.ts'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { Api } from './drivers/api.ts'
import { DESKTOP, PHONE, Visitor } from './drivers/visitor.ts'

const PAGE = 50
const PAGES = 3
/** Of about a hundred and fifty rows: letters stand closer side by side than each alone. */
const MOST_CORRECTIONS = 20
const TEXT =
  'Passt es dir am Samstag-Vormittag? Sonst komme ich gern später vorbei, so gegen halb sieben; die Leiter steht hinter dem Haus, gleich links neben den Velos. Danke, das war wirklich eine grosse Hilfe! Wir haben alle Äste geschnitten, und den Zaun haben wir auch gleich gestrichen. Ja. Zwei-, dreimal brauche ich sie noch 🙂'

/** From the first letters of a text to all of it, some in two paragraphs. */
function textOf(i: number): string {
  const text = TEXT.slice((i * 37) % 60, ((i * 37) % 60) + 3 + ((i * 53) % (TEXT.length - 70)))
  return `Nr. ${i} ${i % 11 === 0 ? text.replace(', ', ',\n\n') : text}`.trim()
}

const conversation = (id: string) =>
  Array.from({ length: PAGE * PAGES - 1 }, (_, i) => {
    const own = i % 5 < 2
    return testMessage({
      id: `m${i}`,
      text: textOf(i),
      from_id: own ? id : 'ben',
      to_id: own ? 'ben' : id,
      author_id: own ? id : 'ben',
      created_at: new Date(Date.UTC(2026, 8, 1, 8, 9 * i)).toISOString(),
      seen: true,
    })
  })

/**
 * Answers with one conversation, its last messages first, as the server would.
 * @returns `giveOlder` gives the answers that are waited for, and says whether there were any: older messages come when
 * a test says so; `asked` are the instants before which they were asked for
 */
async function answerWith(page: Page, id: string, messages: Message[]) {
  let waiting: (() => void)[] = []
  const asked: string[] = []
  await page.route(/\/transactions(\?|$)/, async (route) => {
    const before = new URL(route.request().url()).searchParams.get('before')
    const end = before ? messages.findIndex(({ created_at }) => created_at === before) : undefined
    const answer = messages.slice(0, end).slice(-PAGE)
    if (before) {
      asked.push(before)
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    await route.fulfill({
      json: [testTransaction({ borrower_id: id, answered: true, messages: answer })],
    })
  })
  const giveOlder = () => {
    const answers = waiting
    waiting = []
    for (const answer of answers) answer()
    return answers.length > 0
  }
  return { giveOlder, asked }
}

/** Where each message in sight is, by its number, and whether there is more above. */
const seenIn = (list: Locator) =>
  list.evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect()
    const places = [...box.querySelectorAll('li')].flatMap((row): [string, number][] => {
      const [number] = /Nr\. \d+/.exec(row.textContent) ?? []
      const place = row.getBoundingClientRect()
      return number && place.top >= top && place.top < bottom ? [[number, place.top]] : []
    })
    return {
      places: Object.fromEntries(places),
      isTop: box.scrollTop === 0,
      height: box.scrollHeight,
    }
  })

type Seen = Awaited<ReturnType<typeof seenIn>>

for (const viewport of [PHONE, DESKTOP]) {
  test(`the rows of a long conversation are as high as was guessed, in ${viewport.width}x${viewport.height}`, async ({
    browser,
    baseURL,
  }) => {
    const { userId: id, token } = await new Api(baseURL ?? '').registerNeighbour()
    const visitor = await Visitor.arrive(browser, { viewport })
    const { page } = visitor
    await page.addInitScript((token) => {
      localStorage.setItem('letterlend.token', token)
      const { scrollTo } = Element.prototype
      Object.assign(window, { corrections: 0 })
      Element.prototype.scrollTo = function (...args: unknown[]) {
        Object.assign(window, { corrections: Object(window).corrections + 1 })
        Reflect.apply(scrollTo, this, args)
      }
    }, token)
    const { giveOlder, asked } = await answerWith(page, id, conversation(id))
    await page.goto('/profile/inbox?transaction_id=t')
    const list = page.getByRole('region', {
      name: visitor.t('inbox:messages'),
    })
    await expect(list.getByText(textOf(PAGE * PAGES - 2), { exact: true })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    await page.evaluate(() => Object.assign(window, { corrections: 0 }))
    await list.hover()
    // So little that some of what is in sight still is after it.
    const wheelPx = await list.evaluate((box) => Math.round(box.clientHeight / 4))
    /** How far the messages that were seen before and still are have moved. */
    const movedSince = async ({ places }: Seen) => {
      const now = await seenIn(list)
      const moves = Object.keys(places)
        .filter((key) => key in now.places)
        .map((key) => Math.round((now.places[key] ?? 0) - (places[key] ?? 0)))
      return { now, moves: [...new Set(moves)] }
    }
    let seen = await seenIn(list)
    while (!seen.isTop) {
      await page.mouse.wheel(0, -wheelPx)
      await expect(async () => {
        const { now, moves } = await movedSince(seen)
        if (!now.isTop) expect(moves).toEqual([wheelPx])
        seen = now
      }).toPass()
      if (!giveOlder()) continue
      await expect.poll(async () => (await seenIn(list)).height).toBeGreaterThan(seen.height)
      const { now, moves } = await movedSince(seen)
      expect(moves).toEqual([0])
      seen = now
    }
    await expect(list.getByText(textOf(0), { exact: true })).toBeVisible()
    const corrections = await page.evaluate(() => Object(window).corrections)
    // Each page of older messages moves what is seen back to its place once.
    expect(corrections).toBeLessThanOrEqual(PAGES - 1 + MOST_CORRECTIONS)
    // Each page of them once.
    expect(asked).toHaveLength(PAGES - 1)
    await visitor.leave()
  })
}
