import { createECDH, randomUUID } from 'node:crypto'
import { announcements } from '#features/community/announcements/tables.ts'
import { cases } from '#features/community/moderation/tables.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { household_invitations } from '#features/lending/household/tables.ts'
import { wishes } from '#features/lending/wishes/tables.ts'
import { linked_accounts } from '#features/people/sign-in/identity-providers/tables.ts'
import { passkeys } from '#features/people/sign-in/passkeys/tables.ts'
import { household_members } from '#features/places/letterboxes/tables.ts'
import { parcelCodeOf } from '#features/shop/parcels/parcel-code.ts'
import type { Db } from '#platform/server/db/client.ts'
import { tokens } from '#platform/server/identity/tables.ts'
import { local_mails } from '#platform/server/mail/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { createLetterbox, createOrder, createUser, type TestUser } from '../testing/factories.ts'
import type { TestApp } from '../testing/test-app.ts'

/** Data that the calls work on; nearly all of it belongs to `owner`. */
export interface World {
  /** Has a letterbox that only its owner may see. */
  owner: TestUser
  other: TestUser
  admin: TestUser
  letterbox: string
  /** A member of the household of `owner`. */
  member: string
  invitation: string
  transaction: string
  wish: string
  /** Not the session with which the owner makes calls. */
  session: string
  passkey: string
  linked: string
  announcement: number
  mail: string
  order: string
  paid: string
  report: string
  feedback: string
  refno: string
  /** Number of an order without an account. */
  payable: string
  unpaid: string
}

export const ACTORS = ['visitor', 'other', 'owner', 'admin'] as const
type Actor = (typeof ACTORS)[number]

export interface Route {
  /** The app's name for the route. */
  name: string
  method: 'GET' | 'POST'
  /** Statuses for each of {@link ACTORS}; null for a response that streams until the client disconnects. */
  statuses: (number | null)[]
  url: (world: World) => string
  body: ((world: World) => object) | undefined
}

const ITEM = 4
let numbers = 0

/** The owner's data, and data written by staff. */
async function createBelongings(db: Db, owner: TestUser) {
  const [session] = await db
    .insert(tokens)
    .values({
      kind: 'session',
      token_hash: randomUUID(),
      user_id: owner.id,
      expires_at: new Date(Date.now() + DAY_MS),
    })
    .returning()
  const [passkey] = await db
    .insert(passkeys)
    .values({
      user_id: owner.id,
      credential_id: randomUUID(),
      public_key: 'none',
      counter: 0,
      name: 'Key ring',
    })
    .returning()
  const [linked] = await db
    .insert(linked_accounts)
    .values({
      user_id: owner.id,
      provider: 'verein',
      issuer: 'https://login.verein.example',
      subject: randomUUID(),
      label: owner.email,
    })
    .returning()
  const [announcement] = await db
    .insert(announcements)
    .values({ title: 'News', content: 'News', active: true })
    .returning()
  const [mail] = await db
    .insert(local_mails)
    .values({ recipient: owner.email, subject: 'Hello', html: '<p>Hello', text: 'Hello' })
    .returning()
  if (!session || !passkey || !linked || !announcement || !mail)
    throw new Error('Unexpected empty answer')
  return { session, passkey, linked, announcement, mail }
}

export async function createWorld({ deps }: TestApp): Promise<World> {
  const db = deps.database.orm
  const { id: letterbox, owner } = await createLetterbox(db, {
    items: [ITEM],
    ownerFields: { show_on_map: false, enable_messaging: true },
  })
  const other = await createUser(db, { enable_messaging: true })
  const admin = await createUser(db, { role_id: 3, enable_messaging: true })
  const borrower = await createUser(db)
  const member = await createUser(db)
  await db.insert(household_members).values({ user_id: member.id, letterbox_id: letterbox })
  const [invitation] = await db
    .insert(household_invitations)
    .values({
      letterbox_id: letterbox,
      email: newEmail(),
      token_hash: member.id,
      invited_by: owner.id,
      expires_at: new Date(Date.now() + DAY_MS),
    })
    .returning()
  const sides = { borrower_id: borrower.id, lender_id: owner.id }
  const [transaction] = await db
    .insert(transactions)
    .values({ ...sides, item_id: ITEM })
    .returning()
  const [wish] = await db
    .insert(wishes)
    .values({
      user_id: owner.id,
      item_id: ITEM,
      latitude: 47,
      longitude: 8,
      radius: 5000,
      lang: 'en',
      confirmed_at: new Date(),
      expires_at: new Date(Date.now() + DAY_MS),
    })
    .returning()
  const { session, passkey, linked, announcement, mail } = await createBelongings(db, owner)
  const order = await createOrder(db, { user_id: owner.id })
  const paid = await createOrder(db, { user_id: owner.id, status: 'paid' })
  const [report] = await db
    .insert(cases)
    .values({
      kind: 'report',
      letterbox_id: letterbox,
      user_id: owner.id,
      type: 'other',
      title: 'Gone',
      email: owner.email,
      lang: 'en',
    })
    .returning()
  const [feedback] = await db
    .insert(cases)
    .values({ kind: 'feedback', user_id: owner.id, type: 'question', text: 'Why?' })
    .returning()
  if (!invitation || !transaction || !wish || !report || !feedback)
    throw new Error('Unexpected empty answer')
  await db.insert(messages).values({
    transaction_id: transaction.id,
    from_id: borrower.id,
    to_id: owner.id,
    text: 'May I borrow it?',
  })
  return {
    owner,
    other,
    admin,
    letterbox,
    member: member.id,
    invitation: invitation.id,
    transaction: transaction.id,
    wish: wish.id,
    session: session.id,
    passkey: passkey.id,
    linked: linked.id,
    announcement: announcement.id,
    mail: mail.id,
    order: order.id,
    paid: paid.id,
    report: report.id,
    feedback: feedback.id,
    refno: order.refno,
    payable: (await createOrder(db)).refno,
    unpaid: (await createOrder(db)).id,
  }
}

/**
 * One line: method and path below the API (or below the root with a leading `//`), the statuses for visitor, another
 * user, owner and admin, the body, and a URL if it differs.
 */
function route(
  name: string,
  statuses: string,
  body?: Route['body'],
  url?: string | ((world: World) => string),
): Route {
  const [method, path = ''] = name.split(' ')
  const full = path.startsWith('//') ? path.slice(1) : API_BASE + path
  const address = (world: World) => {
    const rest = typeof url === 'function' ? url(world) : (url ?? '')
    return rest.startsWith('/') ? rest : full + rest
  }
  return {
    name: `${method} ${full}`,
    method: method as Route['method'],
    statuses: statuses.split(' ').map((status) => (status === '-' ? null : Number(status))),
    url: address,
    body,
  }
}

