import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createItem,
  createLetterbox,
  createUser,
  type TestUser,
} from '#app/server/testing/factories.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { mailSettingsApi } from '#features/people/notifications/contract.ts'
import { users } from '#platform/server/identity/tables.ts'
import { feedMailings } from '#platform/server/mail/mailings.ts'
import { mailing_recipients, mailings, queued_mails } from '#platform/server/mail/tables.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { adminAnnouncementsApi } from '../contract.admin.ts'
import { announcementsApi } from '../contract.ts'
import { announcements } from '../tables.ts'

const NO_SUCH_USER = '550 5.1.1 No such user'
const PER_HOUR = 120

let sink: MailSink
let test: TestApp
let moderator: TestUser
let now: Date
beforeAll(async () => {
  sink = await startMailSink()
  test = await createTestApp({
    config: { smtpUrl: sink.url, bulkMailsPerHour: PER_HOUR },
    deps: { clock: () => now },
  })
})
beforeEach(async () => {
  now = new Date('2026-06-10T12:00:00Z')
  for (const table of [queued_mails, mailings, announcements, users]) await orm().delete(table)
  sink.received.length = 0
  moderator = await createUser(orm(), { role_id: ROLE_ID.moderator, announcement_mails: false })
})
afterEach(() => {
  sink.refusing = false
  sink.refused.clear()
})
afterAll(async () => {
  await test.close()
  await sink.close()
})

const orm = () => test.deps.database.orm
const TEXT = {
  title: 'Repair café',
  title_de: 'Reparaturcafé',
  content: 'Bring **it**, [here](/map).',
  content_de: 'Bring **it**, [hier](/map).',
}

/** A running announcement, sent by mail. */
async function publish(body: object = {}) {
  const written = { ...TEXT, by_mail: true, ...body }
  const made = await test.call(adminAnnouncementsApi.create, { as: moderator.token, body: written })
  const { id, version } = made.body
  const published = await test.call(adminAnnouncementsApi.publish, {
    as: moderator.token,
    body: { id, version },
  })
  return { id, version: published.body.version }
}
const begin = (read: { id: number; version: number }) =>
  test.call(adminAnnouncementsApi.send, { as: moderator.token, body: read })
const turn = (which: 'pause' | 'resume', id: number) =>
  test.call(adminAnnouncementsApi[which], { as: moderator.token, body: { id } })
const sendingOf = async (id: number) =>
  (await test.call(adminAnnouncementsApi.sending, { as: moderator.token, query: { id: `${id}` } }))
    .body
/** One minute of the jobs: queues as many mails as the pace allows and sends them. */
async function aMinute() {
  await feedMailings(test.deps)
  await test.deps.mails.drain()
  await feedMailings(test.deps)
  now = new Date(now.getTime() + 61_000)
}
const receivers = () => sink.received.flatMap(({ to }) => to).sort()
const people = (count: number, fields = {}) =>
  Promise.all(Array.from({ length: count }, () => createUser(orm(), fields)))
const emailsOf = (list: TestUser[]) => list.map(({ email }) => email).sort()

