import { expect, test } from '@playwright/test'
import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api, freshEmail } from './drivers/api.ts'
import { BorrowDialog } from './drivers/borrow-dialog.ts'
import { InboxScreen } from './drivers/inbox-screen.ts'
import { Mailbox } from './drivers/mailbox.ts'
import { MapScreen, type NearbyAnswer } from './drivers/map-screen.ts'
import { createLender, LADDER, LENDERS_MAP } from './drivers/neighbours.ts'
import { DESKTOP, PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'vier Briefkästen im Regen'

const corner = (text: string | null): Position => {
  const [latitude = Number.NaN, longitude = Number.NaN] = (text ?? '').split(',').map(Number)
  return { latitude, longitude }
}

async function everyLadder(api: Api): Promise<NearbyAnswer['letterboxes']> {
  const all = await api.get<NearbyAnswer>(
    `/letterboxes/filterLetterBoxesByStickerId?sticker_id=${LADDER.id}&north_east=89,180&south_west=-89,-180&limit=500`,
  )
  expect(all.total, 'few enough to be looked at one by one').toBeLessThan(500)
  return all.letterboxes
}

const placeOf = ({ id, latitude, longitude }: NearbyAnswer['letterboxes'][number]): string =>
  `${id} at ${latitude},${longitude}`

/**
 * Checks the list against all ladders one by one. Other tests register and move letterboxes meanwhile: the list must
 * contain those that existed at that place before the query, and may contain later ones.
 */
async function expectNearestFirst(
  api: Api,
  before: NearbyAnswer['letterboxes'],
  answer: NearbyAnswer,
): Promise<void> {
  const { query, letterboxes, total } = answer
  const after = await everyLadder(api)
  const placesInTime = new Set([...before, ...letterboxes].map(placeOf))
  const [northEast, southWest] = [corner(query.get('north_east')), corner(query.get('south_west'))]
  const from = {
    latitude: Number(query.get('latitude') ?? (northEast.latitude + southWest.latitude) / 2),
    longitude: Number(query.get('longitude') ?? (northEast.longitude + southWest.longitude) / 2),
  }
  const inReach = after
    .filter(
      ({ latitude, longitude }) =>
        latitude <= northEast.latitude &&
        latitude >= southWest.latitude &&
        longitude <= northEast.longitude &&
        longitude >= southWest.longitude,
    )
    .map((letterbox) => ({ letterbox, metres: distanceInMetres(from, letterbox) }))
    .sort((a, b) => a.metres - b.metres)
  const inTime = inReach.filter(({ letterbox }) => placesInTime.has(placeOf(letterbox)))
  expect(total).toBeGreaterThanOrEqual(inTime.length)
  expect(total).toBeLessThanOrEqual(inReach.length)
  const metres = letterboxes.map((letterbox) => distanceInMetres(from, letterbox))
  expect(metres).toEqual(inTime.slice(0, 10).map((entry) => entry.metres))
  for (const { items } of letterboxes) expect(items.map(({ id }) => id)).toContain(LADDER.id)
}

for (const [device, viewport] of [
  ['a phone', PHONE],
  ['a computer', DESKTOP],
] as const) {
  test(`a neighbour finds a ladder, requests it and gets an answer, on ${device}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(120_000)
    const api = new Api(baseURL ?? '')
    const lender = await createLender(api, PASSWORD)
    const borrower = await Visitor.arrive(browser, { viewport })
    const map = new MapScreen(borrower)
    const borrow = new BorrowDialog(borrower)
    const account = new AccountScreens(borrower)
    const neighbour = {
      firstname: 'Mara',
      lastname: 'Inderbitzin',
      email: freshEmail(),
      address: 'Seefeldstrasse 20',
      postcode: '8008',
      city: 'Zürich',
    }

    await test.step('sees a map full of letterboxes', async () => {
      await map.open(LENDERS_MAP)
      await expect.poll(() => map.markers.count()).toBeGreaterThan(5)
    })

    await test.step('picks the ladder and sees only ladders, nearest first', async () => {
      await map.openFilter()
      const before = await everyLadder(api)
      const whenAnswered = map.nearbyAnswer()
      await borrower.tap(map.sticker(LADDER.de))
      const answer = await whenAnswered
      await expectNearestFirst(api, before, answer)
      const firstTen = answer.letterboxes.slice(0, 10)
      await expect(map.rows(LADDER.de)).toHaveCount(firstTen.length)
      for (const [index, { address }] of firstTen.entries()) {
        await expect(map.rows(LADDER.de).nth(index)).toContainText(address)
      }
    })

    await test.step('opens a letterbox, asks for the ladder and has to register', async () => {
      await borrower.tap(map.row(lender.address))
      await borrower.tap(map.borrowButton(LADDER.de))
      await borrower.tap(borrow.registerLink)
    })

    await test.step('registers with a letterbox and stickers', async () => {
      await account.fillAccount(neighbour)
      await account.fillAddress(neighbour)
      await account.placeLetterbox()
      await account.pickStickers(['Bohrmaschine', 'Zelt', 'Racletteofen'])
      // Checks the user's own letterbox, because the toast disappears after five seconds.
      await expect(borrower.page).toHaveURL(/\/map\/letterbox\//)
      await expect(
        borrower.page.getByText(borrower.t('letterboxes:overlay.own'), { exact: true }),
      ).toBeVisible()
    })

    await test.step('confirms the address by mail and sets a password', async () => {
      await new Mailbox(borrower).confirmAddress(neighbour.email)
      await account.setPassword(PASSWORD)
      await borrower.tap(
        borrower.page.getByRole('link', { name: borrower.t('profile:return.action') }),
      )
    })

    await test.step('returns to the ladder, switches messages on and sends the request', async () => {
      await borrower.tap(borrow.switchMessagingOn)
      await borrower.tap(borrow.day('weekend'))
      await borrower.fill(borrow.message, 'Hallo! Dürfte ich am Samstag deine Leiter ausleihen?')
      await borrower.tap(borrow.send)
      await borrower.tap(borrow.toConversation)
    })

    const owner = await Visitor.arrive(browser, { viewport })
    const ownerInbox = new InboxScreen(owner)
    let loads = 0
    borrower.page.on('load', () => loads++)
    await test.step('the owner logs in, sees the badge, reads and answers', async () => {
      await owner.page.goto('/auth/login')
      await new AccountScreens(owner).logIn(lender.email, PASSWORD)
      await expect(ownerInbox.badge(1)).toBeVisible()
      await expect(ownerInbox.counts(1)).toHaveCount(1)
      await owner.tap(ownerInbox.badge(1))
      await owner.tap(ownerInbox.conversation('Mara'))
      await expect(ownerInbox.message('Dürfte ich am Samstag deine Leiter')).toBeVisible()
      await ownerInbox.write('Gerne, sie steht vor der Tür.')
      await expect(ownerInbox.message('Gerne, sie steht vor der Tür.')).toBeVisible()
    })

    await test.step('the answer arrives without reloading', async () => {
      const inbox = new InboxScreen(borrower)
      await expect(inbox.message('Gerne, sie steht vor der Tür.')).toBeVisible()
      await expect(ownerInbox.message('Gerne, sie steht vor der Tür.')).toContainText(
        owner.t('inbox:state.seen'),
      )
      expect(loads).toBe(0)
    })

    test.info().annotations.push({
      type: 'effort',
      description: `${borrower.taps} taps and ${borrower.fields} fields for the borrower, ${owner.taps} and ${owner.fields} for the owner`,
    })
    process.stdout.write(
      `    ${device}: borrower ${borrower.taps} taps, ${borrower.fields} fields; owner ${owner.taps} taps, ${owner.fields} fields\n`,
    )
    expect(borrower.complaints).toEqual([])
    expect(owner.complaints).toEqual([])
    await Promise.all([borrower.leave(), owner.leave()])
  })
}
