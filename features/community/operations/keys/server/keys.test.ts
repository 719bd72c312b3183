import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getChallenge, solveCaptcha } from '#app/server/testing/captcha-solver.ts'
import { createLetterbox, createUser } from '#app/server/testing/factories.ts'
import { type MailSink, startMailSink } from '#app/server/testing/mail-sink.ts'
import { createPushApp, type PushApp } from '#app/server/testing/push-app.ts'
import type { Device } from '#app/server/testing/push-server.ts'
import { inboundFrom, replierAt } from '#app/server/testing/replying.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { verifyDkim } from '#app/server/testing/verify-dkim.ts'
import { registrationApi } from '#features/community/joining/registration/contract.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { requestsApi } from '#features/lending/conversations/requests/contract.ts'
import { loansApi } from '#features/lending/loans/contract.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { pushApi } from '#features/people/notifications/contract.ts'
import { push_subscriptions } from '#features/people/notifications/tables.ts'
import { community_settings } from '#platform/server/db/tables.ts'
import { CAPTCHA_KEY } from '#platform/server/identity/captcha/captcha.ts'
import { createToken } from '#platform/server/identity/tokens.queries.ts'
import { receiveMail } from '#platform/server/inbound-mail/receiving.ts'
import {
  findKey,
  forgetOldKeys,
  type KeyKind,
  rotateKey,
} from '#platform/server/keys/stored-keys.ts'
import { dkimEntry, readDkim } from '#platform/server/mail/dkim.ts'
import { findDkim, newDkimKey } from '#platform/server/mail/dkim-keys.ts'
import { INBOUND_KEY } from '#platform/server/mail/signed-addresses.ts'
import { configApi } from '#platform/shared/config.ts'
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { keysApi } from '../contract.admin.ts'
import { keyLines, type RotateCommand, rotateLines, stepsInstead } from './commands.ts'
import { activateSeenDkim } from './upkeep.ts'

const ADMIN = 'boss@example.org'
const NOT_PUBLISHED = async () => []
/** How long another process may take to notice a rotation on a busy machine. */
const HEARD = { interval: 200, timeout: 10_000 }

const ormOf = (test: TestApp) => test.deps.database.orm

function rotateIn(test: TestApp, id: RotateCommand['id'], how: Partial<RotateCommand> = {}) {
  const command = { id, atOnce: false, activate: false, ...how }
  return rotateLines(ormOf(test), test.deps, command, NOT_PUBLISHED)
}
/** Waits until a process uses the stored key. Until then it uses the old one. */
const hearsOf = (test: TestApp, kept: KeyKind<string>) =>
  vi.waitFor(async () => {
    const { current } = await test.deps.keys.read(kept)
    expect(current).toBe((await findKey(ormOf(test), kept))?.current)
  }, HEARD)
const newestActs = (test: TestApp) =>
  ormOf(test).select().from(audit_log).orderBy(desc(audit_log.at)).limit(1)

/** Everything a member can read about keys, in one text. */
async function everythingTold(test: TestApp, as: string): Promise<string> {
  const { body } = await test.call(keysApi.list, { as })
  const acts = await ormOf(test).select().from(audit_log)
  const mails = await test.mails()
  const lines = await keyLines(ormOf(test), test.deps)
  return JSON.stringify([body, acts, mails, lines])
}

