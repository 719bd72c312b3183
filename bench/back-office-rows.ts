import pg from 'pg'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'

/** Rows of each table that grows with a community. */
export const ROWS = 100_000

/** Names and towns that repeat as in life; most of a column is not the same. */
const PERSON = `
  (ARRAY['Anna','Beat','Chloé','David','Eva','Fritz','Gül','Hans','Ines','Jan','Käthi','Luc'])[1 + n % 12] AS firstname,
  (ARRAY['Keller','Rochat','Meier','Favre','Frei','Nguyen','Steiner','Weber','Zbinden'])[1 + n % 9] || '-' || md5(n::text)::varchar(5) AS lastname,
  'person' || n || '@' || md5(n::text)::varchar(4) || '.example' AS email`
const PLACE = `
  (ARRAY['Langstrasse','Rue du Lac','Hauptstrasse','Im Gässli','Bahnhofstrasse'])[1 + n % 5] || ' ' || (1 + n % 240) AS address,
  (1000 + n % 8000)::text AS postcode,
  (ARRAY['Zürich','Genève','Bern','Basel','Lausanne','Luzern','Chur'])[1 + n % 7] AS city`
/** The same for the same number, and a UUID of version 4. */
const ID = (kind: string, number = 'n') =>
  `overlay(overlay(md5('${kind}' || (${number})) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`
const OTHER = ID('user', `1 + (n * 7) % ${ROWS}`)
const AGO = `now() - (n % 730) * interval '1 day' - n * interval '1 second'`

/** One statement a table, each of `n` from 1 to {@link ROWS}. */
const FILL = [
  `INSERT INTO users (id, firstname, lastname, email, email_confirmed_at, enable_messaging, created_at, last_seen_at)
   SELECT ${ID('user')}, firstname, lastname, email, CASE WHEN n % 20 > 0 THEN ${AGO} END, n % 3 > 0, ${AGO}, now() - (n % 200) * interval '1 day'
   FROM (SELECT n, ${PERSON} FROM generate_series(1, ${ROWS}) n) row`,
  `INSERT INTO letterboxes (id, user_id, address, postcode, city, country, latitude, longitude, location_verified, created_at)
   SELECT ${ID('box')}, ${ID('user')}, address, postcode, city, 'CH', 46 + (n % 1700) / 1000.0, 6 + (n % 3900) / 1000.0, n % 4 = 0, ${AGO}
   FROM (SELECT n, ${PLACE} FROM generate_series(1, ${ROWS}) n) row`,
  `INSERT INTO letterbox_items (letterbox_id, item_id)
   SELECT ${ID('box')}, item FROM generate_series(1, ${ROWS}) n, generate_series(1, 5) item`,
  `INSERT INTO orders (id, refno, user_id, product_id, amount, piece_cents, price_cents, paid_cents, currency, status, lang, firstname, lastname, email, address, postcode, city, country, ideas, created_at)
   SELECT ${ID('order')}, (100000000 + n)::text, ${ID('user')}, 1, 2, 350, 700, CASE WHEN n % 6 < 4 THEN 700 ELSE 0 END, 'CHF',
     (ARRAY['paid','processed','processed','processed','pending_payment','cancelled'])[1 + n % 6], 'de',
     firstname, lastname, email, address, postcode, city, 'CH', CASE WHEN n % 50 = 0 THEN 'Ein Sticker für ein Zelt' ELSE '' END, ${AGO}
   FROM (SELECT n, ${PERSON}, ${PLACE} FROM generate_series(1, ${ROWS}) n) row`,
  `INSERT INTO order_events (order_id, status, actor, received_cents, created_at)
   SELECT ${ID('order')}, 'pending_payment', 'customer', NULL, ${AGO} FROM generate_series(1, ${ROWS}) n
   UNION ALL SELECT ${ID('order')}, 'paid', 'payment', 700, ${AGO} FROM generate_series(1, ${ROWS}) n WHERE n % 6 < 4`,
  `INSERT INTO payments (order_id, provider, provider_ref, amount_cents, currency, proof_hash, status, created_at, updated_at)
   SELECT ${ID('order')}, 'stripe', 'pi_' || n, 700, 'CHF', md5(n::text), 'succeeded', ${AGO}, ${AGO}
   FROM generate_series(1, ${ROWS}) n WHERE n % 6 < 4`,
  `INSERT INTO transactions (id, status, item_id, borrower_id, renter_id, answered_at, held_at, created_at, updated_at)
   SELECT ${ID('loan')}, (ARRAY['requested','expired','returned','declined'])[1 + n % 4], 1 + n % 40, ${ID('user')},
     ${OTHER}, CASE WHEN n % 4 > 0 THEN ${AGO} + interval '5 hours' END, NULL, ${AGO}, ${AGO}
   FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO transaction_events (transaction_id, status, at)
   SELECT ${ID('loan')}, 'requested', ${AGO} FROM generate_series(1, ${ROWS}) n
   UNION ALL SELECT ${ID('loan')}, 'accepted', ${AGO} + interval '5 hours' FROM generate_series(1, ${ROWS}) n WHERE n % 4 IN (1, 2)`,
  `INSERT INTO messages (id, transaction_id, from_id, to_id, text, created_at, held_at, held_for)
   SELECT ${ID('message')}, ${ID('loan')}, ${ID('user')}, ${OTHER}, 'Darf ich? ' || n, ${AGO},
     CASE WHEN n % 10 = 0 THEN ${AGO} END, CASE WHEN n % 10 = 0 THEN 'many_letterboxes' END
   FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO reports (id, letterbox_id, user_id, type, title, message, email, lang, created_at)
   SELECT ${ID('report')}, ${ID('box')}, ${ID('user')}, 'other', 'Abgefallen ' || n, 'Der Sticker ist weg.', 'person' || n || '@lend.example', 'de', ${AGO}
   FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO general_feedbacks (id, user_id, type, content, created_at)
   SELECT ${ID('feedback')}, ${ID('user')}, 'question', 'Wie geht das? ' || n, ${AGO} FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO message_reports (message_id, reporter_id, reason, note, created_at)
   SELECT ${ID('message')}, ${OTHER}, 'rude', 'Bitte lesen ' || n, ${AGO}
   FROM generate_series(1, ${ROWS}) n`,
  `INSERT INTO audit_log (at, actor, actor_id, subject, subject_id, label, verb, before, after)
   SELECT ${AGO}, 'admin', ${ID('user')}, 'order', ${ID('order')}::text, (100000000 + n)::text, 'ship', '{"status":"paid"}', '{"status":"processed"}'
   FROM generate_series(1, ${ROWS}) n`,
]

/** Fills a database that a server has made ready, and opens a session of an admin in it. */
export async function fillBackOffice(url: string): Promise<{ token: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // One announcement per row and a look-up per reference would take most of the time.
    await client.query('SET session_replication_role = replica')
    await client.query('SET synchronous_commit = off')
    for (const statement of FILL) await client.query(statement)
    const token = newSecret()
    await client.query(
      `WITH admin AS (
         INSERT INTO users (email, firstname, lastname, role_id, email_confirmed_at)
         VALUES ('admin@lend.example', 'Ada', 'Min', 3, now()) RETURNING id)
       INSERT INTO tokens (kind, token_hash, user_id, expires_at)
       SELECT 'session', $1, id, now() + interval '1 hour' FROM admin`,
      [hashSecret(token)],
    )
    await client.query('VACUUM ANALYZE')
    return { token }
  } finally {
    await client.end()
  }
}
