import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'

export const CONVERSATIONS = 1000
/** In the conversation whose last activity is the latest. */
export const MESSAGES = 10_000
const MESSAGES_OF_OTHERS = 6
const ORDERS = 400
/** Older requests without an answer would expire as the server starts, and come before the longest conversation. */
const ASKED_HOURS = 48

/** A place of many letterboxes in the demo community. */
export const PLACE = { latitude: 47.1412, longitude: 9.5215 }

/** Whose pages are used, and the tokens of their sessions. */
export interface BusyPeople {
  member: string
  admin: string
}

const TEXT = `(ARRAY['Passt es dir am Abend? Sonst komme ich gern am Samstag vorbei.', 'Ja, gern.',
  'Sie steht vor der Tür, gleich links neben dem Briefkasten. Klingle, falls du sie nicht siehst.',
  'Danke, das war eine grosse Hilfe!'])[1 + m % 4]`

/** Statements with the account's id as their parameter, of which each finds what the ones before it wrote. */
const FILL = [
  `INSERT INTO letterboxes (user_id, address, postcode, city, country, latitude, longitude, location_verified)
   VALUES ($1, 'Städtle 1', '9490', 'Vaduz', 'LI', ${PLACE.latitude}, ${PLACE.longitude}, true)`,
  `INSERT INTO transactions (status, item_id, borrower_id, renter_id, answered_at, created_at, updated_at)
   SELECT CASE WHEN n % 4 = 0 AND n < ${ASKED_HOURS} THEN 'requested'
       ELSE (ARRAY['expired','returned','declined','expired'])[1 + n % 4] END, item.id,
     CASE WHEN n % 2 = 0 THEN $1 ELSE other.id END, CASE WHEN n % 2 = 0 THEN other.id ELSE $1 END,
     now() - n * interval '1 hour', now() - n * interval '1 hour' - interval '2 days', now() - n * interval '1 hour'
   FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE id <> $1) other
   JOIN (SELECT id, row_number() OVER (ORDER BY id) AS number FROM items) item
     ON item.number = 1 + n % (SELECT count(*) FROM items)
   WHERE n <= ${CONVERSATIONS}`,
  `INSERT INTO transaction_events (transaction_id, status, at, side, by_id)
   SELECT id, 'requested', created_at, 'borrower', borrower_id FROM transactions WHERE $1 IN (borrower_id, renter_id)`,
  `INSERT INTO messages (transaction_id, from_id, to_id, author_id, text, created_at, seen_at)
   SELECT loan.id, writer, CASE WHEN writer = borrower_id THEN renter_id ELSE borrower_id END, writer, ${TEXT},
     loan.updated_at - (m - 1) * interval '7 minutes', loan.updated_at
   FROM (SELECT *, row_number() OVER (ORDER BY updated_at DESC) AS n FROM transactions
         WHERE $1 IN (borrower_id, renter_id)) loan
   CROSS JOIN LATERAL generate_series(1, CASE WHEN n = 1 THEN ${MESSAGES} ELSE ${MESSAGES_OF_OTHERS} END) m
   CROSS JOIN LATERAL (SELECT CASE WHEN m % 3 = 0 THEN borrower_id ELSE renter_id END AS writer) side`,
  `INSERT INTO orders (refno, user_id, product_id, amount, piece_cents, price_cents, paid_cents, currency, status, lang,
     firstname,
     lastname, email, address, postcode, city, country, created_at)
   SELECT (100000000 + n)::text, $1, 1, 1 + n % 5, 700, 700 * (1 + n % 5), 700 * (1 + n % 5), 'CHF', 'paid', 'de', 'Anna', 'Keller ' || n,
     'person' || n || '@lend.example', 'Langstrasse ' || n, '8004', 'Zürich', 'CH', now() - n * interval '1 hour'
   FROM generate_series(1, ${ORDERS}) n`,
]

/** Adds an account with an inbox of years, and one of the staff with orders to send, to a demo community. */
export async function fillBusyAccounts(url: string): Promise<BusyPeople> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // An announcement for each row would take most of the time.
    await client.query('SET session_replication_role = replica')
    const member = await addAccount(client, 'busy@lend.example', 1)
    const admin = await addAccount(client, 'staff@lend.example', 3)
    for (const statement of FILL) await client.query(statement, [member.id])
    await client.query('VACUUM ANALYZE')
    return { member: member.token, admin: admin.token }
  } finally {
    await client.end()
  }
}

async function addAccount(client: pg.Client, email: string, role: number) {
  const id = randomUUID()
  const token = newSecret()
  await client.query(
    `INSERT INTO users (id, email, firstname, lastname, role_id, lang, enable_messaging, email_confirmed_at, created_at)
     VALUES ($1, $2, 'Selma', 'Widmer', $3, 'de', true, now(), now() - interval '1 year')`,
    [id, email, role],
  )
  await client.query(
    `INSERT INTO tokens (kind, token_hash, user_id, expires_at)
     VALUES ('session', $1, $2, now() + interval '1 day')`,
    [hashSecret(token), id],
  )
  return { id, token }
}
