import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLetterbox, createUser, type TestUser } from '#app/server/testing/factories.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { adminOverviewApi } from '#features/community/statistics/overview/contract.admin.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { NEVER_SEEN, users } from '#platform/server/identity/tables.ts'
import { feedMailings } from '#platform/server/mail/mailings.ts'
import { noteBounce } from '#platform/server/mail/refused-addresses.ts'
import {
  mail_outcomes,
  mailing_recipients,
  mailings,
  queued_mails,
  refused_addresses,
} from '#platform/server/mail/tables.ts'
import { type MovedPart, movedMailApi } from '../contract.admin.ts'
import { legacy_ids, moved_mails } from '../tables.ts'

let sink: MailSink
let test: TestApp
let admin: TestUser
let now: Date
beforeAll(async () => {
  sink = await startMailSink()
  test = await createTestApp({
    config: { smtpUrl: sink.url, bulkMailsPerHour: 6000 },
    deps: { clock: () => now },
  })
})
beforeEach(async () => {
  now = new Date('2026-06-10T12:00:00Z')
  const tables = [queued_mails, mailings, refused_addresses, legacy_ids, moved_mails, users]
  for (const table of tables) await orm().delete(table)
  sink.received.length = 0
  admin = await createUser(orm(), { role_id: 3 })
})
afterEach(() => sink.refused.clear())
afterAll(async () => {
  await test.close()
  await sink.close()
})

const orm = () => test.deps.database.orm
let oldId = 0
async function moveIn(id: string) {
  const row = { kind: 'user', old_id: String(++oldId), new_id: id, created: true } as const
  await orm()
    .insert(legacy_ids)
    .values({ ...row, imported: {} })
}
async function moved(fields: Parameters<typeof createUser>[1] = {}) {
  const user = await createUser(orm(), fields)
  await moveIn(user.id)
  return user
}
const TEXTS = { de: '**Neu**: alles.', en: '**New**: all.', fr: '**Neuf** : tout.' }

const call = <Name extends keyof typeof movedMailApi>(name: Name, body: object = {}) =>
  test.call(movedMailApi[name], { as: admin.token, body } as never)
const load = async () => (await call('mail')).body as Awaited<ReturnType<typeof save>>
async function save(most_bounces = 5, texts = TEXTS) {
  const { version } = (await test.call(movedMailApi.mail, { as: admin.token })).body
  const saved = await test.call(movedMailApi.save, {
    as: admin.token,
    body: { version, texts, most_bounces },
  })
  expect(saved.status).toBe(200)
  return saved.body
}
const send = async (part: MovedPart = 'all') => {
  const { version } = await load()
  return test.call(movedMailApi.send, { as: admin.token, body: { part, version } })
}
/** One minute of the jobs. */
async function aMinute() {
  await feedMailings(test.deps)
  await test.deps.mails.drain()
  await feedMailings(test.deps)
  now = new Date(now.getTime() + 61_000)
}
const receivers = () => sink.received.flatMap(({ to }) => to).sort()
const mailTo = ({ email }: TestUser) => sink.received.find(({ to }) => to.includes(email))?.email

/** Mails of an earlier sending with their outcomes, without sending them. */
async function wasMailed(outcomes: { sent: number; refused: number }) {
  const [mailing] = await orm()
    .insert(mailings)
    .values({ kind: 'moved', subject: '1', state: 'done', created_at: now })
    .returning()
  const states = Object.entries(outcomes).flatMap(([state, count]) =>
    Array.from({ length: count }, () => state as 'sent' | 'refused'),
  )
  const accounts = await orm()
    .insert(users)
    .values(states.map((_, each) => ({ email: `old${each}@example.org`, waiting_since: null })))
    .returning({ id: users.id })
  await orm()
    .insert(mailing_recipients)
    .values(
      accounts.map(({ id }, each) => ({
        mailing_id: mailing?.id ?? '',
        user_id: id,
        state: states[each] ?? 'sent',
      })),
    )
}