describe('rotating a key in the database', () => {
  let test: TestApp
  let second: TestApp
  beforeAll(async () => {
    test = await createTestApp({ config: { captcha: true } })
    second = await createTestApp({ config: { captcha: true }, sharing: test })
    await createUser(ormOf(test), { email: ADMIN, role_id: ROLE_ID.admin })
  })
  afterAll(async () => {
    await second.close()
    await test.close()
  })

  let registered = 0
  const register = async (at: TestApp, captcha: string) => {
    const email = `neighbour-${++registered}@example.org`
    const person = { firstname: 'Mila', lastname: 'Keller', address: 'Langstrasse 12' }
    const place = { postcode: '8004', city: 'Zürich', country: 'CH' as const }
    return (
      await at.call(registrationApi.register, { body: { ...person, ...place, email, captcha } })
    ).status
  }

  it('keeps old captchas valid in every process, and signs new ones with the new key', async () => {
    const before = await getChallenge(test)
    const solved = await solveCaptcha(second, before)
    await rotateIn(test, 'captcha')
    await hearsOf(second, CAPTCHA_KEY)
    expect(await register(second, solved)).toBe(201)
    // Created by one process and accepted by the other.
    expect(await register(test, await solveCaptcha(second))).toBe(201)
  })

  it('with --at-once invalidates old captchas', async () => {
    const solved = await solveCaptcha(test)
    await rotateIn(test, 'captcha', { atOnce: true })
    await hearsOf(test, CAPTCHA_KEY)
    expect(await register(test, solved)).toBe(400)
  })

  it('deletes previous keys that have expired', async () => {
    const now = new Date()
    await ormOf(test).transaction((tx) => rotateKey(tx, CAPTCHA_KEY, { now, atOnce: false }))
    expect((await findKey(ormOf(test), CAPTCHA_KEY))?.previous).toHaveLength(1)
    await forgetOldKeys(ormOf(test), CAPTCHA_KEY, now)
    expect((await findKey(ormOf(test), CAPTCHA_KEY))?.previous).toHaveLength(1)
    await forgetOldKeys(ormOf(test), CAPTCHA_KEY, new Date(now.getTime() + 11 * MINUTE_MS))
    expect((await findKey(ormOf(test), CAPTCHA_KEY))?.previous).toEqual([])
  })

  it('keeps all keys of two concurrent rotations valid', async () => {
    const before = await findKey(ormOf(test), CAPTCHA_KEY)
    await Promise.all([rotateIn(test, 'captcha'), rotateIn(test, 'captcha')])
    const after = await findKey(ormOf(test), CAPTCHA_KEY)
    const values = after?.previous.map(({ value }) => value) ?? []
    expect(values).toHaveLength((before?.previous.length ?? 0) + 2)
    expect(values).toContain(before?.current)
    expect(new Set([after?.current, ...values]).size).toBe(values.length + 1)
  })

  it('changes nothing if its transaction is rolled back', async () => {
    const before = await findKey(ormOf(test), CAPTCHA_KEY)
    const acts = await ormOf(test).$count(audit_log)
    const failing = ormOf(test).transaction(async (tx) => {
      await rotateKey(tx, CAPTCHA_KEY, { now: new Date(), atOnce: true })
      throw new Error('killed')
    })
    await expect(failing).rejects.toThrow('killed')
    expect(await findKey(ormOf(test), CAPTCHA_KEY)).toEqual(before)
    expect(await ormOf(test).$count(audit_log)).toBe(acts)
  })

  it('reads a key without a stored history', async () => {
    await ormOf(test)
      .delete(community_settings)
      .where(eq(community_settings.key, 'captcha_key_history'))
    const old = await findKey(ormOf(test), CAPTCHA_KEY)
    expect(old).toMatchObject({ madeAt: null, previous: [] })
    await rotateIn(test, 'captcha')
    expect((await findKey(ormOf(test), CAPTCHA_KEY))?.previous[0]?.value).toBe(old?.current)
  })

  it('for sessions ends all sessions, and nothing else', async () => {
    const user = await createUser(ormOf(test))
    const link = await createToken(ormOf(test), 'login', user, new Date())
    expect((await test.call(profileApi.userinfo, { as: user.token })).status).toBe(200)
    await rotateIn(test, 'sessions')
    expect((await test.call(profileApi.userinfo, { as: user.token })).status).toBe(401)
    const { status } = await test.call(accountsApi.loginWithToken, { body: { token: link } })
    expect(status).toBe(200)
  })

  it('for links invalidates one-time links, but not those to unsubscribe', async () => {
    const user = await createUser(ormOf(test))
    const now = new Date()
    const login = await createToken(ormOf(test), 'login', user, now)
    await createToken(ormOf(test), 'unsubscribe', user, now)
    await rotateIn(test, 'links')
    const { status } = await test.call(accountsApi.loginWithToken, { body: { token: login } })
    expect(status).not.toBe(200)
    expect((await test.call(profileApi.userinfo, { as: user.token })).status).toBe(200)
    const kept = await test.deps.database.query<{ kind: string }>(
      'SELECT kind FROM tokens WHERE user_id = $1 ORDER BY kind',
      [user.id],
    )
    expect(kept.map(({ kind }) => kind)).toEqual(['session', 'unsubscribe'])
  })

  it('for calendar feeds invalidates all feeds', async () => {
    const user = await createUser(ormOf(test))
    const { body } = await test.call(loansApi.makeCalendarFeed, { as: user.token, body: {} })
    const { pathname } = new URL(body.url)
    expect((await test.app.inject({ url: pathname })).statusCode).toBe(200)
    await rotateIn(test, 'calendar-feeds')
    expect((await test.app.inject({ url: pathname })).statusCode).toBe(404)
  })

  it('is logged and mailed to administrators, without a key', async () => {
    await rotateIn(test, 'captcha')
    const [act] = await newestActs(test)
    expect(act).toMatchObject({
      actor: 'command',
      subject: 'key',
      subject_id: 'captcha',
      verb: 'rotate',
    })
    const mails = (await test.mails()).filter(({ recipient }) => recipient === ADMIN)
    expect(mails.map(({ subject }) => subject)).toContain(
      'A key of Letterlend was rotated: Key of the captchas',
    )
    const key = await findKey(ormOf(test), CAPTCHA_KEY)
    const told = await everythingTold(test, (await createUser(ormOf(test), { role_id: 3 })).token)
    for (const secret of [key?.current, ...(key?.previous ?? []).map(({ value }) => value)]) {
      expect(told).not.toContain(secret)
    }
    expect(told).toContain('captcha')
  })

  it('is listed for administrators only', async () => {
    const boss = await createUser(ormOf(test), { role_id: ROLE_ID.admin })
    const { status, body } = await test.call(keysApi.list, { as: boss.token })
    expect(status).toBe(200)
    expect(body.rows.find(({ id }) => id === 'captcha')).toMatchObject({
      rotation: 'command',
      is_set: true,
      made_at: expect.any(String),
      previous_until: expect.any(String),
    })
    expect(body.rows.find(({ id }) => id === 'metrics')).toMatchObject({ is_set: false })
    const statusFor = async (fields: Parameters<typeof createUser>[1]) => {
      const { token: as } = await createUser(ormOf(test), fields)
      return (await test.call(keysApi.list, { as })).status
    }
    expect(await statusFor({})).toBe(404)
    expect(await statusFor({ role_id: ROLE_ID.moderator })).toBe(403)
    expect(await statusFor({ tasks: ['shipping', 'treasury', 'texts'] })).toBe(403)
    expect((await test.call(keysApi.list)).status).toBe(404)
  })

  it('of the settings prints the steps, and changes nothing', () => {
    const steps = stepsInstead({ id: 'metrics', atOnce: false, activate: false }, test.deps)
    expect(steps?.join('\n')).toMatch(/METRICS_TOKEN=NEW,OLD[\s\S]*METRICS_TOKEN=NEW in/)
    expect(() =>
      stepsInstead({ id: 'sessions', atOnce: true, activate: false }, test.deps),
    ).toThrow('--at-once is for')
    expect(() => stepsInstead({ id: 'push', atOnce: false, activate: true }, test.deps)).toThrow(
      '--activate is an option for dkim',
    )
  })
})