const ADDRESS = { address: 'Weg 1', postcode: '8004', city: 'Zürich', country: 'CH' }
const PERSON = { firstname: 'Eve', lastname: 'Muster', ...ADDRESS }
const SPOT = { latitude: 47.3, longitude: 8.5 }
const PASSWORD = 'Kirschbaum am Gartenzaun'
/** The secret of a browser. */
const BROWSER_SECRET = 'b'.repeat(43)
const TOKEN = 'a-token-that-nobody-was-given'
const NO_BACKUP = 'letterlend-0a1b2c3d-2026-01-02T03-04-05-006Z.backup.gz'
/** A past and a future day in every time zone. */
export const A_DAY_BEFORE = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)
export const A_DAY_TO_COME = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
const newEmail = () => `new${numbers++}@example.org`
function newItem() {
  const name = `Item ${numbers++}`
  const names = { name_de: name, name_en: name, name_fr: name, name_it: name }
  return { ...names, synonyms: [], category: 'tools', sticker: true }
}
const REPORT = {
  title: 'Gone',
  message: 'It is gone',
  email: 'reader@example.org',
  reportTypeId: 3,
}
const STATEMENT =
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt/></Document>'
/** In the format of PushSubscription: any point on the curve is valid. */
const BROWSER = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/',
  keys: {
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: 'AAAAAAAAAAAAAAAAAAAAAA',
  },
}
const VIEW = '?north_east=48,9&south_west=47,8'

