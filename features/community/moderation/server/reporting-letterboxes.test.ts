import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solveCaptcha } from '#app/server/testing/captcha-solver.ts'
import { createLetterbox, createUser, type TestLetterbox } from '#app/server/testing/factories.ts'
import { startMailSink } from '#app/server/testing/mail-sink.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { REPORT_TYPES } from '#features/places/letterboxes/report-types.ts'
import { readNetworkLimits } from '#platform/server/identity/network-limits.ts'
import { local_mails } from '#platform/server/mail/tables.ts'
import { adminReportsApi } from '../contract.admin.ts'
import { reportsApi } from '../contract.ts'
import { cases } from '../tables.ts'

const ADMIN = 'admin@example.org'
const HOSTILE = '<img src=x onerror=alert(1)>'

let test: TestApp
let box: TestLetterbox
beforeAll(async () => {
  test = await createTestApp({
    config: {
      adminEmail: ADMIN,
      publicUrl: 'https://lend.example',
      networkLimits: readNetworkLimits('reports=20'),
    },
  })
  box = await createLetterbox(orm(), { ownerFields: { show_on_map: true } })
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm
let address = 0

interface Sent {
  [field: string]: unknown
}
/** Reports as a visitor with an address of its own, unless a token or an address is given. */
const store = async (fields: Sent = {}, { as, ip }: { as?: string; ip?: string } = {}) => {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/v1/reports/store',
    remoteAddress: ip ?? `10.0.0.${++address}`,
    headers: as ? { authorization: `Bearer ${as}` } : {},
    payload: {
      title: 'A sticker is missing',
      message: 'The ladder fell off.',
      email: 'visitor@example.org',
      lang: 'fr',
      letterboxId: box.id,
      reportTypeId: 1,
      ...fields,
    },
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const stored = async (id: string) => {
  const [row] = await orm().select().from(cases).where(eq(cases.id, id))
  return row
}

describe('GET /reports/types', () => {
  it('lists all types for everyone', async () => {
    const { status, body } = await test.call(reportsApi.types)
    expect([status, body]).toEqual([200, [...REPORT_TYPES]])
  })
})

describe('POST /reports/store', () => {
  it('stores the report of a visitor', async () => {
    const { status, body, headers } = await store({ title: '  Klingel kaputt ', reportTypeId: 3 })
    expect([status, Object.keys(body)]).toEqual([201, ['id']])
    expect(headers['cache-control']).toBe('no-store')
    expect(await stored(body.id)).toMatchObject({
      letterbox_id: box.id,
      user_id: null,
      type: 'other',
      title: 'Klingel kaputt',
      text: 'The ladder fell off.',
      email: 'visitor@example.org',
      lang: 'fr',
      handled_at: null,
    })
  })

  it('stores the account of the reporter, and uses its address if none is given', async () => {
    const user = await createUser(orm())
    const { status, body } = await store({ email: '', message: undefined }, { as: user.token })
    expect(status).toBe(201)
    expect(await stored(body.id)).toMatchObject({
      user_id: user.id,
      email: user.email,
      text: '',
    })
    const other = await store({ email: 'work@example.org' }, { as: user.token })
    expect((await stored(other.body.id))?.email).toBe('work@example.org')
  })

  it.each([
    ['title', { title: ' \n ' }, 'errors.validation.title'],
    ['title', { title: undefined }, 'errors.validation.title'],
    ['title', { title: 'x'.repeat(201) }, 'errors.validation.tooLong'],
    ['title', { title: 'a\0b' }, 'errors.validation.title'],
    ['email', { email: '' }, 'errors.validation.email'],
    ['email', { email: undefined }, 'errors.validation.email'],
    ['email', { email: 'nobody' }, 'errors.validation.email'],
    ['email', { email: 'a@example.org\r\nBcc: b@example.org' }, 'errors.validation.email'],
    ['message', { message: 'é'.repeat(801) }, 'errors.validation.messageLength'],
    ['message', { message: ['no text'] }, 'errors.validation.message'],
    ['reportTypeId', { reportTypeId: 5 }, 'errors.validation.invalid'],
    ['letterboxId', { letterboxId: true }, 'errors.validation.invalid'],
  ])('refuses a wrong %s: %j', async (field, fields, key) => {
    const { status, body } = await store(fields)
    expect([status, body.errors?.[field]?.[0]]).toEqual([422, key])
  })

  it('accepts 800 characters, and refuses a wrong address for accounts as well', async () => {
    expect((await store({ message: '👋'.repeat(800) })).status).toBe(201)
    const user = await createUser(orm())
    const { body } = await store({ email: 'nobody' }, { as: user.token })
    expect(body.errors).toEqual({ email: ['errors.validation.email'] })
  })

  it('returns the same 404 for hidden, unplaced and unknown letterboxes', async () => {
    const hidden = await createLetterbox(orm(), { ownerFields: { show_on_map: false } })
    const nowhere = await createLetterbox(orm(), { latitude: null, longitude: null })
    const answers = await Promise.all(
      [hidden.id, nowhere.id, randomUUID()].map((letterboxId) => store({ letterboxId })),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(answers[0]?.body).toEqual(answers[2]?.body)
    expect(await orm().select().from(cases).where(eq(cases.letterbox_id, hidden.id))).toEqual([])
  })

  it('refuses a report in the name of another user', async () => {
    const { status, body } = await store({ user_id: box.owner.id })
    expect([status, body.code]).toEqual([400, 'forbidden_field'])
    expect((await store({}, { as: 'an unknown token' })).status).toBe(201)
  })

  it('is rate-limited for visitors and accounts', async () => {
    const ip = '10.1.0.1'
    const boxes = await Promise.all(Array.from({ length: 21 }, () => createLetterbox(orm())))
    const visitor = await Promise.all(boxes.map(({ id }) => store({ letterboxId: id }, { ip })))
    expect(visitor.filter(({ status }) => status === 429)).toHaveLength(1)
    const user = await createUser(orm())
    const as = user.token
    const account = await Promise.all(Array.from({ length: 11 }, () => store({}, { as })))
    const refused = account.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('stores reports that are deleted with their author’s account', async () => {
    const user = await createUser(orm(), { email_confirmed_at: null })
    const { body } = await store({}, { as: user.token })
    expect((await test.call(accountsApi.remove, { as: user.token })).status).toBe(204)
    expect(await stored(body.id)).toBeUndefined()
  })

  it('requires a captcha from visitors only', async () => {
    const guarded = await createTestApp({ sharing: test, config: { captcha: true } })
    const send = (captcha?: string, as?: string) =>
      guarded.call(reportsApi.store, {
        as,
        body: {
          title: 'No access',
          email: 'visitor@example.org',
          letterboxId: box.id,
          reportTypeId: 2,
          captcha,
        },
      })
    expect((await send()).error.code).toBe('captcha_required')
    expect((await send('forged')).error.code).toBe('captcha_invalid')
    expect((await send(await solveCaptcha(guarded))).status).toBe(201)
    expect((await send(undefined, (await createUser(orm())).token)).status).toBe(201)
    await guarded.close()
  })
})

describe('the mail about a report', () => {
  it('is sent to the administrator in the language of the account, as text', async () => {
    await createUser(orm(), { email: ADMIN, lang: 'fr', role_id: 3 })
    const { id } = await createLetterbox(orm())
    const message = `${HOSTILE}\nsecond line`
    await store({ title: HOSTILE, message, reportTypeId: 3, letterboxId: id })
    const mail = (await test.mails()).find(({ subject }) => subject.includes(HOSTILE))
    expect(mail).toMatchObject({
      recipient: ADMIN,
      subject: `Signalement d’une boîte aux lettres : ${HOSTILE}`,
    })
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(mail?.text).toContain(`https://lend.example/map/letterbox/${id}`)
  })

  it('can be answered to the reporter alone', async () => {
    const sink = await startMailSink()
    const config = { smtpUrl: sink.url, adminEmail: ADMIN }
    const mailing = await createTestApp({ sharing: test, config })
    await mailing.deps.mails.drain()
    await mailing.call(reportsApi.store, {
      ip: '10.2.0.1',
      body: {
        title: 'Hello\r\nBcc: victim@example.org',
        email: 'visitor@example.org',
        letterboxId: (await createLetterbox(orm())).id,
        reportTypeId: 3,
      },
    })
    await mailing.deps.mails.drain()
    const mail = sink.received.at(-1)
    expect(mail?.to).toEqual([ADMIN])
    expect(mail?.email.replyTo).toEqual([{ name: '', address: 'visitor@example.org' }])
    expect(mail?.email.subject).toContain('Hello Bcc: victim@example.org')
    expect(mail?.email.headers.map(({ key }) => key)).not.toContain('bcc')
    await mailing.close()
    await sink.close()
  })

  it('is not sent if no recipient is configured', async () => {
    const alone = await createTestApp({ sharing: test, config: { adminEmail: undefined } })
    const before = (await alone.mails()).length
    const { status } = await alone.call(reportsApi.store, {
      ip: '10.3.0.1',
      body: { title: 'Alone', email: 'v@example.org', letterboxId: box.id, reportTypeId: 3 },
    })
    expect([status, (await alone.mails()).length]).toEqual([201, before])
    await alone.close()
  })
})

describe('a notice of illegal content', () => {
  const NOTICE = {
    reportTypeId: 4,
    title: 'Something illegal',
    message: 'It lends weapons.',
    name: 'Ada',
    good_faith: true,
  }
  const mailsTo = async (to: string) => {
    await test.deps.mails.drain()
    return orm().select().from(local_mails).where(eq(local_mails.recipient, to))
  }
  const settle = async (id: string, outcome: 'done' | 'nothing_to_do') => {
    const { token } = await createUser(orm(), { role_id: 3 })
    const body = { id, version: 0, outcome }
    return test.call(adminReportsApi.settle, { as: token, body })
  }

  it('is stored with its author, confirmed by mail, and followed by the decision and its remedies', async () => {
    const email = 'ada@example.org'
    const { status, body } = await store({ ...NOTICE, email, lang: 'en' })
    expect(status).toBe(201)
    expect(await stored(body.id)).toMatchObject({ type: 'illegal', name: 'Ada', email })
    const [confirmation] = await mailsTo(email)
    expect(confirmation?.text).toContain(body.id)
    // The address may be a stranger's, so the mail quotes nothing.
    expect(confirmation?.text).not.toContain('weapons')
    expect((await settle(body.id, 'nothing_to_do')).status).toBe(200)
    const decision = (await mailsTo(email)).find(({ id }) => id !== confirmation?.id)
    expect(decision?.text).toContain('We have found nothing that we have to act against.')
    expect(decision?.text).toContain('You can also go to court.')
  })

  it.each([
    ['no explanation', { message: ' ' }, 'message'],
    ['no name', { name: '' }, 'name'],
    ['no good faith', { good_faith: false }, 'good_faith'],
    ['no address', { email: '' }, 'email'],
  ])('is refused with %s', async (_, fields, name) => {
    const { status, body } = await store({ ...NOTICE, ...fields })
    expect([status, Object.keys(body.errors)]).toEqual([422, [name]])
  })

  it('needs neither name nor address if it is about sexual abuse of children', async () => {
    const { status, body } = await store({ ...NOTICE, name: '', email: '', without_name: true })
    expect([status, (await stored(body.id))?.email]).toEqual([201, ''])
    const { token } = await createUser(orm(), { role_id: 3 })
    const answer = { id: body.id, version: 0, text: 'Thanks', request_id: randomUUID() }
    const { error } = await test.call(adminReportsApi.answer, { as: token, body: answer })
    expect(error.errors).toEqual({ text: ['errors.validation.email'] })
    expect((await settle(body.id, 'done')).status).toBe(200)
  })

  it('is the only report of a visitor that may lack an address and is confirmed by mail', async () => {
    expect((await store({ email: '', without_name: true })).status).toBe(422)
    const { body } = await store({ email: 'plain@example.org', name: 'Ada' })
    expect((await stored(body.id))?.name).toBe('')
    expect(await mailsTo('plain@example.org')).toEqual([])
  })

  it('is not the only report that gives a member a receipt, sent to the account address alone', async () => {
    const member = await createUser(orm(), { lang: 'en' })
    const { body } = await store(
      { email: 'typed@example.org', message: 'Gone.' },
      { as: member.token },
    )
    const [receipt, ...more] = await mailsTo(member.email)
    expect([receipt?.subject, more]).toEqual(['Letterlend: your report has arrived', []])
    expect(receipt?.text).not.toContain('illegal')
    expect(receipt?.text).not.toContain('Gone.')
    expect(await mailsTo('typed@example.org')).toEqual([])
    expect((await settle(body.id, 'done')).status).toBe(200)
    expect(await mailsTo('typed@example.org')).toHaveLength(1)
  })

  it('is not the only report whose outcome is mailed to its author, without the typed text', async () => {
    const email = 'heard@example.org'
    const { body } = await store({ email, lang: 'en', message: 'It hangs.' })
    expect((await settle(body.id, 'done')).status).toBe(200)
    const [told, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(told?.text).toContain('We have taken care of it.')
    expect(told?.text).not.toContain('It hangs.')
    expect(told?.text).not.toContain('You can also go to court.')
  })
})