describe('rotating the key of reply addresses', () => {
  let test: TestApp
  beforeAll(async () => {
    const source = {
      kind: 'imap',
      host: '127.0.0.1',
      port: 1,
      secure: true,
      user: 'u',
      password: 'p',
      folder: 'INBOX',
    } as const
    test = await createTestApp({ config: { inbound: inboundFrom(source) } })
  })
  afterAll(() => test.close())

  const receive = async (mail: string, to: string) =>
    (await receiveMail(test.deps, Buffer.from(mail), [to]))[0]

  it('accepts replies to old mails for 90 days, and none with --at-once', async () => {
    const first = await replierAt(test)
    await rotateIn(test, 'mail-addresses')
    await hearsOf(test, INBOUND_KEY)
    expect(await receive(first.mail('Gern!'), first.to)).toBe('taken')
    expect(await first.texts()).toEqual(['Gern!'])
    const next = await replierAt(test)
    expect(await receive(next.mail('Ja'), next.to)).toBe('taken')
    test.advance(91 * DAY_MS)
    expect(await receive(first.mail('Zu spät'), first.to)).not.toBe('taken')
    test.advance(-91 * DAY_MS)
    await rotateIn(test, 'mail-addresses', { atOnce: true })
    await hearsOf(test, INBOUND_KEY)
    expect(await receive(next.mail('Und noch'), next.to)).not.toBe('taken')
    expect(await next.texts()).toEqual(['Ja'])
  })
})