describe('the mail "we have moved"', () => {
  it('begins as a template with gaps, and is not sent before these are filled in', async () => {
    await moved()
    const template = await load()
    expect(template).toMatchObject({ people: 1, version: 0, sending: null })
    expect(template.texts.de).toContain('[…]')
    expect(template.texts.de).toContain('Art. 25 DSG')
    expect((await send()).error.code).toBe('conflict')
    await save(5, { ...TEXTS, fr: '[…]' })
    expect((await send()).error.code).toBe('conflict')
    await save()
    expect((await send()).status).toBe(200)
  })

  it('reaches each person who was moved in once, in their own language', async () => {
    const german = await moved({ lang: 'de', firstname: 'Ada' })
    const french = await moved({ lang: 'fr' })
    await createUser(orm())
    await save()
    const [one, other] = await Promise.all([send(), send()])
    expect([one.status, other.status].sort()).toEqual([200, 409])
    await aMinute()
    await aMinute()
    expect(receivers()).toEqual([german.email, french.email].sort())
    expect(mailTo(german)?.html).toContain('Hallo Ada')
    expect(mailTo(german)?.html).toContain('<strong>Neu</strong>')
    expect(mailTo(german)?.html).toContain('Dein Passwort gilt weiter.')
    expect(mailTo(french)?.html).toContain('<strong>Neuf</strong>')
    expect((await load()).sending).toMatchObject({ state: 'done', sent: 2, bounced: 0, bounces: 0 })
    // Nobody is left, until others move in.
    expect((await send()).error.code).toBe('conflict')
    const late = await moved()
    expect((await send()).status).toBe(200)
    await aMinute()
    expect(receivers()).toEqual([german.email, french.email, late.email].sort())
  })

  it('has a link that confirms the address', async () => {
    const user = await moved({ email_confirmed_at: null })
    await save()
    await send()
    await aMinute()
    const [, token = ''] = /email_confirmation_token=([\w-]+)/.exec(mailTo(user)?.html ?? '') ?? []
    const body = { email_confirmation_token: token }
    expect((await test.call(accountsApi.emailConfirmation, { body })).status).toBe(200)
    const [row] = await orm().select().from(users).where(eq(users.id, user.id))
    expect(row?.email_confirmed_at).not.toBeNull()
  })

  it('counts as the mail by which an owner can claim a letterbox', async () => {
    const { id, owner } = await createLetterbox(orm(), {
      import_key: 'key',
      location_verified: false,
      ownerFields: { email_confirmed_at: null, password_hash: null, last_seen_at: NEVER_SEEN },
    })
    await moveIn(owner.id)
    await save()
    await send('with_letterbox')
    await aMinute()
    const [row] = await orm().select().from(letterboxes).where(eq(letterboxes.id, id))
    expect(row?.claim_mailed_at).not.toBeNull()
    expect(mailTo(owner)?.html).not.toContain('Dein Passwort gilt weiter.')
  })

  it('goes to nobody who has unsubscribed, is suspended or whose address was refused', async () => {
    const fine = await moved()
    await moved({ announcement_mails: false })
    await moved({ suspended_at: now, suspended_reason: 'x' })
    const dead = await moved()
    await orm()
      .insert(refused_addresses)
      .values({ address: dead.email.toLowerCase(), code: '5.1.1' })
    await save()
    await send()
    await aMinute()
    expect(receivers()).toEqual([fine.email])
    const outcome = { sent: 1, unsubscribed: 1, skipped: 1, unreachable: 1, bounced: 0 }
    expect((await load()).sending).toMatchObject(outcome)
  })

  it('goes to the chosen part alone', async () => {
    const without = await moved()
    const { owner } = await createLetterbox(orm())
    await moveIn(owner.id)
    await save()
    expect((await load()).open).toMatchObject({ all: 2, with_letterbox: 1, without_letterbox: 1 })
    await send('without_letterbox')
    await aMinute()
    expect(receivers()).toEqual([without.email])
    expect((await load()).open).toMatchObject({ all: 1, without_letterbox: 0 })
  })

  it('goes first to the 500 who were active last, and then to all others', async () => {
    const accounts = await orm()
      .insert(users)
      .values(
        Array.from({ length: 503 }, (_, each) => ({
          email: `many${each}@example.org`,
          email_confirmed_at: now,
          waiting_since: null,
          last_seen_at: new Date(now.getTime() - each * 1000),
        })),
      )
      .returning({ id: users.id, email: users.email })
    for (const { id } of accounts) await moveIn(id)
    await save()
    expect((await send()).body.sending).toMatchObject({ waiting: 500 })
    const begun = await orm()
      .select({ email: users.email })
      .from(mailing_recipients)
      .innerJoin(users, eq(users.id, mailing_recipients.user_id))
    const emails = begun.map(({ email }) => email)
    for (const each of [500, 501, 502]) expect(emails).not.toContain(`many${each}@example.org`)
    await orm().update(mailing_recipients).set({ state: 'sent' })
    await feedMailings(test.deps)
    expect((await send()).body.sending).toMatchObject({ waiting: 3 })
  })

  it('stops while too many come back, and goes on once the limit is raised', async () => {
    await wasMailed({ sent: 480, refused: 20 })
    const user = await moved()
    await save(4)
    expect((await load()).sending).toMatchObject({ bounces: 4, is_stopped: true })
    expect((await send()).error.code).toBe('conflict')
    await save(5)
    expect((await send()).status).toBe(200)
    // Lowered again while it runs.
    await save(3)
    await aMinute()
    expect(receivers()).toEqual([])
    expect((await load()).sending).toMatchObject({ state: 'running', is_stopped: true, waiting: 1 })
    await save(5)
    await aMinute()
    expect(receivers()).toEqual([user.email])
  })

  it('counts a bounce that comes later', async () => {
    const user = await moved()
    await save()
    await send()
    await aMinute()
    const [{ id = '' } = {}] = await orm()
      .select({ id: mail_outcomes.id })
      .from(mail_outcomes)
      .where(eq(mail_outcomes.address, user.email.toLowerCase()))
    const refusal = { of: 'address', code: '5.1.1', final: true } as const
    await orm().transaction((tx) => noteBounce(tx, id, refusal, now))
    expect((await load()).sending).toMatchObject({ sent: 0, bounced: 1, bounces: 100 })
  })

  it('can be stopped and resumed', async () => {
    await moved()
    await save()
    expect((await call('pause')).error.code).toBe('conflict')
    await send()
    expect((await call('pause')).status).toBe(200)
    await aMinute()
    expect(receivers()).toEqual([])
    expect((await send()).error.code).toBe('conflict')
    expect((await call('resume')).status).toBe(200)
    await aMinute()
    expect(receivers()).toHaveLength(1)
  })

  it('is not saved over what somebody else wrote meanwhile', async () => {
    const { version } = await save()
    const body = { version: version - 1, texts: TEXTS, most_bounces: 5 }
    expect((await call('save', body)).error.code).toBe('changed_meanwhile')
    expect((await call('send', { part: 'all', version: version - 1 })).error.code).toBe(
      'changed_meanwhile',
    )
    expect((await call('save', { ...body, version, most_bounces: 0 })).status).toBe(422)
  })

  it('can be looked at and tested; the test confirms nothing', async () => {
    await save()
    const preview = await test.call(movedMailApi.preview, {
      as: admin.token,
      query: { lang: 'fr' },
    })
    expect(preview.body.html).toContain('<strong>Neuf</strong>')
    expect((await call('test', { lang: 'en' })).status).toBe(204)
    await test.deps.mails.drain()
    expect(mailTo(admin)?.subject).toMatch(/^Test: /)
    expect(mailTo(admin)?.html).not.toContain('email_confirmation_token')
  })
})

it('the back office hears that a site was moved in', async () => {
  const hears = async () =>
    (await test.call(adminOverviewApi.queues, { as: admin.token })).body.site_moved_in
  expect(await hears()).toBe(false)
  await moved()
  expect(await hears()).toBe(true)
})
