import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import journal from '#platform/server/db/migrations/meta/_journal.json' with { type: 'json' }
import { openPglite } from '#platform/server/db/pglite.ts'
import { MIGRATIONS_FOLDER } from '#platform/server/paths.ts'

const MIGRATION = '0050_cases'
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const [ADA, BEN, BOX, LOAN, ITEM] = [id(1), id(2), id(3), id(4), 7]
const [REPORT, FEEDBACK, MESSAGE_REPORT, DECISION, OPEN_REPORT] = [10, 11, 12, 13, 14].map(id)
const [MESSAGE, REFUSED, HELD] = [20, 21, 22].map(id)
const AT = '2026-03-01T10:00:00.000Z'
const LATER = '2026-03-02T10:00:00.000Z'

/** Rows of the version before, with a value in every column that has a meaning. */
const OLD_ROWS = `
  INSERT INTO users (id, firstname, lastname) VALUES ('${ADA}', 'Ada', 'A'), ('${BEN}', 'Ben', 'B');
  INSERT INTO items (id, slug, category, name_de, name_en, name_fr, name_it, image_path)
    VALUES (${ITEM}, 'ladder', 'party', 'Leiter', 'Ladder', 'Échelle', 'Scala', 'ladder.svg');
  INSERT INTO letterboxes (id, user_id, address, postcode, city, country)
    VALUES ('${BOX}', '${BEN}', 'Weg 1', '8000', 'Zürich', 'CH');
  INSERT INTO transactions (id, item_id, borrower_id, renter_id, created_at, updated_at)
    VALUES ('${LOAN}', ${ITEM}, '${ADA}', '${BEN}', '${AT}', '${AT}');
  INSERT INTO messages (id, transaction_id, from_id, to_id, author_id, text, created_at, held_at, held_for, refused_at)
    VALUES ('${MESSAGE}', '${LOAN}', '${BEN}', '${ADA}', '${BEN}', 'Pay first', '${AT}', NULL, NULL, NULL),
      ('${REFUSED}', '${LOAN}', '${ADA}', '${BEN}', '${ADA}', 'Buy this', '${AT}', '${AT}', 'many_letterboxes', '${LATER}'),
      ('${HELD}', '${LOAN}', '${ADA}', '${BEN}', '${ADA}', 'Buy that', '${AT}', '${AT}', 'many_letterboxes', NULL);
  INSERT INTO decisions (id, user_id, kind, ground, after_report, reason, decided_at, decided_by, token_hash)
    VALUES ('${DECISION}', '${ADA}', 'message_refused', 'terms', false, 'Advertising', '${LATER}', '${BEN}', 'hash');
  INSERT INTO refused_messages (message_id, decision_id) VALUES ('${REFUSED}', '${DECISION}');
  INSERT INTO reports (id, letterbox_id, user_id, type, title, message, name, email, lang, created_at, handled_at,
      assignee_id, version, staff_note, handled_by, outcome, repeats)
    VALUES ('${REPORT}', '${BOX}', '${ADA}', 'illegal', 'Etwas', 'Why', 'Ada A', 'ada@lend.example', 'de', '${AT}',
      '${LATER}', '${BEN}', 3, 'Ask Ben', '${BEN}', 'done', 2),
      ('${OPEN_REPORT}', '${BOX}', NULL, 'other', 'Lid', '', '', 'visitor@lend.example', 'fr', '${AT}',
      NULL, NULL, 0, '', NULL, NULL, 0);
  INSERT INTO general_feedbacks (id, user_id, type, content, created_at, assignee_id, version, staff_note)
    VALUES ('${FEEDBACK}', '${ADA}', 'congratulate', 'Nice', '${AT}', '${BEN}', 1, 'Thank her');
  INSERT INTO message_reports (id, message_id, reporter_id, reason, note, created_at, handled_at, handled_by, outcome,
      measure, decision_id, assignee_id)
    VALUES ('${MESSAGE_REPORT}', '${MESSAGE}', '${ADA}', 'money', 'An advance', '${AT}', '${LATER}', '${BEN}',
      'justified', 'warn', '${DECISION}', '${BEN}');
  INSERT INTO staff_answers (report_id, feedback_id, author_id, text, request_id, created_at)
    VALUES ('${REPORT}', NULL, '${BEN}', 'Thanks', '${id(30)}', '${LATER}'),
      (NULL, '${FEEDBACK}', '${BEN}', 'You are welcome', '${id(31)}', '${LATER}');
`

let database: PGlite
const run = async (tag: string) =>
  database.exec(await readFile(join(MIGRATIONS_FOLDER, `${tag}.sql`), 'utf8'))

beforeAll(async () => {
  database = await openPglite({})
  const tags = journal.entries.map(({ tag }) => tag)
  for (const tag of tags.slice(0, tags.indexOf(MIGRATION))) await run(tag)
  await database.exec(OLD_ROWS)
  await run(MIGRATION)
}, 120_000)
afterAll(() => database.close())

const caseOf = async (caseId: string | undefined) =>
  (await database.query('SELECT * FROM cases WHERE id = $1', [caseId])).rows[0]

it('the migration keeps every report, feedback and report of a message under its id', async () => {
  const settled = { handled_at: new Date(LATER), handled_by: BEN, assignee_id: BEN }
  expect(await caseOf(REPORT)).toMatchObject({
    ...settled,
    kind: 'report',
    letterbox_id: BOX,
    user_id: ADA,
    type: 'illegal',
    title: 'Etwas',
    text: 'Why',
    name: 'Ada A',
    email: 'ada@lend.example',
    lang: 'de',
    created_at: new Date(AT),
    version: 3,
    staff_note: 'Ask Ben',
    outcome: 'done',
    repeats: 2,
  })
  expect(await caseOf(OPEN_REPORT)).toMatchObject({ user_id: null, handled_at: null, lang: 'fr' })
  expect(await caseOf(FEEDBACK)).toMatchObject({
    kind: 'feedback',
    user_id: ADA,
    type: 'congratulate',
    text: 'Nice',
    assignee_id: BEN,
    version: 1,
    staff_note: 'Thank her',
    outcome: null,
  })
  expect(await caseOf(MESSAGE_REPORT)).toMatchObject({
    ...settled,
    kind: 'message_report',
    message_id: MESSAGE,
    user_id: ADA,
    type: 'money',
    text: 'An advance',
    outcome: 'justified',
    measure: 'warn',
    decision_id: DECISION,
  })
})

it('the migration makes a case of each refused message, and of no message that still waits', async () => {
  const { rows } = await database.query(`SELECT * FROM cases WHERE kind = 'held_message'`)
  expect(rows).toMatchObject([
    {
      message_id: REFUSED,
      created_at: new Date(AT),
      handled_at: new Date(LATER),
      handled_by: BEN,
      outcome: 'refused',
      decision_id: DECISION,
    },
  ])
})

it('the migration keeps every answer of the staff with its case', async () => {
  const { rows } = await database.query('SELECT case_id, text FROM staff_answers ORDER BY text')
  expect(rows).toEqual([
    { case_id: REPORT, text: 'Thanks' },
    { case_id: FEEDBACK, text: 'You are welcome' },
  ])
})