describe('rotating the push keys', () => {
  let pushing: PushApp
  let test: TestApp
  beforeAll(async () => {
    pushing = await createPushApp()
    test = pushing.test
  })
  afterAll(() => pushing.close())

  const publicKey = async (at: TestApp) =>
    (await at.call(configApi.get)).body.vapid_public_key ?? ''
  const people = { enable_messaging: true, enable_notifications: true }

  async function deviceOf(token: string, key: string): Promise<Device> {
    const device = pushing.service.subscribe(key)
    const { status } = await test.call(pushApi.subscribe, { as: token, body: device.subscription })
    expect(status).toBe(204)
    return device
  }
  /** Sends the lender a request, which pushes to their devices. */
  async function told(lender: { id: string }) {
    const borrower = await createUser(ormOf(test), people)
    const body = { renter_id: lender.id, item_id: 1, text: 'May I borrow it?' }
    await test.call(requestsApi.create, { as: borrower.token, body })
    await test.deps.pushes.drain()
  }
  const newLender = async () =>
    (await createLetterbox(ormOf(test), { items: [1], ownerFields: people })).owner

  it('reaches devices subscribed before and after, even from an old page', async () => {
    const second = await createTestApp({ sharing: test, config: test.deps.config })
    const before = await publicKey(second)
    const lender = await newLender()
    const old = await deviceOf(lender.token, before)
    await rotateIn(test, 'push')
    await vi.waitFor(async () => expect(await publicKey(second)).not.toBe(before), HEARD)
    await vi.waitFor(async () => expect(await publicKey(test)).toBe(await publicKey(second)), HEARD)
    await told(lender)
    expect([old.received.length, old.calls]).toEqual([1, 1])
    // A page opened before the rotation.
    const late = await newLender()
    const stale = await deviceOf(late.token, before)
    await told(late)
    expect([stale.received.length, stale.calls]).toEqual([1, 2])
    const fresh = await newLender()
    const device = await deviceOf(fresh.token, await publicKey(test))
    await told(fresh)
    expect([device.received.length, device.calls]).toEqual([1, 1])
    await second.close()
  })

  it('with --at-once reaches a device again after it has opened the app', async () => {
    const lender = await newLender()
    const before = await publicKey(test)
    const old = await deviceOf(lender.token, before)
    await rotateIn(test, 'push', { atOnce: true })
    await vi.waitFor(async () => expect(await publicKey(test)).not.toBe(before), HEARD)
    await told(lender)
    expect(old.received).toEqual([])
    const renewed = await deviceOf(lender.token, await publicKey(test))
    await told(lender)
    expect(renewed.received).toHaveLength(1)
    // A session is one browser, so its previous subscription is replaced.
    const rows = await ormOf(test)
      .select()
      .from(push_subscriptions)
      .where(eq(push_subscriptions.user_id, lender.id))
    expect(rows).toHaveLength(1)
  })
})

