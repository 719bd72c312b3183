/** Realistic names and towns with repetitions; most of a column differs. */
const PERSON = `
  (ARRAY['Anna','Beat','Chloé','David','Eva','Fritz','Gül','Hans','Ines','Jan','Käthi','Luc'])[1 + n % 12] AS firstname,
  (ARRAY['Keller','Rochat','Meier','Favre','Frei','Nguyen','Steiner','Weber','Zbinden'])[1 + n % 9] || '-' || md5(n::text)::varchar(5) AS lastname,
  'person' || n || '@' || md5(n::text)::varchar(4) || '.example' AS email`
const PLACE = `
  (ARRAY['Langstrasse','Rue du Lac','Hauptstrasse','Im Gässli','Bahnhofstrasse'])[1 + n % 5] || ' ' || (1 + n % 240) AS address,
  (1000 + n % 8000)::text AS postcode,
  (ARRAY['Zürich','Genève','Bern','Basel','Lausanne','Luzern','Chur'])[1 + n % 7] AS city`
/** Deterministic per number, a version 4 UUID. */
const ID = (kind: string, number = 'n') =>
  `overlay(overlay(md5('${kind}' || (${number})) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`
const AGO = `now() - (n % 730) * interval '1 day' - n * interval '1 second'`
/** The share of rows that still need work; the others are done. */
const WAITS = 'n % 500 = 0'
/** Paid, cancelled and refunded orders. */
const CANCELLED_PAID = 'n % 300 = 2'
const WAS_PAID = `(${CANCELLED_PAID} OR n % 3 < 2 AND n % 500 <> 1)`

/**
 * A community after years: most requests, orders and reports are long done.
 * @param rows per growing table: accounts, letterboxes, orders, loans, messages, reports
 * @returns one statement per table. With keys and triggers off (`session_replication_role`) they take a tenth of the
 * time.
 */
