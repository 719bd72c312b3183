import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Message } from '#features/lending/conversations/transactions/contract.ts'
import { testMessage, testTransaction } from '#platform/web/testing/transaction.ts'
import { Api } from './drivers/api.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const PAGE = 50
const PAGES = 3
const TEXT =
  'Passt es dir am Samstag-Vormittag? Sonst komme ich gern später vorbei, so gegen halb sieben; die Leiter steht hinter dem Haus, gleich links neben den Velos. Danke, das war wirklich eine grosse Hilfe! Wir haben alle Äste geschnitten, und den Zaun haben wir auch gleich gestrichen. Ja. Zwei-, dreimal brauche ich sie noch 🙂'

/** Texts of varying length, some in two paragraphs. */
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
 * Answers requests for one conversation as the server would, latest messages first.
 * @returns `giveOlder` answers the pending requests for older messages and says whether there were any; `asked`
 * contains the instants of these requests
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

/** Position of each visible message by its number, and whether there are more above. */
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
      isTop: box.scrollHeight - box.clientHeight - Math.abs(box.scrollTop) < 2,
    }
  })

test('a long conversation shows the last messages first and keeps the reading position', async ({
  browser,
  baseURL,
}) => {
  const { userId: id, token } = await new Api(baseURL ?? '').registerNeighbour()
  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  const { page } = visitor
  await page.addInitScript((token) => localStorage.setItem('letterlend.token', token), token)
  const { giveOlder, asked } = await answerWith(page, id, conversation(id))
  await page.goto('/profile/inbox?transaction_id=t')
  const list = page.getByRole('region', { name: visitor.t('inbox:messages') })
  await expect(list.getByText(textOf(PAGE * PAGES - 2), { exact: true })).toBeInViewport()
  await expect(list.getByRole('listitem')).toHaveCount(PAGE)

  const scrollToTop = async () => {
    await list.focus()
    await expect(async () => {
      await page.keyboard.press('Home')
      expect((await seenIn(list)).isTop).toBe(true)
    }).toPass()
  }
  for (let pages = 2; pages <= PAGES; pages++) {
    await scrollToTop()
    await expect.poll(() => asked.length).toBe(pages - 1)
    const before = await seenIn(list)
    expect(giveOlder()).toBe(true)
    await expect(list.getByRole('listitem')).toHaveCount(Math.min(PAGE * pages, PAGE * PAGES - 1))
    const after = await seenIn(list)
    // The first message may turn out to be inside a group, which moves it a few pixels closer to the one above.
    const [, ...moves] = Object.entries(before.places).map(([number, top]) =>
      Math.round((after.places[number] ?? Number.NaN) - top),
    )
    expect(moves.length).toBeGreaterThan(0)
    expect(new Set(moves)).toEqual(new Set([0]))
  }
  await scrollToTop()
  await expect(list.getByText(textOf(0), { exact: true })).toBeInViewport()
  expect(new Set(asked).size).toBe(PAGES - 1)
  await visitor.leave()
})