describe('an announcement by mail', () => {
  it('reaches each person once, in their own language, with a link to unsubscribe', async () => {
    const [german] = await people(1, { lang: 'de', firstname: 'Ada' })
    const [french] = await people(1, { lang: 'fr' })
    const { id, version } = await publish()
    expect((await begin({ id, version })).body.mail).toMatchObject({ state: 'running', waiting: 3 })
    await aMinute()
    await aMinute()
    expect(receivers()).toEqual(emailsOf([german, french] as TestUser[]))
    const toGerman = sink.received.find(({ to }) => to.includes(german?.email ?? ''))?.email
    expect(toGerman?.subject).toBe('Reparaturcafé')
    expect(toGerman?.html).toContain('Hallo Ada')
    expect(toGerman?.html).toContain('<strong>it</strong>')
    expect(toGerman?.html).toContain(`/?aid=${id}"`)
    // The mail contains no login link.
    expect(toGerman?.html).not.toContain('lt=')
    const toFrench = sink.received.find(({ to }) => to.includes(french?.email ?? ''))?.email
    // There is no French text, so the reader gets the community's language.
    expect(toFrench?.subject).toBe('Reparaturcafé')
    const header = (name: string) => toFrench?.headers.find(({ key }) => key === name)?.value
    expect(header('list-unsubscribe')).toMatch(/^<http.*\/mail\/unsubscribe\?token=.+>$/)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    // The moderator does not want such mails.
    expect((await sendingOf(id)).mail).toEqual({
      state: 'done',
      waiting: 0,
      sent: 2,
      refused: 0,
      unsubscribed: 1,
      skipped: 0,
      failed: 0,
      gone: 0,
    })
    expect((await begin({ id, version })).error.code).toBe('conflict')
  })

  it('skips suspended and unconfirmed accounts, and counts refused addresses', async () => {
    await people(1, { suspended_at: now, suspended_reason: 'x' })
    await people(1, { email_confirmed_at: null })
    const [full, fine] = await people(2)
    sink.refused.set(full?.email ?? '', NO_SUCH_USER)
    const first = await publish()
    await begin(first)
    await aMinute()
    await aMinute()
    expect(receivers()).toEqual([fine?.email])
    const outcome = { sent: 1, refused: 1, unsubscribed: 1, skipped: 2 }
    expect((await sendingOf(first.id)).mail).toMatchObject(outcome)
    // The refused address is known by now and not tried again.
    sink.refused.clear()
    const second = await publish()
    await begin(second)
    await aMinute()
    await aMinute()
    expect((await sendingOf(second.id)).mail).toMatchObject(outcome)
    expect(receivers()).toEqual([fine?.email, fine?.email])
  })

  it('keeps to its pace every minute', async () => {
    await people(5)
    const { id, version } = await publish()
    await begin({ id, version })
    for (const expected of [2, 4, 5]) {
      await aMinute()
      expect(receivers()).toHaveLength(expected)
    }
  })

  it('goes out only in the configured hours, and the API returns when it continues', async () => {
    const all = await people(2)
    const config = { ...test.deps.config, bulkMailHours: { from: 21, until: 6 } }
    const before = test.deps.config
    test.deps.config = config
    try {
      const { id, version } = await publish()
      await begin({ id, version })
      await aMinute()
      expect(receivers()).toEqual([])
      expect(await sendingOf(id)).toMatchObject({
        mail: { state: 'running', waiting: 3 },
        mail_hours: { from: 21, until: 6 },
        mails_go_on_at: '2026-06-10T21:00',
      })
      now = new Date('2026-06-10T19:00:00Z')
      await aMinute()
      await aMinute()
      expect(receivers()).toEqual(emailsOf(all))
      expect((await sendingOf(id)).mails_go_on_at).toBeNull()
    } finally {
      test.deps.config = before
    }
  })

  it('can be paused, which also holds back queued mails, and resumed', async () => {
    const all = await people(4)
    const { id, version } = await publish()
    await begin({ id, version })
    await feedMailings(test.deps)
    expect((await turn('pause', id)).body.mail).toMatchObject({ state: 'paused' })
    await test.deps.mails.drain()
    await aMinute()
    expect(receivers()).toEqual([])
    expect((await turn('pause', id)).error.code).toBe('conflict')
    expect((await turn('resume', id)).status).toBe(200)
    for (let minute = 0; minute < 3; minute++) await aMinute()
    expect(receivers()).toEqual(emailsOf(all))
    expect((await sendingOf(id)).mail).toMatchObject({ state: 'done', sent: 4 })
  })

  it('keeps its queue short while the mail server refuses, and loses no recipient', async () => {
    const all = await people(30)
    const config = { ...test.deps.config, bulkMailsPerHour: 6000 }
    sink.refusing = true
    const { id, version } = await publish()
    await begin({ id, version })
    await feedMailings({ ...test.deps, config })
    await feedMailings({ ...test.deps, config })
    expect(await orm().select().from(queued_mails)).toHaveLength(20)
    sink.refusing = false
    await test.deps.mails.drain()
    await feedMailings({ ...test.deps, config })
    await test.deps.mails.drain()
    expect(receivers()).toEqual(emailsOf(all))
  })

  it('does not delay a mail about an account', async () => {
    await people(3)
    const waiting = await createUser(orm(), { announcement_mails: false })
    const { id, version } = await publish()
    await begin({ id, version })
    await feedMailings(test.deps)
    const content = { template: 'emailChanged', firstname: 'Ada', newEmail: 'new@example.org' }
    await test.deps.mails.enqueue(orm(), { to: waiting.email, lang: 'en', content })
    await test.deps.jobs.drain('mails')
    expect(receivers()).toEqual([waiting.email])
  })

  it('is queued once when several processes run at the same moment', async () => {
    const all = await people(8)
    const config = { ...test.deps.config, bulkMailsPerHour: 6000 }
    const { id, version } = await publish()
    await begin({ id, version })
    await Promise.all([1, 2, 3].map(() => feedMailings({ ...test.deps, config })))
    await feedMailings({ ...test.deps, config })
    await test.deps.mails.drain()
    expect(receivers()).toEqual(emailsOf(all))
    expect(await orm().select().from(mailing_recipients)).toHaveLength(9)
  })

  it('waits while the announcement is retired, and ends when the announcement does', async () => {
    await people(1)
    const { id, version } = await publish({ visible_until: '2026-06-10T15:00' })
    await begin({ id, version })
    const retired = await test.call(adminAnnouncementsApi.retire, {
      as: moderator.token,
      body: { id, version },
    })
    await aMinute()
    expect((await turn('resume', id)).error.code).toBe('conflict')
    await test.call(adminAnnouncementsApi.publish, {
      as: moderator.token,
      body: { id, version: retired.body.version },
    })
    expect((await turn('resume', id)).status).toBe(200)
    now = new Date('2026-06-10T14:00:00Z')
    await aMinute()
    expect(receivers()).toEqual([])
    expect((await sendingOf(id)).mail).toMatchObject({ state: 'done', skipped: 2 })
  })

  it('begins only for the current version of a running announcement, and only by a moderator', async () => {
    const made = await test.call(adminAnnouncementsApi.create, {
      as: moderator.token,
      body: { ...TEXT, by_mail: true },
    })
    expect((await begin(made.body)).error.code).toBe('conflict')
    const read = await publish()
    expect((await begin({ ...read, version: 0 })).error.code).toBe('changed_meanwhile')
    const [member] = await people(1)
    const tried = await test.call(adminAnnouncementsApi.send, {
      as: member?.token ?? '',
      body: read,
    })
    expect(tried.status).toBe(404)
    const nowhere = { ...TEXT, on_page: false }
    const refused = await test.call(adminAnnouncementsApi.create, {
      as: moderator.token,
      body: nowhere,
    })
    expect(refused.status).toBe(422)
  })
})

