import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

/** How many rows a made-up export has. */
export interface SiteSize {
  users: number
  letterboxes: number
  orders: number
  messages: number
}

export const FULL_SIZE: SiteSize = {
  users: 25_000,
  letterboxes: 24_000,
  orders: 30_000,
  messages: 100_000,
}

/** Hashes of PHP and libxcrypt with their passwords; the last one is of no use. */
export const SAMPLED_HASHES: readonly (readonly [hash: string, password: string | null])[] = [
  ['$2y$10$.vGA1O9wmRjrwAVXD98HNOgsNpDczlqm3Jq7KnEd1rVAGv3Fykk1a', 'rasmuslerdorf'],
  ['$2y$10$Zk3vQ1mJx9TnB7cYhR5uOe36Q.UNPEZYEaDFwpsuIOzh5/dTTvZGW', 'Kirschbaum am Gartenzaun'],
  ['$2y$05$Zk3vQ1mJx9TnB7cYhR5uOeZ8egAgHfhnOV4jy15gcEbloNBA8Yl/K', 'Nachbarin Zoe\u0308'],
  ['$2a$05$Zk3vQ1mJx9TnB7cYhR5uOemGvbTNv/ZLBDtBoANciDr6yq5BAxzL2', 'Nachbarin Zo\u00eb'],
  ['$2b$05$Zk3vQ1mJx9TnB7cYhR5uOeLrA8V4FR8tzczMIgz.7ywM6VS3l1tBy', 'ä'.repeat(40)],
  [
    '$argon2i$v=19$m=65536,t=3,p=1$OEVjWWs2Z3YvWlNZQ0ZmNw$JKin7ahjmh8JYvMyFcXri0Ss/Uvd3uYpD7MG6C/5Cy0',
    'test',
  ],
  ['5f4dcc3b5aa765d61d8327deb882cf99', null],
]

/** Ids of the old site are those of its rows, from 1. */
export const emailOf = (id: number) => `Nachbarin.${id}@example.org`
export const hashOf = (id: number) => SAMPLED_HASHES[id % SAMPLED_HASHES.length]
/** Every seventh letterbox is hidden by its owner, every eleventh by the site. */
export const isHidden = (id: number) => id % 7 === 0 || id % 11 === 0
/** Accounts without an address, and with that of another account. */
const isWithoutEmail = (id: number) => id % 50 === 13
const isDoubled = (id: number) => id % 100 === 17
export const logsIn = (id: number) => !isWithoutEmail(id) && !isDoubled(id)