describe('rotating the DKIM key', () => {
  const MAIL_FROM = 'Lend <hello@lend.example.org>'
  let folder: string
  let sink: MailSink
  let test: TestApp
  let second: TestApp
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'letterlend-dkim-'))
    const keyFile = join(folder, 'dkim.pem')
    await writeFile(keyFile, await newDkimKey())
    sink = await startMailSink()
    const config = {
      smtpUrl: sink.url,
      mailFrom: MAIL_FROM,
      dkim: { keyFile, selector: 'letterlend' },
    }
    test = await createTestApp({ config })
    second = await createTestApp({ config, sharing: test })
    await createUser(ormOf(test), { email: ADMIN, role_id: ROLE_ID.admin })
  })
  afterAll(async () => {
    await second.close()
    await test.close()
    await sink.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    await test.deps.mails.drain()
    sink.received.length = 0
  })

  async function file() {
    const dkim = readDkim(test.deps.config)
    if (!dkim) throw new Error('Unexpected settings without a key')
    return dkim
  }
  /** Every DNS entry that the operator was asked to publish. */
  async function entries(): Promise<Record<string, string>> {
    const { signing, next } = await findDkim(ormOf(test), await file())
    const all = [await file(), signing, ...(next ? [next] : [])].map(dkimEntry)
    return Object.fromEntries(all.map(({ name, text }) => [name, text]))
  }
  /**
   * Sends a mail by one of the processes.
   * @returns the DNS entry that verifies its signature
   */
  async function signedBy(at: TestApp): Promise<string> {
    sink.received.length = 0
    const content = { template: 'emailChanged', firstname: 'Ada', newEmail: 'new@example.org' }
    const mail = { to: 'ada@example.org', lang: 'de', content } as const
    await at.deps.mails.enqueue(ormOf(test), mail)
    await at.deps.mails.drain()
    const sent = sink.received.find(({ to }) => to.includes('ada@example.org'))
    const { entry, isValid } = verifyDkim(sent?.source ?? Buffer.alloc(0), await entries())
    return isValid ? entry : `${entry} is wrong`
  }
  const FILE_ENTRY = 'letterlend._domainkey.lend.example.org'

  it('keeps the current key until the DNS entry of the next one is seen, then switches every process', async () => {
    expect(await signedBy(test)).toBe(FILE_ENTRY)
    const lines = await rotateIn(test, 'dkim')
    const { next } = await findDkim(ormOf(test), await file())
    if (!next) throw new Error('Unexpected: no key waits')
    const { name, text } = dkimEntry(next)
    expect(lines.join('\n')).toContain(`${name}\n${text}`)
    expect(name).toMatch(/^letterlend-\d{8}\._domainkey\.lend\.example\.org$/)
    expect(await signedBy(test)).toBe(FILE_ENTRY)
    // A second call creates no other key and prints the same lines.
    expect(await rotateIn(test, 'dkim')).toEqual(lines)
    await activateSeenDkim(second.deps, async () => [])
    expect(await signedBy(second)).toBe(FILE_ENTRY)
    await activateSeenDkim(second.deps, async (asked) =>
      asked === name ? [text.replaceAll(' ', '')] : [],
    )
    expect([await signedBy(test), await signedBy(second)]).toEqual([name, name])
    const [act] = await newestActs(test)
    expect(act).toMatchObject({ actor: 'system', subject_id: 'dkim', verb: 'rotate' })
    // Without a rotation there are no DNS queries.
    const lookUp = vi.fn(NOT_PUBLISHED)
    await activateSeenDkim(test.deps, lookUp)
    expect(lookUp).not.toHaveBeenCalled()
  })

  it('switches at once with --activate, or if the DNS entry already exists', async () => {
    await expect(rotateIn(test, 'dkim', { activate: true })).rejects.toThrow('No key is waiting')
    await rotateIn(test, 'dkim')
    const { next, signing } = await findDkim(ormOf(test), await file())
    expect(next?.keySelector).not.toBe(signing.keySelector)
    const lines = await rotateIn(test, 'dkim', { activate: true })
    expect(lines.join(' ')).toContain(`Keep the entry of ${signing.keySelector} for 7 days`)
    expect(await signedBy(second)).toBe(`${next?.keySelector}._domainkey.lend.example.org`)
    const everywhere = async (asked: string) => {
      const waiting = (await findDkim(ormOf(test), await file())).next
      return waiting && dkimEntry(waiting).name === asked ? [dkimEntry(waiting).text] : []
    }
    const command = { id: 'dkim', atOnce: false, activate: false } as const
    const seen = await rotateLines(ormOf(test), test.deps, command, everywhere)
    expect(seen[0]).toContain('was found')
  })

  it('falls back to the settings if they name another key', async () => {
    await writeFile(join(folder, 'other.pem'), await newDkimKey())
    const dkim = { keyFile: join(folder, 'other.pem'), selector: 'other' }
    const other = readDkim({ dkim, mailFrom: MAIL_FROM })
    if (!other) throw new Error('Unexpected settings without a key')
    expect((await findDkim(ormOf(test), other)).signing.keySelector).toBe('other')
    expect((await findDkim(ormOf(test), await file())).signing.keySelector).not.toBe('letterlend')
  })

  it('notifies administrators, and discloses no private key', async () => {
    await rotateIn(test, 'dkim')
    await test.deps.mails.drain()
    const mails = sink.received.filter(({ to }) => to.includes(ADMIN))
    expect(mails.map(({ email }) => email.subject)).toEqual([
      'A new key of Letterlend was made: Key that signs e-mails (DKIM)',
    ])
    const acts = JSON.stringify(await ormOf(test).select().from(audit_log))
    const boss = await createUser(ormOf(test), { role_id: ROLE_ID.admin })
    const { body } = await test.call(keysApi.list, { as: boss.token })
    expect(body.rows.find(({ id }) => id === 'dkim')).toMatchObject({ next_waits: true })
    const { next, signing } = await findDkim(ormOf(test), await file())
    const told = JSON.stringify([acts, body, mails.map(({ source }) => source.toString())])
    for (const key of [next, signing]) {
      const [line = ''] = key?.privateKey.split('\n').slice(2) ?? []
      expect(line.length).toBeGreaterThan(40)
      expect(told).not.toContain(line)
    }
  })

  it('is refused if mails are not signed here', async () => {
    const unsigned = await createTestApp({ sharing: test })
    await expect(rotateIn(unsigned, 'dkim')).rejects.toThrow('npm run dkim-key')
    await unsigned.close()
  })
})