// biome-ignore format: one line a route
export const ROUTES: Route[] = [
  route('GET //', '200 200 200 200'),
  route('GET //*', '200 200 200 200', undefined, '/profile'),
  route('GET //embed', '200 200 200 200'),
  route('GET //img/stickers/:name', '404 404 404 404', undefined, '/img/stickers/none.svg'),
  route('GET //img/stickers/:name(^(?:[0-9a-f]{32}[.](?:svg|png)|letter-[a-z]+-[a-z0-9][.]svg)$)', '200 200 200 200', undefined, '/img/stickers/letter-tools-b.svg'),
  route('GET //img/brand/:name(^[0-9a-f]{32}(?:[.]svg|[.]png|-touch[.]png|-small[.]png|-large[.]png|-maskable[.]png)$)', '404 404 404 404', undefined, `/img/brand/${'0'.repeat(32)}.svg`),
  route('GET //img/previews/:name', '200 200 200 200', undefined, ({ letterbox }) => `/img/previews/${letterbox}.png`),
  route('GET //basemap/streets.json', '200 200 200 200'),
  route('GET //basemap/streets/:z/:x/:y.mvt', '200 200 200 200', undefined, '/basemap/streets/0/0/0.mvt'),
  route('GET //calendar/:secret.ics', '404 404 404 404', undefined, `/calendar/${'0'.repeat(43)}.ics`),
  route('GET //manifest.webmanifest', '200 200 200 200'),
  route('GET //.well-known/change-password', '302 302 302 302'),
  route('GET //metrics', '403 403 403 403'),
  route('GET //healthz', '200 200 200 200'),
  route('GET //readyz', '200 200 200 200'),
  route('GET //dev/mail', '200 200 200 200'),
  route('GET //dev/mail.json', '200 200 200 200'),
  route('GET //dev/mail/:id', '200 200 200 200', undefined, ({ mail }) => `/dev/mail/${mail}`),
  route('GET //dev/mail/:id/body', '200 200 200 200', undefined, ({ mail }) => `/dev/mail/${mail}/body`),
  route('GET //dev/mail/:id/attachments/:index', '404 404 404 404', undefined, ({ mail }) => `/dev/mail/${mail}/attachments/0`),
  route('GET //api/docs', '200 200 200 200'),
  route('GET //api/docs/static/*', '404 404 404 404', undefined, '/api/docs/static/none'),
  route('GET //api/docs/json', '200 200 200 200'),
  route('GET //api/docs/yaml', '200 200 200 200'),
  route('GET //api/docs/static/index.html', '302 302 302 302'),
  route('GET //api/docs/static/swagger-initializer.js', '200 200 200 200'),
  route('GET /openapi.json', '200 200 200 200'),
  route('GET /config', '200 200 200 200'),
  route('POST /objections/about', '422 422 422 422', () => ({ token: TOKEN })),
  route('POST /objections/store', '422 422 422 422', () => ({ token: TOKEN, text: 'No' })),
  route('GET /legal/page', '404 404 404 404', undefined, '?page=imprint'),
  route('GET /legal/versions', '200 200 200 200', undefined, '?page=imprint'),
  route('GET /legal/consent', '401 200 200 200'),
  route('POST /legal/consent', '401 409 409 409', () => ({ version: 1 })),
  route('GET /captcha/challenge', '200 200 200 200'),
  route('GET /impact', '200 200 200 200'),
  route('GET /items', '200 200 200 200'),
  route('GET /items/getAllItemsByLetterboxId', '404 404 200 200', undefined, ({ letterbox }) => `?letterboxId=${letterbox}`),
  route('GET /letterboxes', '200 200 200 200', undefined, VIEW),
  route('GET /letterboxes/filterLetterBoxesByStickerId', '200 200 200 200', undefined, `${VIEW}&sticker_id=4`),
  route('GET /letterboxes/tiles/:z/:x/:y', '200 200 200 200', undefined, `${API_BASE}/letterboxes/tiles/0/0/0`),
  route('GET /letterboxes/stickerCounts', '200 200 200 200', undefined, VIEW),
  route('GET /letterboxes/getLetterboxById', '404 404 200 200', undefined, ({ letterbox }) => `?letterbox_id=${letterbox}`),
  route('GET /letterboxes/thanks', '404 404 200 200', undefined, ({ letterbox }) => `?id=${letterbox}`),
  route('GET /letterboxes/geojson', '200 200 200 200'),
  route('GET /letterboxes/news.atom', '200 200 200 200', undefined, '?lat=47&lng=8'),
  route('GET /letterboxes/news.json', '200 200 200 200', undefined, '?lat=47&lng=8'),
  route('GET /letterboxes/byLine', '200 200 200 200', undefined, '?q=leiter&latitude=47&longitude=8'),
  route('GET /letterboxes/byAddress', '200 200 200 200', undefined, '?q=Weg%201'),
  route('GET /letterboxes/resellers', '200 200 200 200', undefined, VIEW),
  route('GET /letterboxes/stickerSheet', '401 404 200 404'),
  route('POST /letterboxes/updateLetterboxAddress', '401 200 200 200', () => PERSON),
  route('POST /letterboxes/updateLetterboxLocation', '401 409 200 409', () => SPOT),
  route('POST /letterboxes/updateItemLine', '401 409 200 409', () => ({ item_id: ITEM, line: '3 m' })),
  route('POST /letterboxes/updateItemCopies', '401 409 200 409', () => ({ item_id: ITEM, copies: 2 })),
  route('POST /letterboxes/updateLetterboxItems', '401 409 200 409', () => ({ selected_items_id: [] })),
  route('POST /letterboxes/updateHoliday', '401 409 200 409', () => ({ holiday_until: null })),
  route('POST /letterboxes/confirmItems', '401 409 200 409'),
  route('POST /letterboxes/answerConfirmation', '422 422 422 422', () => ({ token: TOKEN, answer: 'take_off' })),
  route('GET /letterboxes/stopConfirmation', '302 302 302 302', undefined, `?token=${TOKEN}`),
  route('POST /letterboxes/stopConfirmation', '422 422 422 422', undefined, `?token=${TOKEN}`),
  route('POST /map/geocoding', '200 200 200 200', () => ({ ...ADDRESS })),
  route('GET /map/search', '200 200 200 200', undefined, '?q=Bern'),
  route('GET /mail/unsubscribe', '302 302 302 302', undefined, `?token=${TOKEN}`),
  route('POST /mail/unsubscribe', '422 422 422 422', undefined, `?token=${TOKEN}`),
  route('POST /mail/about', '422 422 422 422', () => ({ token: TOKEN })),
  route('POST /mail/off', '422 422 422 422', () => ({ token: TOKEN })),
  route('POST /mail/undoOff', '422 422 422 422', () => ({ token: TOKEN, was: {} })),
  route('POST /auth/register', '201 201 201 201', () => ({ ...PERSON, email: newEmail() })),
  route('POST /auth/emailConfirmation', '422 422 422 422', () => ({ email_confirmation_token: TOKEN })),
  route('POST /auth/resendEmailConfirmationToken', '401 409 409 409'),
  route('POST /auth/setPassword', '401 204 204 204', () => ({ password: PASSWORD })),
  route('POST /auth/login', '401 401 401 401', ({ owner }) => ({ email: owner.email, password: PASSWORD })),
  route('POST /auth/loginWithToken', '422 422 422 422', () => ({ token: TOKEN })),
  route('POST /auth/lookAtLink', '422 422 422 422', () => ({ token: TOKEN })),
  route('POST /auth/sendOwnLoginLink', '401 204 204 204'),
  route('POST /auth/forgotPassword', '204 204 204 204', ({ owner }) => ({ email: owner.email })),
  route('POST /auth/sendLoginLink', '204 204 204 204', ({ owner }) => ({ email: owner.email })),
  route('POST /auth/restoreEmail', '422 422 422 422', () => ({ token: TOKEN, former_password: 'x' })),
  route('POST /auth/notMe', '422 422 422 422', () => ({ token: TOKEN })),
  route('POST /auth/resetPassword', '422 422 422 422', () => ({ token: TOKEN, password: PASSWORD })),
  route('POST /auth/updateAccountInfo', '401 200 200 200', () => ({ ...PERSON, email: newEmail() })),
  route('POST /auth/logout', '401 204 204 204'),
  route('GET /sessions', '401 200 200 200'),
  route('POST /sessions/end', '401 404 204 404', ({ session }) => ({ id: session })),
  route('POST /sessions/endOthers', '401 204 204 204'),
  route('POST /sessions/endAll', '401 204 204 204'),
  route('GET /securityEvents', '401 200 200 200'),
  route('GET /accessTokens', '401 200 200 200'),
  route('POST /accessTokens/create', '401 201 201 201', () => ({ name: 'Script', writes: false, tasks: [], days: 30 })),
  route('POST /accessTokens/end', '401 404 404 404', () => ({ id: randomUUID() })),
  route('GET /admin/webhooks', '404 404 404 200'),
  route('POST /admin/webhooks/create', '404 404 404 201', () => ({
    url: 'https://hooks.example.org/',
    events: ['order.paid'],
  })),
  route('GET /admin/webhooks/secret', '404 404 404 404', undefined, ({ order }) => `?id=${order}`),
  route('POST /admin/webhooks/switch', '404 404 404 404', ({ order }) => ({ id: order, on: true })),
  route('POST /admin/webhooks/remove', '404 404 404 404', ({ order }) => ({ id: order })),
  route('GET /admin/webhooks/deliveries', '404 404 404 404', undefined, ({ order }) => `?id=${order}`),
  route('POST /admin/webhooks/resend', '404 404 404 404', ({ order }) => ({ id: order })),
  route('POST /admin/webhooks/rotate', '404 404 404 404', ({ order }) => ({
    id: order,
    at_once: false,
  })),
  route('POST /admin/webhooks/test', '404 404 404 404', ({ order }) => ({ id: order })),
  route('GET /admin/accessTokens', '404 404 404 200'),
  route('POST /admin/accessTokens/create', '404 404 404 201', () => ({
    name: 'Statistics',
    writes: false,
    tasks: ['treasury'],
    days: 30,
  })),
  route('POST /admin/accessTokens/end', '404 404 404 404', () => ({ id: randomUUID() })),
  route('GET /passkeys', '401 200 200 200'),
  route('POST /passkeys/startRegistration', '401 200 200 200', () => ({})),
  route('POST /passkeys/register', '401 422 422 422', () => ({ name: 'Phone', credential: {} })),
  route('POST /passkeys/rename', '401 404 200 404', ({ passkey }) => ({ id: passkey, name: 'Phone' })),
  route('POST /passkeys/remove', '401 404 204 404', ({ passkey }) => ({ id: passkey })),
  route('POST /passkeys/startLogin', '200 200 200 200', () => ({})),
  route('POST /passkeys/prove', '401 422 422 422', () => ({ credential: {} })),
  route('GET /secondFactors', '401 200 200 200'),
  route('POST /secondFactors/begin', '401 200 200 200'),
  route('POST /secondFactors/confirm', '401 422 422 422', () => ({ code: '000000' })),
  route('POST /secondFactors/newCodes', '401 404 404 404'),
  route('POST /secondFactors/remove', '401 404 404 404'),
  route('POST /secondFactors/prove', '401 422 422 422', () => ({ code: '000000' })),
  route('POST /secondFactors/logIn', '422 422 422 422', () => ({ token: TOKEN, code: '000000' })),
  route('POST /passkeys/login', '422 422 422 422', () => ({ credential: {} })),
  route('POST /identityProviders/start', '404 404 404 404', () => ({ provider: 'none', browser: BROWSER_SECRET })),
  route('POST /identityProviders/startLinking', '401 404 404 404', () => ({
    provider: 'none',
    browser: BROWSER_SECRET,
  })),
  route('POST /identityProviders/finish', '404 404 404 404', () => ({
    provider: 'none',
    browser: BROWSER_SECRET,
    query: '',
  })),
  route('POST /identityProviders/waiting', '422 422 422 422', () => ({ browser: BROWSER_SECRET })),
  route('POST /identityProviders/link', '401 422 422 422', () => ({ browser: BROWSER_SECRET })),
  route('POST /identityProviders/register', '422 422 422 422', () => ({ ...PERSON, browser: BROWSER_SECRET })),
  route('POST /identityProviders/leave', '404 404 404 404', () => ({ provider: 'none' })),
  route('GET /letterboxes/listedAlready', '401 200 200 200'),
  route('GET /identityProviders/linked', '401 200 200 200'),
  route('POST /identityProviders/answerEmail', '401 404 404 404', ({ linked }) => ({ id: linked, take: true })),
  route('POST /identityProviders/unlink', '401 404 200 404', ({ linked }) => ({ id: linked })),
  route('GET /users/userinfo', '401 200 200 200'),
  route('GET /users/export', '401 200 200 200'),
  route('POST /users/remove', '401 204 204 204'),
  route('GET /userSettings', '401 200 200 200'),
  route('POST /userSettings/update', '401 200 200 200', () => ({ lang: 'fr' })),
  route('POST /userSettings/markTourMapAsSeen', '401 200 200 200'),
  route('POST /userSettings/markTourLetterboxAsSeen', '401 200 200 200'),
  route('GET /userSettings/notifications', '401 200 200 200'),
  route('POST /userSettings/notifications', '401 200 200 200', () => ({ wish: 'daily' })),
  route('GET /userSettings/mails', '401 200 200 200'),
  route('POST /userSettings/mails', '401 200 200 200', () => ({ announcements: true })),
  route('GET /push/devices', '401 200 200 200'),
  route('POST /push/received', '204 204 204 204', () => ({ endpoint: BROWSER.endpoint, auth: BROWSER.keys.auth })),
  route('POST /push/subscribe', '401 204 204 204', ({ letterbox }) => ({ ...BROWSER, endpoint: BROWSER.endpoint + letterbox })),
  route('POST /push/unsubscribe', '401 204 204 204', () => ({ endpoint: BROWSER.endpoint })),
  route('GET /letterboxCodes/scan', '404 404 404 404', undefined, `?code=${'0'.repeat(7)}`),
  route('POST /letterboxCodes/own', '401 409 200 409'),
  route('POST /letterboxCodes/renew', '401 409 200 409'),
  route('POST /letterboxCodes/claim', '401 409 404 409', () => ({ code: '0'.repeat(7) })),
  route('POST /letterboxCodes/giveAway', '401 404 404 404', () => ({ code: '0'.repeat(7) })),
  route('POST /privacy/update', '401 200 200 200', () => ({ show_name: true })),
  route('GET /transactions', '401 200 200 200', undefined, ({ transaction }) => `?transaction_id=${transaction}`),
  route('GET /transactions/getNumberOfNewTransactions', '401 200 200 200'),
  route('GET /transactions/getNumberOfWaitingTransactions', '401 200 200 200'),
  route('GET /transactions/calendar', '401 404 404 404', undefined, ({ transaction }) => `?transaction_id=${transaction}`),
  route('GET /transactions/alternatives', '401 404 404 404', undefined, ({ transaction }) => `?transaction_id=${transaction}`),
  route('GET /transactions/outlook', '401 404 200 404', undefined, ({ transaction }) => `?transaction_id=${transaction}`),
  route('GET /transactions/calendarFeed', '401 200 200 200'),
  route('POST /transactions/makeCalendarFeed', '401 201 201 201', () => ({})),
  route('POST /transactions/endCalendarFeed', '401 204 204 204', () => ({})),
  route('GET /transactions/lent', '401 200 200 200'),
  route('GET /transactions/takenBesides', '401 404 200 404', undefined, ({ transaction }) => `?transaction_id=${transaction}`),
  route('GET /transactions/standing', '401 200 200 200', undefined, ({ owner }) => `?renter_id=${owner.id}&item_id=${ITEM}`),
  route('GET /transactions/takenDays', '401 404 403 404', undefined, ({ owner }) => `?renter_id=${owner.id}&item_id=${ITEM}`),
  route('GET /transactions/quotedText', '401 404 404 404', undefined, ({ transaction }) => `?transaction_id=${transaction}&message_id=${transaction}`),
  route('GET /transactions/open', '401 200 200 200'),
  route('GET /transactions/allowance', '401 200 200 200'),
  route('POST /transactions/create', '401 404 403 404', ({ owner }) => ({ renter_id: owner.id, item_id: ITEM, text: 'Hi' })),
  route('POST /transactions/sendMessage', '401 404 201 404', ({ transaction }) => ({ transaction_id: transaction, text: 'Hi' })),
  route('POST /transactions/markMessagesSeen', '401 404 204 404', ({ transaction }) => ({ transaction_id: transaction })),
  route('POST /transactions/ask', '401 404 403 404', ({ owner }) => ({ renter_ids: [owner.id], item_id: ITEM, text: 'Hi' })),
  route('POST /transactions/propose', '401 404 200 404', ({ transaction }) => ({ transaction_id: transaction, wanted_from: A_DAY_TO_COME })),
  route('POST /transactions/answer', '401 404 200 404', ({ transaction }) => ({ transaction_id: transaction, answer: 'accept' })),
  route('POST /transactions/withdraw', '401 404 409 404', ({ transaction }) => ({ transaction_id: transaction })),
  route('POST /transactions/sayAgreed', '401 404 409 404', ({ transaction }) => ({ transaction_id: transaction, wanted_from: A_DAY_TO_COME })),
  route('POST /transactions/sayFetched', '401 404 409 404', ({ transaction }) => ({ transaction_id: transaction, since: A_DAY_BEFORE, return_by: A_DAY_TO_COME })),
  route('POST /transactions/noteLoan', '401 404 200 404', ({ transaction }) => ({ transaction_id: transaction, since: A_DAY_BEFORE })),
  route('POST /transactions/changeDays', '401 404 409 404', ({ transaction }) => ({ transaction_id: transaction, return_by: A_DAY_TO_COME })),
  route('POST /transactions/agreeDays', '401 404 409 404', ({ transaction }) => ({ transaction_id: transaction, return_by: A_DAY_TO_COME })),
  route('POST /transactions/keepDays', '401 404 409 404', ({ transaction }) => ({ transaction_id: transaction })),
  route('POST /transactions/handOver', '401 404 409 404', ({ transaction }) => ({ transaction_id: transaction })),
  route('POST /transactions/notFetched', '401 404 409 404', ({ transaction }) => ({ transaction_id: transaction })),
  route('POST /transactions/return', '401 404 409 404', ({ transaction }) => ({ transaction_id: transaction })),
  route('POST /transactions/undo', '401 404 409 404', ({ transaction }) => ({ transaction_id: transaction })),
  route('POST /transactions/thank', '401 404 409 404', ({ transaction }) => ({ transaction_id: transaction, show: false })),
  route('POST /transactions/hideThanks', '401 404 404 404', ({ transaction }) => ({ transaction_id: transaction, hidden: true })),
  route('POST /transactions/archive', '401 404 204 404', ({ transaction }) => ({ transaction_id: transaction, archived: true })),
  route('POST /transactions/mute', '401 404 204 404', ({ transaction }) => ({ transaction_id: transaction, muted: true })),
  route('GET /events', '401 - - -'),
  route('GET /announcements/getFirstUnseen', '401 200 200 200'),
  route('GET /announcements/getById', '401 200 200 200', undefined, ({ announcement }) => `?id=${announcement}`),
  route('POST /announcements/markAsSeen', '401 204 204 204', ({ announcement }) => ({ id: announcement })),
  route('GET /reports/types', '200 200 200 200'),
  route('POST /reports/store', '404 404 201 201', ({ letterbox }) => ({ ...REPORT, letterboxId: letterbox })),
  route('POST /reports/storeMessage', '401 404 201 404', ({ transaction }) => ({ transaction_id: transaction, reason: 'rude' })),
  route('POST /general-feedbacks/send', '401 201 201 201', () => ({ content: 'Thank you' })),
  route('GET /household', '401 200 200 200'),
  route('POST /household/invite', '401 409 204 409', () => ({ email: newEmail() })),
  route('POST /household/withdraw', '401 404 204 404', ({ invitation }) => ({ id: invitation })),
  route('POST /household/remove', '401 404 204 404', ({ member }) => ({ member_id: member })),
  route('POST /household/leave', '401 404 403 404'),
  route('POST /household/invitation', '422 422 422 422', () => ({ token: TOKEN })),
  route('POST /household/register', '422 422 422 422', () => ({ firstname: 'Eve', lastname: 'Muster', email: newEmail(), token: TOKEN + numbers })),
  route('POST /household/join', '401 422 422 422', () => ({ token: TOKEN })),
  route('GET /product', '200 200 200 200'),
  route('GET /product/byId', '200 200 200 200', undefined, '?product_id=1'),
  route('POST /orders/store', '201 201 201 201', ({ order }) => ({ ...PERSON, email: newEmail(), amount: 1, replaces: order })),
  route('POST /orders/updatePaymentAmount', '404 404 200 404', ({ order, refno }) => ({ id: order, refno, payment_amount: 20 })),
  route('POST /orders/requestInvoice', '404 404 503 404', ({ order, refno }) => ({ id: order, refno })),
  route('GET /orders/receipt', '401 404 200 200', undefined, ({ paid }) => `?order_id=${paid}`),
  route('GET /orders/invoice', '401 404 404 404', undefined, ({ order }) => `?order_id=${order}`),
  route('POST /orders/removeAsUser', '401 404 204 404', ({ order }) => ({ id: order })),
  route('POST /orders/removeByKey', '404 404 404 404', () => ({ key: randomUUID() })),
  route('GET /orders/loadAllAsUser', '401 200 200 200'),
  route('GET /orders/loadById', '200 200 200 200', undefined, ({ order }) => `?order_id=${order}`),
  route('POST /payment/stripe/chargePayment', '200 200 200 200', ({ payable }) => ({ stripeToken: 'tok_visa', orderRefno: payable })),
  route('POST /payment/paypal/createPayment', '503 503 503 503', ({ payable }) => ({ orderRefno: payable })),
  route('POST /payment/paypal/executePayment', '503 503 503 503', ({ payable }) => ({ orderRefno: payable, paymentID: 'P', payerID: 'B' })),
  route('GET /payment/status', '200 200 200 200', undefined, ({ order }) => `?order_id=${order}`),
  route('POST /admin/orders/refund', '404 404 404 409', ({ order }) => ({ id: order })),
  route('POST /payment/sandbox/confirm', '404 404 404 404', () => ({ client_secret: TOKEN, approve: true })),
  route('POST /admin/bankStatements/import', '404 404 404 200', () => ({ xml: STATEMENT })),
  route('POST /admin/orders/recordPayment', '404 404 404 200', ({ unpaid }) => ({ id: unpaid, amount: 7, received_on: '2026-01-02' })),
  route('GET /admin/queues', '404 404 404 200'),
  route('GET /admin/overview', '404 404 404 200'),
  route('GET /admin/overview/report', '404 404 404 200', undefined, () => '?year=2026&lang=de'),
  route('GET /admin/announcements', '404 404 404 200'),
  route('GET /admin/announcements/byId', '404 404 404 200', undefined, ({ announcement }) => `?id=${announcement}`),
  route('GET /admin/announcements/reach', '404 404 404 200', undefined, () => '?audience=all'),
  route('GET /admin/announcements/answers', '404 404 404 200', undefined, ({ announcement }) => `?id=${announcement}`),
  route('GET /admin/announcements/mail', '404 404 404 200', undefined, ({ announcement }) => `?id=${announcement}&lang=de`),
  route('GET /admin/announcements/sending', '404 404 404 200', undefined, ({ announcement }) => `?id=${announcement}`),
  route('POST /admin/announcements/test', '404 404 404 204', ({ announcement }) => ({ id: announcement })),
  route('POST /admin/announcements/send', '404 404 404 409', ({ announcement }) => ({ id: announcement, version: 9 })),
  route('POST /admin/announcements/unplan', '404 404 404 409', ({ announcement }) => ({ id: announcement })),
  route('POST /admin/announcements/pause', '404 404 404 409', ({ announcement }) => ({ id: announcement })),
  route('POST /admin/announcements/resume', '404 404 404 409', ({ announcement }) => ({ id: announcement })),
  route('POST /admin/announcements/create', '404 404 404 201', () => ({ title: 'T', content: 'C' })),
  route('POST /admin/announcements/update', '404 404 404 200', ({ announcement }) => ({ id: announcement, version: 0, title: 'T', content: 'C' })),
  route('POST /admin/announcements/publish', '404 404 404 409', ({ announcement }) => ({ id: announcement, version: 9 })),
  route('POST /admin/announcements/retire', '404 404 404 409', ({ announcement }) => ({ id: announcement, version: 9 })),
  route('POST /admin/announcements/remove', '404 404 404 409', ({ announcement }) => ({ id: announcement, version: 9 })),
  route('GET /admin/audit', '404 404 404 200'),
  route('GET /admin/imports', '404 404 404 200'),
  route('GET /admin/imports/byId', '404 404 404 404', undefined, ({ letterbox }) => `?id=${letterbox}`),
  route('POST /admin/imports/check', '404 404 404 201', () => ({ file_name: 'list.csv', content: 'YQ==' })),
  route('GET /admin/imports/problems', '404 404 404 404', undefined, ({ letterbox }) => `?id=${letterbox}&kind=rejections`),
  route('GET /admin/imports/rejects', '404 404 404 404', undefined, ({ letterbox }) => `?id=${letterbox}`),
  route('POST /admin/imports/append', '404 404 404 404', ({ letterbox }) => ({ id: letterbox, offset: 0, content: 'YQ==', is_last: true })),
  route('POST /admin/imports/choose', '404 404 404 404', ({ letterbox }) => ({ id: letterbox, version: 0 })),
  route('POST /admin/imports/run', '404 404 404 404', ({ letterbox }) => ({ id: letterbox, version: 0 })),
  route('POST /admin/imports/discard', '404 404 404 404', ({ letterbox }) => ({ id: letterbox, version: 0 })),
  route('POST /admin/imports/mailOwners', '404 404 404 404', ({ letterbox }) => ({ id: letterbox, version: 0 })),
  route('GET /admin/moving', '404 404 404 200'),
  route('GET /admin/moving/preview', '404 404 404 200', undefined, () => '?lang=de'),
  route('POST /admin/moving/save', '404 404 404 200', () => ({ texts: { de: 'x', en: 'x', fr: 'x' }, most_bounces: 5, version: 0 })),
  route('POST /admin/moving/test', '404 404 404 204', () => ({ lang: 'de' })),
  route('POST /admin/moving/send', '404 404 404 409', () => ({ part: 'all', version: 0 })),
  route('POST /admin/moving/pause', '404 404 404 409', () => ({})),
  route('POST /admin/moving/resume', '404 404 404 409', () => ({})),
  route('POST /admin/imports/undo', '404 404 404 404', ({ letterbox }) => ({ id: letterbox, version: 0 })),
  route('GET /admin/users', '404 404 404 200'),
  route('GET /admin/users/byId', '404 404 404 200', undefined, ({ owner }) => `?id=${owner.id}`),
  route('GET /admin/securityEvents', '404 404 404 200', undefined, ({ owner }) => `?id=${owner.id}`),
  route('POST /admin/users/resendConfirmation', '404 404 404 409', ({ owner }) => ({ id: owner.id })),
  route('POST /admin/users/sendLink', '404 404 404 200', ({ owner }) => ({ id: owner.id, link: 'login' })),
  route('POST /admin/users/correctEmail', '404 404 404 409', ({ owner }) => ({ id: owner.id, version: 1, email: 'new@example.org' })),
  route('POST /admin/users/exportData', '404 404 404 200', ({ owner }) => ({ id: owner.id })),
  route('POST /admin/users/endSessions', '404 404 404 409', ({ owner }) => ({ id: owner.id, version: 1 })),
  route('POST /admin/users/resetSecondFactor', '404 404 404 409', ({ owner }) => ({ id: owner.id, version: 1 })),
  route('POST /admin/users/suspend', '404 404 404 409', ({ admin }) => ({ id: admin.id, version: 1, reason: 'No' })),
  route('POST /admin/users/restore', '404 404 404 409', ({ owner }) => ({ id: owner.id, version: 1 })),
  route('POST /admin/users/setBetaTester', '404 404 404 409', ({ owner }) => ({ id: owner.id, version: 1, beta_tester: true })),
  route('GET /admin/users/running', '404 404 404 200', undefined, ({ owner }) => `?id=${owner.id}`),
  route('GET /admin/users/mergePreview', '404 404 404 409', undefined, ({ owner, admin }) => `?id=${owner.id}&from=${admin.id}`),
  route('POST /admin/users/merge', '404 404 404 409', ({ owner, other }) => ({ id: owner.id, from: other.id, seen: '' })),
  route('POST /admin/users/remove', '404 404 404 409', ({ owner }) => ({ id: owner.id, version: 1 })),
  route('GET /admin/roles', '404 404 404 200'),
  route('GET /admin/roles/byId', '404 404 404 200', undefined, ({ owner }) => `?id=${owner.id}`),
  route('POST /admin/roles/set', '404 404 404 409', ({ owner }) => ({ id: owner.id, version: 1, tasks: ['shipping'] })),
  route('GET /admin/newcomers', '404 404 404 200'),
  route('POST /admin/newcomers/letIn', '404 404 404 409', ({ owner }) => ({ id: owner.id })),
  route('POST /admin/newcomers/decline', '404 404 404 409', ({ owner }) => ({ id: owner.id, reason: 'No' })),
  route('GET /admin/invitations', '404 404 404 200'),
  route('GET /admin/invitations/byId', '404 404 404 404', undefined, ({ report }) => `?id=${report}`),
  route('GET /admin/invitations/streets', '404 404 404 200', undefined, '?search=land'),
  route('GET /admin/invitations/houses', '404 404 404 404', undefined, '?name=Nowhere&postcode=&city='),
  route('GET /admin/invitations/imported', '404 404 404 404', undefined, ({ report }) => `?id=${report}`),
  route('POST /admin/invitations/preview', '404 404 404 404', ({ report }) => ({ source: { kind: 'imported', import_id: report, letterbox_ids: [report] }, lang: 'de', text: '', window: 'left' })),
  route('POST /admin/invitations/create', '404 404 404 404', ({ report }) => ({ source: { kind: 'imported', import_id: report, letterbox_ids: [report] }, lang: 'de', text: '', window: 'left' })),
  route('GET /admin/invitations/letters', '404 404 404 404', undefined, ({ report }) => `?id=${report}`),
  route('POST /admin/invitations/revoke', '404 404 404 404', ({ report }) => ({ id: report })),
  route('GET /admin/objections', '404 404 404 200'),
  route('GET /admin/objections/year', '404 404 404 200', undefined, '?year=2026'),
  route('POST /admin/objections/answer', '404 404 404 404', ({ report }) => ({ id: report, outcome: 'upheld', text: 'No' })),
  route('GET /admin/legal', '404 404 404 200'),
  route('GET /admin/legal/template', '404 404 404 200', undefined, '?page=imprint&country=CH'),
  route('POST /admin/legal/publish', '404 404 404 200', () => ({ page: 'imprint', country: 'CH', version: 0, texts: { de: 'Wir', en: 'We', fr: 'Nous' }, asks_consent: false })),
  route('POST /admin/legal/withdraw', '404 404 404 409', () => ({ page: 'imprint', version: 9 })),
  route('GET /admin/updates', '404 404 404 200'),
  route('GET /admin/keys', '404 404 404 200'),
  route('GET /admin/backups', '404 404 404 200'),
  route('POST /admin/backups/make', '404 404 404 200'),
  route('POST /admin/backups/link', '404 404 404 404', () => ({ name: NO_BACKUP })),
  route('POST /admin/backups/remove', '404 404 404 404', () => ({ name: NO_BACKUP })),
  route('GET /backups/file', '404 404 404 404', undefined, `?name=${NO_BACKUP}&key=${TOKEN}`),
  route('GET /admin/settings', '404 404 404 200'),
  route('POST /admin/settings/save', '404 404 404 200', () => ({ key: 'links', version: 0, value: [] })),
  route('GET /admin/settings/history', '404 404 404 200', undefined, () => '?key=banner'),
  route('POST /admin/settings/restore', '404 404 404 404', () => ({ key: 'banner', version: 0, to: 99 })),
  route('POST /admin/settings/logo', '404 404 404 422', () => ({ file: 'R0lGODlh' })),
  route('GET /admin/held-messages', '404 404 404 200'),
  route('GET /admin/held-messages/thanks', '404 404 404 200'),
  route('POST /admin/held-messages/settleThanks', '404 404 404 200', ({ letterbox }) => ({ transaction_id: letterbox, side: 'borrower', show: true })),
  route('POST /admin/held-messages/release', '404 404 404 200', ({ letterbox }) => ({ ids: [letterbox] })),
  route('POST /admin/held-messages/discard', '404 404 404 200', ({ letterbox }) => ({ ids: [letterbox], reason: 'No' })),
  route('GET /admin/message-reports', '404 404 404 200'),
  route('POST /admin/message-reports/settle', '404 404 404 200', ({ letterbox }) => ({ ids: [letterbox], outcome: 'unfounded' })),
  route('GET /admin/letterboxes', '404 404 404 200'),
  route('GET /admin/letterboxes/byId', '404 404 404 200', undefined, ({ letterbox }) => `?id=${letterbox}`),
  route('POST /admin/letterboxes/update', '404 404 404 409', ({ letterbox }) => ({ id: letterbox, version: 999, address: 'Weg 1', postcode: '8000', city: 'Ort', country: 'CH', latitude: null, longitude: null, selected_items_id: [] })),
  route('POST /admin/letterboxes/hide', '404 404 404 409', ({ letterbox }) => ({ id: letterbox, version: 999, reason: 'Gone' })),
  route('POST /admin/letterboxes/show', '404 404 404 409', ({ letterbox }) => ({ id: letterbox, version: 999 })),
  route('POST /admin/letterboxes/verify', '404 404 404 409', ({ letterbox }) => ({ id: letterbox, version: 999 })),
  route('POST /admin/letterboxes/unverify', '404 404 404 409', ({ letterbox }) => ({ id: letterbox, version: 999 })),
  route('POST /admin/letterboxes/role', '404 404 404 409', ({ letterbox }) => ({ id: letterbox, version: 999, reseller: true, supporter_given_until: null })),
  route('GET /admin/items', '404 404 404 200'),
  route('GET /admin/items/byId', '404 404 404 200', undefined, `?id=${ITEM}`),
  route('GET /admin/items/mergePreview', '404 404 404 200', undefined, `?id=${ITEM}&into=${ITEM}`),
  route('POST /admin/items/artwork', '404 404 404 422', () => ({ file: 'R0lGODlh', category: 'tools' })),
  route('POST /admin/items/create', '404 404 404 201', () => newItem()),
  route('POST /admin/items/update', '404 404 404 409', () => ({ ...newItem(), id: ITEM, version: 99 })),
  route('POST /admin/items/activate', '404 404 404 409', () => ({ id: ITEM, version: 0 })),
  route('POST /admin/items/deactivate', '404 404 404 409', () => ({ id: ITEM, version: 99 })),
  route('POST /admin/items/move', '404 404 404 409', () => ({ id: ITEM, version: 99, to: 'up' })),
  route('POST /admin/items/merge', '404 404 404 409', () => ({ id: ITEM, version: 0, into: ITEM })),
  route('POST /admin/message-reports/assign', '404 404 404 200', ({ letterbox }) => ({ ids: [letterbox], mine: true })),
  route('GET /admin/reports', '404 404 404 200'),
  route('GET /admin/reports/byId', '404 404 404 200', undefined, ({ report }) => `?id=${report}`),
  route('POST /admin/reports/assign', '404 404 404 200', ({ report }) => ({ id: report, version: 0, mine: true })),
  route('POST /admin/reports/note', '404 404 404 200', ({ report }) => ({ id: report, version: 0, note: 'Called' })),
  route('POST /admin/reports/settle', '404 404 404 200', ({ report }) => ({ id: report, version: 0, outcome: 'done' })),
  route('POST /admin/reports/reopen', '404 404 404 409', ({ report }) => ({ id: report, version: 0 })),
  route('POST /admin/reports/answer', '404 404 404 200', ({ report }) => ({ id: report, version: 0, text: 'Thanks', request_id: randomUUID() })),
  route('GET /admin/feedback', '404 404 404 200'),
  route('GET /admin/feedback/byId', '404 404 404 200', undefined, ({ feedback }) => `?id=${feedback}`),
  route('POST /admin/feedback/assign', '404 404 404 200', ({ feedback }) => ({ id: feedback, version: 0, mine: true })),
  route('POST /admin/feedback/note', '404 404 404 200', ({ feedback }) => ({ id: feedback, version: 0, note: 'Called' })),
  route('POST /admin/feedback/settle', '404 404 404 200', ({ feedback }) => ({ id: feedback, version: 0, outcome: 'done' })),
  route('POST /admin/feedback/reopen', '404 404 404 409', ({ feedback }) => ({ id: feedback, version: 0 })),
  route('POST /admin/feedback/answer', '404 404 404 200', ({ feedback }) => ({ id: feedback, version: 0, text: 'Thanks', request_id: randomUUID() })),
  route('GET /admin/orders', '404 404 404 200'),
  route('GET /admin/orders/byId', '404 404 404 200', undefined, ({ order }) => `?id=${order}`),
  route('GET /admin/orders/export', '404 404 404 200'),
  route('GET /admin/orders/ideas', '404 404 404 200'),
  route('GET /admin/orders/ideas/export', '404 404 404 200'),
  route('POST /admin/orders/ideas/mark', '404 404 404 404', ({ order }) => ({ id: order, from: 'new', to: 'seen' })),
  route('POST /admin/orders/bulk', '404 404 404 200', ({ order }) => ({ act: 'ship', orders: [{ id: order, version: 0 }] })),
  route('POST /admin/orders/settle', '404 404 404 404', ({ order }) => ({ id: order, of: order })),
  route('POST /admin/orders/packingSlips', '404 404 404 200', ({ paid }) => ({ ids: [paid] })),
  route('POST /admin/orders/packingList', '404 404 404 200', ({ paid }) => ({ ids: [paid], lang: 'de' })),
  route('POST /admin/orders/handOutStickers', '404 404 404 200', () => ({ lang: 'en' })),
  route('POST /admin/orders/codeStickers', '404 404 404 200', ({ paid }) => ({ ids: [paid] })),
  route('POST /admin/orders/addressLabels', '404 404 404 200', ({ paid }) => ({ ids: [paid] })),
  route('GET /admin/bankStatements/imported', '404 404 404 404', undefined, ({ order }) => `?id=${order}`),
  route('GET /admin/bankStatements/unmatched', '404 404 404 200'),
  route('POST /admin/bankStatements/assign', '404 404 404 404', ({ order, refno }) => ({ id: order, version: 0, refno })),
  route('POST /admin/bankStatements/setAside', '404 404 404 404', ({ order }) => ({ id: order, version: 0 })),
  route('POST /admin/bankStatements/giveBack', '404 404 404 404', ({ order }) => ({ id: order, version: 0, returned_on: '2026-01-05' })),
  route('POST /admin/bankStatements/setManyAside', '404 404 404 200', ({ order }) => ({ payments: [{ id: order, version: 0 }] })),
  route('POST /admin/bankStatements/reopen', '404 404 404 404', ({ order }) => ({ id: order, version: 0 })),
  route('POST /admin/orders/confirm', '404 404 404 409', ({ paid }) => ({ id: paid, version: 0 })),
  route('POST /admin/orders/ship', '404 404 404 409', ({ order }) => ({ id: order, version: 0 })),
  route('POST /admin/orders/unship', '404 404 404 409', ({ order }) => ({ id: order, version: 0 })),
  route('POST /admin/orders/remind', '404 404 404 200', ({ unpaid }) => ({ id: unpaid, version: 0 })),
  route('GET /admin/orders/correctionCost', '404 404 404 200', undefined, ({ unpaid }) => `?id=${unpaid}&amount=3`),
  route('POST /admin/orders/correct', '404 404 404 200', ({ unpaid }) => ({ id: unpaid, version: 0, city: 'Bern' })),
  route('GET /admin/orders/cashBook', '404 404 404 200', undefined, () => '?month=2026-11'),
  route('GET /admin/orders/cashBook/export', '404 404 404 200', undefined, () => '?month=2026-11'),
  route('POST /admin/orders/cancel', '404 404 404 200', ({ unpaid }) => ({ id: unpaid, version: 0 })),
  route('POST /admin/orders/note', '404 404 404 200', ({ unpaid }) => ({ id: unpaid, version: 0, note: 'Called' })),
  route('GET /admin/orders/packingSlip', '404 404 404 200', undefined, ({ paid }) => `?id=${paid}`),
  route('POST /letterboxes/verifyByParcel', '401 409 422 409', () => ({ code: parcelCodeOf(0) })),
  route('POST /letterboxes/aboutCode', '422 422 422 422', () => ({ code: parcelCodeOf(0) })),
  route('GET /users/blocked', '401 200 200 200'),
  route('POST /users/block', '401 204 204 422', ({ admin }) => ({ user_id: admin.id })),
  route('POST /users/unblock', '401 204 204 204', ({ admin }) => ({ user_id: admin.id })),
  route('GET /users/memberships', '401 200 200 200'),
  route('POST /users/updateMembershipReminders', '401 200 200 200', () => ({ membership_reminders: false })),
  route('GET /waits', '401 200 200 200'),
  route('GET /waits/here', '401 200 200 200'),
  route('POST /waits/join', '401 404 403 404', ({ letterbox }) => ({ letterbox_id: letterbox, item_id: ITEM })),
  route('POST /waits/leave', '401 204 204 204', ({ letterbox }) => ({ letterbox_id: letterbox, item_id: ITEM })),
  route('POST /waits/leaveByLink', '422 422 422 422', () => ({ token: TOKEN })),
  route('GET /wishes', '401 200 200 200'),
  route('GET /wishes/nearby', '401 200 200 200'),
  route('POST /wishes/create', '201 201 201 201', () => ({ ...SPOT, item_id: ITEM, radius: 5000, email: newEmail() })),
  route('POST /wishes/askLater', '401 404 403 404', ({ letterbox }) => ({ letterbox_id: letterbox, item_id: ITEM })),
  route('POST /wishes/remove', '401 404 204 404', ({ wish }) => ({ id: wish })),
  route('POST /transactions/heldReply', '422 422 422 422', () => ({ token: TOKEN })),
  route('POST /transactions/answerHeldReply', '422 422 422 422', () => ({ token: TOKEN, answer: 'yes' })),
  route('POST /wishes/confirm', '422 422 422 422', () => ({ token: TOKEN })),
  route('POST /wishes/end', '422 422 422 422', () => ({ token: TOKEN })),
  route('GET /wishes/unsubscribe', '302 302 302 302', undefined, `?token=${TOKEN}`),
  route('POST /wishes/unsubscribe', '204 204 204 204', undefined, `?token=${TOKEN}`),
]

/** Each call comes from a different network, so that no limit is reached. */
let networks = 0

/** Makes a call and returns its status and, if it failed, its error code. */
export async function send(
  { app }: TestApp,
  { method, url, body }: Route,
  world: World,
  actor: Actor,
  extra?: object,
) {
  networks++
  const payload = body || extra ? { ...body?.(world), ...extra } : undefined
  const response = await app.inject({
    method,
    url: url(world),
    ...(payload && { payload }),
    remoteAddress: `10.${networks >> 8}.${networks & 255}.1`,
    headers: actor === 'visitor' ? {} : { authorization: `Bearer ${world[actor].token}` },
  })
  const { statusCode: status, body: text } = response
  return { status, code: text.startsWith('{') ? JSON.parse(text).code : null }
}