describe('the audience of an announcement', () => {
  it('is lenders with items, or current members', async () => {
    const [lender, empty] = await people(2)
    const member = await createUser(orm(), { membership_until: new Date('2026-07-01') })
    await createUser(orm(), { membership_until: new Date('2026-06-01') })
    await createItem(orm(), 1)
    await createLetterbox(orm(), { owner: lender as TestUser, items: [1] })
    await createLetterbox(orm(), { owner: empty as TestUser })
    for (const [audience, expected] of [
      ['lenders', lender],
      ['members', member],
    ] as const) {
      sink.received.length = 0
      const read = await publish({ audience })
      await begin(read)
      await aMinute()
      expect(receivers()).toEqual([expected?.email])
      const first = (as: string) =>
        test.call(announcementsApi.getById, { as, query: { id: read.id } })
      expect((await first(expected?.token ?? '')).status).toBe(200)
      expect((await first(empty?.token ?? '')).status).toBe(404)
    }
  })

  it('by mail alone does not see it on the page, but can open it from the mail', async () => {
    const [reader] = await people(1)
    const read = await publish({ on_page: false })
    const as = reader?.token ?? ''
    expect((await test.call(announcementsApi.getFirstUnseen, { as })).body).toBeNull()
    const opened = await test.call(announcementsApi.getById, { as, query: { id: read.id } })
    expect(opened.body.title).toBe('Repair café')
  })
})