type Cell = string | number | null
const quoted = (cell: Cell) =>
  cell === null
    ? ''
    : /[",\n\r]/.test(String(cell))
      ? `"${String(cell).replaceAll('"', '""')}"`
      : `${cell}`

async function writeTable(
  folder: string,
  file: string,
  header: string,
  rows: Iterable<Cell[]>,
): Promise<void> {
  const stream = createWriteStream(join(folder, file))
  stream.write(`${header.split(' ').join(',')}\n`)
  for (const row of rows) {
    if (!stream.write(`${row.map(quoted).join(',')}\n`)) {
      await once(stream, 'drain')
    }
  }
  stream.end()
  await finished(stream)
}

const pad = (part: number) => String(part).padStart(2, '0')
/** A day in one of ten years; some rows have MySQL's zero date. */
const dayOf = (id: number) =>
  `${2015 + (id % 10)}-${pad(1 + (id % 12))}-${pad(1 + (id % 28))} ${pad(id % 24)}:${pad(id % 60)}:00`

function* users({ users: count }: SiteSize): Generator<Cell[]> {
  for (let id = 1; id <= count; id++) {
    const email = isWithoutEmail(id)
      ? null
      : isDoubled(id)
        ? emailOf(id - 1).toUpperCase()
        : emailOf(id)
    yield [
      id,
      id % 9 === 0 ? 'Zoe\u0308' : `Vorname ${id}`,
      id % 97 === 0 ? 'x'.repeat(150) : 'O’Brien; "Müller", geb. Straße',
      email,
      hashOf(id)?.[0] ?? '',
      id % 10 === 3 ? 0 : 1,
      id % 4 === 0 ? '0000-00-00 00:00:00' : dayOf(id),
      id === 5 ? 3 : id === 6 ? 9 : 1,
      id % 40 === 0 ? 1 : 0,
      dayOf(id),
      ['de', 'en', 'fr', 'it'][id % 4] ?? 'de',
      id % 2,
      1,
      id % 3 === 0 ? 1 : 0,
      0,
      id % 2,
      id % 5 === 0 ? 1 : 0,
      id % 20 === 0 ? 1 : 0,
      'NULL',
    ]
  }
}
const USERS =
  'id firstname lastname email password email_confirmed email_confirmed_at role_id beta_tester created_at lang tour_map_seen show_on_map show_name show_email enable_messaging enable_notifications unsubscribed remember_token'

function* letterboxes({ letterboxes: count }: SiteSize): Generator<Cell[]> {
  for (let id = 1; id <= count; id++) {
    // Around Zürich, 24,000 spots without two alike.
    const latitude = 47.3 + (id % 160) * 0.001
    const longitude = 8.4 + Math.floor(id / 160) * 0.001
    yield [
      id,
      id === 10 ? 999_999_999 : id === 12 ? 11 : id,
      `Seestrasse ${1 + (id % 200)}`,
      id % 30 === 0 ? '3. Stock' : null,
      id === 15 ? null : '8001',
      'Zürich',
      id % 3 === 0 ? 'Schweiz' : 'CH',
      id === 20 ? 0 : id === 21 ? longitude : latitude.toFixed(6),
      id === 20 ? 0 : id === 21 ? latitude : longitude.toFixed(6),
      id % 2,
      id % 7 === 0 ? 0 : 1,
      id % 11 === 0 ? 0 : 1,
      id % 500 === 1 ? 'reseller' : id % 20 === 2 ? 'supporter' : 'normal',
      id % 20 === 2 ? '2035-12-31 00:00:00' : null,
      id === 22 ? '1,777' : `${1 + (id % 5)},${1 + (id % 3)}`,
      dayOf(id),
    ]
  }
}
const LETTERBOXES =
  'id user_id address address_addition postcode city country latitude longitude location_verified show_on_map active role_name supporter_until items created_at'

const ITEMS: Cell[][] = [
  [1, 'Leiter', 'ladder', 'échelle', null],
  [2, 'Dings', 'thing', 'truc', null],
  [
    3,
    'Fondue-Caquelon vom Quartier',
    'fondue pot of the quarter',
    'caquelon du quartier',
    'pot.svg',
  ],
  [4, 'Mondfernrohr', 'moon glass', 'lunette', 'missing.png'],
  [5, 'Velopumpe', 'bicycle pump', 'pompe à vélo', null],
]

/** Cents of an order: prices that no number of pieces divides, gifts, round ones. */
const priceOf = (id: number) => (id % 13 === 0 ? 2000 : id % 17 === 0 ? 0 : 700 * amountOf(id))
const amountOf = (id: number) => 1 + (id % 3)
const donationOf = (id: number) => (id % 4 === 0 ? 350 : 0)
const STATUSES = ['processed', 'paid', 'pending_payment', 'cancelled', 'processed'] as const
const statusOf = (id: number) => (id % 301 === 0 ? 'pending_confirmation' : STATUSES[id % 5])
const cents = (value: number) => (value % 100 === 0 ? `${value / 100}` : (value / 100).toFixed(2))
export const refnoOf = (id: number) => (id % 2 ? `RE-${2015 + (id % 10)}/${id}` : `${100_000 + id}`)

function* orders({ orders: count }: SiteSize): Generator<Cell[]> {
  for (let id = 1; id <= count; id++) {
    yield [
      id,
      refnoOf(id),
      id % 6 === 0 ? null : id === 8 ? 999_999_999 : 1 + (id % 100),
      id === 9 ? 77 : 1,
      amountOf(id),
      id === 12 ? cents(priceOf(id)).replace('.', ',') : cents(priceOf(id)),
      cents(donationOf(id)),
      id % 5 === 1 ? 'EUR' : 'CHF',
      ['stripe', 'paypal', 'invoice'][id % 3] ?? 'invoice',
      id === 11 ? 'lost' : (statusOf(id) ?? 'paid'),
      dayOf(id),
      `Vorname ${id}`,
      'Käufer',
      `kauf.${id}@example.org`,
      `Seestrasse ${id}`,
      '8001',
      'Zürich',
      id % 5 === 1 ? 'DE' : 'CH',
    ]
  }
}
const ORDERS =
  'id refno user_id product_id amount price donation payment_currency payment_method order_status order_date firstname lastname email address postcode city country'

const isPaid = (id: number) => statusOf(id) === 'paid' || statusOf(id) === 'processed'
/** Paid orders without a payment in the file. */
const hasPayment = (id: number) => isPaid(id) && id % 10 !== 6

function* payments({ orders: count }: SiteSize): Generator<Cell[]> {
  let id = 0
  for (let order = 1; order <= count; order++) {
    const total = priceOf(order) + donationOf(order)
    if (!hasPayment(order) || total === 0) continue
    id += 1
    const isRefunded = order % 29 === 0
    yield [
      id,
      order,
      ['stripe', 'paypal', 'invoice'][order % 3] ?? 'invoice',
      order % 3 === 2 ? null : `ch_${order}`,
      cents(total),
      order % 5 === 1 ? 'EUR' : 'CHF',
      'succeeded',
      dayOf(order),
      isRefunded ? cents(total) : null,
      isRefunded ? dayOf(order) : null,
    ]
  }
  yield [id + 1, 3, 'stripe', 'ch_failed', '7', 'CHF', 'failed', dayOf(3), null, null]
  yield [id + 2, 888_888, 'stripe', 'ch_lost', '7.00', 'CHF', 'succeeded', dayOf(3), null, null]
  yield [id + 3, 4, 'invoice', null, '7.00', 'GBP', 'succeeded', dayOf(4), null, null]
}
const PAYMENTS =
  'id order_id provider provider_id amount currency status created_at refunded refunded_at'

const MESSAGES_EACH = 5

function* transactions({ messages: count, users: people }: SiteSize): Generator<Cell[]> {
  for (let id = 1; id <= count / MESSAGES_EACH; id++) {
    const borrower = 1 + (id % people)
    const lender = 1 + ((id + 1) % people)
    yield [
      id,
      id === 7 ? 777 : 1 + (id % 5),
      id === 4 ? 999_999_999 : borrower,
      id === 6 ? borrower : lender,
      dayOf(id),
    ]
  }
  // The same two users and item as the first one.
  yield [Math.floor(count / MESSAGES_EACH) + 1, 2, 2, 3, dayOf(2)]
}

export const LONG_TEXT = 'Lange Geschichte. '.repeat(80).trim()
const TEXTS = [
  'Hallo<br>darf ich die Leiter haben?<br/>Danke<br />Zoë',
  'Klar &amp; gern &lt;3, um 5 &quot;pünktlich&quot; &amp;lt;',
  LONG_TEXT,
  'Zeile 1<br />\r\nZeile 2; mit "Anführung", und \\n',
  'Danke!',
]

function* messages({ messages: count, users: people }: SiteSize): Generator<Cell[]> {
  for (let id = 1; id <= count; id++) {
    const transaction = Math.ceil(id / MESSAGES_EACH)
    const borrower = 1 + (transaction % people)
    const lender = 1 + ((transaction + 1) % people)
    const isOfLender = id % 2 === 0
    yield [
      id,
      transaction,
      isOfLender ? lender : borrower,
      isOfLender ? borrower : lender,
      TEXTS[id % TEXTS.length] ?? '',
      id % 25 === 0 ? 0 : 1,
      dayOf(transaction),
    ]
  }
  yield [count + 1, 888_888, 1, 2, 'Niemand', 1, dayOf(1)]
  yield [count + 2, 1, 2, 3, '<br>', 1, dayOf(1)]
}

/** Writes the export of a made-up site with the oddities of a real one. */
export async function writeSite(folder: string, size: SiteSize): Promise<void> {
  await mkdir(join(folder, 'pictures'), { recursive: true })
  await writeTable(folder, 'users.csv', USERS, users(size))
  await writeTable(folder, 'letterboxes.csv', LETTERBOXES, letterboxes(size))
  await writeTable(folder, 'items.csv', 'id name_de name_en name_fr image_path', ITEMS)
  await writeTable(folder, 'items_map.csv', 'id item', [[2, 'Bohrmaschine']])
  await writeFile(
    join(folder, 'pictures', 'pot.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>',
  )
  await writeTable(folder, 'orders.csv', ORDERS, orders(size))
  await writeTable(folder, 'payments.csv', PAYMENTS, payments(size))
  await writeTable(
    folder,
    'transactions.csv',
    'id item_id borrower_id renter_id created_at',
    transactions(size),
  )
  await writeTable(
    folder,
    'messages.csv',
    'id transaction_id from_id to_id text seen created_at',
    messages(size),
  )
  await writeTable(
    folder,
    'announcements.csv',
    'id title_de content_de closeable actions created_at',
    [
      [41, 'Neue Kleber', 'Es gibt neue Kleber.', 1, '[{"name":"Ja","emit":"yes"}]', dayOf(1)],
      [42, 'Kaputt', 'Ohne Knöpfe.', 0, '{kaputt', dayOf(2)],
      [43, '', '', 0, '[]', dayOf(3)],
    ],
  )
  await writeTable(
    folder,
    'announcement_answers.csv',
    'announcement_id user_id answer created_at',
    [
      [41, 1, 1, dayOf(4)],
      [41, 2, 0, dayOf(4)],
      [41, 999_999_999, 1, dayOf(4)],
    ],
  )
  await writeTable(
    folder,
    'reports.csv',
    'id letterbox_id user_id report_type title message email lang handled created_at',
    [
      [1, 1, 2, 1, 'Kleber fehlt', 'Er ist<br>weg.', 'melder@example.org', 'de', 1, dayOf(1)],
      [2, 2, null, 'other', 'Laut', 'Musik', 'laut@example.org', 'fr', 0, dayOf(2)],
      [3, 888_888, null, 3, 'Weg', 'Weg', 'weg@example.org', 'de', 1, dayOf(3)],
      [4, 3, null, 3, 'Anonym', 'Ohne Adresse', null, 'de', 1, dayOf(4)],
    ],
  )
}