export function largeCommunity(rows: number): string[] {
  const N = `generate_series(1, ${rows}) n`
  const OTHER = ID('user', `1 + (n * 7) % ${rows}`)
  return [
    `INSERT INTO users (id, firstname, lastname, email, email_confirmed_at, enable_messaging, created_at, last_seen_at)
     SELECT ${ID('user')}, firstname, lastname, email, CASE WHEN n % 20 > 0 THEN ${AGO} END, n % 3 > 0, ${AGO}, now() - (n % 200) * interval '1 day'
     FROM (SELECT n, ${PERSON} FROM ${N}) row`,
    `INSERT INTO tokens (kind, token_hash, user_id, created_at, expires_at)
     SELECT 'session', md5('token' || n), ${ID('user')}, now() - (n % 80) * interval '1 day', now() + interval '10 days' FROM ${N}`,
    `INSERT INTO security_events (user_id, at, kind, by) SELECT ${ID('user')}, ${AGO}, 'login', 'self' FROM ${N}`,
    `INSERT INTO letterboxes (id, user_id, address, postcode, city, country, latitude, longitude, location_verified, created_at)
     SELECT ${ID('box')}, ${ID('user')}, address, postcode, city, 'CH', 46 + (n % 1700) / 1000.0, 6 + (n % 3900) / 1000.0, n % 4 = 0, ${AGO}
     FROM (SELECT n, ${PLACE} FROM ${N}) row`,
    `INSERT INTO letterbox_items (letterbox_id, item_id)
     SELECT ${ID('box')}, item FROM ${N}, generate_series(1, 5) item`,
    `INSERT INTO orders (id, refno, user_id, product_id, amount, piece_cents, price_cents, paid_cents, currency, status, lang, firstname, lastname, email, address, postcode, city, country, ideas, created_at)
     SELECT ${ID('order')}, (100000000 + n)::text, ${ID('user')}, 1, 2, 350, 700, CASE WHEN ${WAS_PAID} THEN 700 ELSE 0 END, 'CHF',
       CASE WHEN ${WAITS} THEN 'paid' WHEN n % 500 = 1 THEN 'pending_payment' WHEN n % 3 = 2 OR ${CANCELLED_PAID} THEN 'cancelled' ELSE 'processed' END,
       'de', firstname, lastname, email, address, postcode, city, 'CH', CASE WHEN n % 50 = 0 THEN 'Ein Sticker für ein Zelt' ELSE '' END, ${AGO}
     FROM (SELECT n, ${PERSON}, ${PLACE} FROM ${N}) row`,
    `INSERT INTO order_events (order_id, status, actor, received_cents, created_at)
     SELECT ${ID('order')}, 'pending_payment', 'customer', NULL, ${AGO} FROM ${N}
     UNION ALL SELECT ${ID('order')}, 'paid', 'payment', 700, ${AGO} FROM ${N} WHERE ${WAS_PAID}`,
    `INSERT INTO order_events (order_id, status, actor, refunded_cents, created_at)
     SELECT ${ID('order')}, 'cancelled', 'admin', 700, ${AGO} FROM ${N} WHERE ${CANCELLED_PAID}`,
    `INSERT INTO payments (id, order_id, provider, provider_ref, amount_cents, currency, proof_hash, status, created_at, updated_at)
     SELECT ${ID('payment')}, ${ID('order')}, 'stripe', 'pi_' || n, 700, 'CHF', md5(n::text), 'succeeded', ${AGO}, ${AGO}
     FROM ${N} WHERE ${WAS_PAID}`,
    `INSERT INTO refunds (order_id, payment_id, amount_cents, currency, status, created_at, updated_at)
     SELECT ${ID('order')}, ${ID('payment')}, 700, 'CHF', 'succeeded', ${AGO}, ${AGO} FROM ${N} WHERE ${CANCELLED_PAID}`,
    `INSERT INTO transactions (id, status, item_id, borrower_id, renter_id, answered_at, held_at, created_at, updated_at)
     SELECT ${ID('loan')}, CASE WHEN ${WAITS} THEN 'requested' ELSE (ARRAY['expired','returned','declined'])[1 + n % 3] END, 1 + n % 40, ${ID('user')},
       ${OTHER}, CASE WHEN n % 4 > 0 THEN ${AGO} + interval '5 hours' END, NULL, ${AGO}, ${AGO}
     FROM ${N}`,
    `INSERT INTO transaction_events (transaction_id, status, at)
     SELECT ${ID('loan')}, 'requested', ${AGO} FROM ${N}
     UNION ALL SELECT ${ID('loan')}, 'accepted', ${AGO} + interval '5 hours' FROM ${N} WHERE n % 3 = 1`,
    `INSERT INTO transaction_views (user_id, transaction_id, viewed_at) SELECT ${ID('user')}, ${ID('loan')}, ${AGO} FROM ${N}`,
    `INSERT INTO messages (id, transaction_id, from_id, to_id, author_id, text, created_at, seen_at, held_at, held_for)
     SELECT ${ID('message')}, ${ID('loan')}, ${ID('user')}, ${OTHER}, ${ID('user')}, 'Darf ich? ' || n, ${AGO},
       CASE WHEN n % 20 > 0 THEN ${AGO} + interval '1 hour' END,
       CASE WHEN ${WAITS} THEN ${AGO} END, CASE WHEN ${WAITS} THEN 'many_letterboxes' END
     FROM ${N}`,
    `INSERT INTO cases (id, kind, letterbox_id, user_id, type, title, text, email, lang, created_at, handled_at, outcome)
     SELECT ${ID('report')}, 'report', ${ID('box')}, ${ID('user')}, 'other', 'Abgefallen ' || n, 'Der Sticker ist weg.', 'person' || n || '@lend.example', 'de', ${AGO},
       CASE WHEN NOT (${WAITS}) THEN ${AGO} + interval '2 days' END, CASE WHEN NOT (${WAITS}) THEN 'done' END
     FROM ${N}`,
    `INSERT INTO cases (id, kind, user_id, type, text, created_at, handled_at, outcome)
     SELECT ${ID('feedback')}, 'feedback', ${ID('user')}, 'question', 'Wie geht das? ' || n, ${AGO},
       CASE WHEN NOT (${WAITS}) THEN ${AGO} + interval '2 days' END, CASE WHEN NOT (${WAITS}) THEN 'done' END
     FROM ${N}`,
    `INSERT INTO cases (kind, message_id, user_id, type, text, created_at, handled_at, outcome)
     SELECT 'message_report', ${ID('message')}, ${OTHER}, 'rude', 'Bitte lesen ' || n, ${AGO},
       CASE WHEN NOT (${WAITS}) THEN ${AGO} + interval '2 days' END, CASE WHEN NOT (${WAITS}) THEN 'unfounded' END
     FROM ${N}`,
    `INSERT INTO audit_log (at, actor, actor_id, subject, subject_id, label, verb, before, after)
     SELECT ${AGO}, 'admin', ${ID('user')}, 'order', ${ID('order')}::text, (100000000 + n)::text, 'ship', '{"status":"paid"}', '{"status":"processed"}'
     FROM ${N}`,
  ]
}