describe('unsubscribing', () => {
  const tokenFrom = (email: string) =>
    sink.received
      .findLast(({ to }) => to.includes(email))
      ?.email.headers.find(({ key }) => key === 'list-unsubscribe')
      ?.value.match(/token=([^>]+)>/)?.[1] ?? ''
  const ask = (method: 'GET' | 'POST', token: string) =>
    test.app.inject({
      method,
      url: `/api/v1/mail/unsubscribe?token=${token}`,
      ...(method === 'POST' && {
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    })
  const settingsOf = async ({ token }: TestUser) =>
    (await test.call(mailSettingsApi.get, { as: token })).body

  it('is one POST without a login; a GET by a link scanner changes nothing', async () => {
    const reader = await createUser(orm())
    const { id, version } = await publish()
    await begin({ id, version })
    await aMinute()
    const token = tokenFrom(reader.email)
    const opened = await ask('GET', token)
    expect([opened.statusCode, opened.headers.location]).toEqual([302, `/mails/off?token=${token}`])
    expect(await settingsOf(reader)).toMatchObject({ announcements: true, neighbourhood: null })
    const ended = await ask('POST', token)
    expect([ended.statusCode, ended.cookies]).toEqual([204, []])
    await ask('POST', token)
    expect(await settingsOf(reader)).toMatchObject({ announcements: false, neighbourhood: null })
    // The moderator had unsubscribed from the beginning, the reader with this mail.
    expect((await sendingOf(id)).mail).toMatchObject({ sent: 1, unsubscribed: 2 })
    sink.received.length = 0
    await begin(await publish())
    await aMinute()
    expect(receivers()).toEqual([])
  })

  it('stops a mail that is already queued', async () => {
    const reader = await createUser(orm())
    const { id, version } = await publish()
    await begin({ id, version })
    await feedMailings(test.deps)
    const off = { as: reader.token, body: { announcements: false } }
    expect((await test.call(mailSettingsApi.update, off)).body.announcements).toBe(false)
    await aMinute()
    expect(receivers()).toEqual([])
    expect((await sendingOf(id)).mail).toMatchObject({ state: 'done', unsubscribed: 2 })
  })
})

it('a test mail goes to its author alone, in any state and despite unsubscribing', async () => {
  await people(2)
  const made = await test.call(adminAnnouncementsApi.create, { as: moderator.token, body: TEXT })
  const id = made.body.id
  const tried = await test.call(adminAnnouncementsApi.test, { as: moderator.token, body: { id } })
  expect(tried.status).toBe(204)
  await test.deps.mails.drain()
  expect(receivers()).toEqual([moderator.email])
  expect(sink.received[0]?.email.subject).toMatch(/^Test: /)
})

it('a test mail is in the language of the preview, whatever that of the account', async () => {
  const body = { ...TEXT, title_fr: 'Fête', content_fr: 'Samedi.' }
  const made = await test.call(adminAnnouncementsApi.create, { as: moderator.token, body })
  const tried = await test.call(adminAnnouncementsApi.test, {
    as: moderator.token,
    body: { id: made.body.id, lang: 'fr' },
  })
  expect(tried.status).toBe(204)
  await test.deps.mails.drain()
  expect(sink.received.at(-1)?.email.subject).toBe('Essai : Fête')
})

it('a mail falls back to the best language available, and the test mail says so', async () => {
  const body = { title_fr: 'Fête', content_fr: 'Samedi.' }
  const made = await test.call(adminAnnouncementsApi.create, { as: moderator.token, body })
  const id = made.body.id
  const shown = await test.call(adminAnnouncementsApi.mail, {
    as: moderator.token,
    query: { id: `${id}`, lang: 'de' },
  })
  expect(shown.body).toMatchObject({ subject: 'Fête', text_lang: 'fr' })
  expect(shown.body.html).toContain('lang="fr"')
  expect(shown.body.html).not.toContain('Nur in diesem Test')
  for (const lang of ['de', 'fr'] as const) {
    await test.call(adminAnnouncementsApi.test, { as: moderator.token, body: { id, lang } })
  }
  await test.deps.mails.drain()
  const mailIn = (lang: string) =>
    sink.received
      .map(({ email }) => `${email.html}`)
      .find((html) => html.includes(`lang="${lang}"><head>`))
  const [german, french] = [mailIn('de'), mailIn('fr')]
  expect(german).toContain('Wer Deutsch liest, bekommt Titel und Text auf Französisch.')
  expect(french).not.toContain('Dans cet essai seulement')
})

it('the mail preview renders Markdown and no HTML of the author', async () => {
  const content = '# Big\n\n<img src=x onerror=alert(1)> [a](javascript:alert(1)) ![p](/img/x.png)'
  const body = { ...TEXT, content, title_de: 'Hallo', content_de: '*Hallo*' }
  const made = await test.call(adminAnnouncementsApi.create, { as: moderator.token, body })
  const mailIn = async (lang: 'de' | 'en') =>
    (
      await test.call(adminAnnouncementsApi.mail, {
        as: moderator.token,
        query: { id: `${made.body.id}`, lang },
      })
    ).body
  expect((await mailIn('de')).html).toContain('<em>Hallo</em>')
  const { subject, html } = await mailIn('en')
  expect(subject).toBe('Repair café')
  expect(html).toContain('>Big</h2>')
  expect(html).not.toMatch(/<img|javascript:/)
  const rows = await orm().select().from(mailings).where(eq(mailings.kind, 'announcements'))
  expect(rows).toEqual([])
})
