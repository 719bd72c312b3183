import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { registrationApi } from '#features/community/joining/registration/contract.ts'
import { settingsApi } from '#features/community/settings/contract.admin.ts'
import { accountsApi } from '#features/people/accounts/contract.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { configApi } from '#platform/shared/config.ts'
import type { LegalPage } from '#platform/shared/legal-pages.ts'
import { PRESET_OPERATOR } from '#platform/shared/settings/operator.ts'
import { adminLegalApi } from '../contract.admin.ts'
import { GAP, legalApi } from '../contract.ts'

const TEXTS = { de: '## Wir\n\n<b>Verein</b>', en: '## We', fr: '## Nous' }

let test: TestApp
let sibling: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  sibling = await createTestApp({ sharing: test })
  admin = await createUser(test.deps.database.orm, { role_id: 3 })
})
afterAll(async () => {
  await sibling.close()
  await test.close()
})

const publicConfig = async (app = test) => (await app.call(configApi.get)).body
const readVersions = async (page: LegalPage) =>
  (await test.call(legalApi.versions, { query: { page } })).body
const readPage = (page: LegalPage, version?: number) =>
  test.call(legalApi.page, { query: { page, ...(version && { version: `${version}` }) } })
async function adminPage(page: LegalPage) {
  const { body } = await test.call(adminLegalApi.list, { as: admin.token })
  const found = body.pages.find((each) => each.page === page)
  if (!found) throw new Error(`Unexpected page: ${page}`)
  return found
}
async function publish(
  page: LegalPage,
  changes: { texts?: typeof TEXTS; asks_consent?: boolean } = {},
) {
  const { version } = await adminPage(page)
  const body = {
    page,
    country: 'AT' as const,
    version,
    texts: TEXTS,
    asks_consent: false,
    ...changes,
  }
  return test.call(adminLegalApi.publish, { as: admin.token, body })
}

describe('a page', () => {
  it('is served by every process once it is published, and keeps its earlier versions', async () => {
    expect((await readPage('imprint')).status).toBe(404)
    expect(await readVersions('imprint')).toEqual({ versions: [], withdrawn_at: null })
    expect((await publicConfig()).legal_pages).toEqual([])
    expect((await publish('imprint')).body).toMatchObject({
      version: 1,
      published_by: { id: admin.id },
    })
    await vi.waitFor(async () =>
      expect((await publicConfig(sibling)).legal_pages).toEqual(['imprint']),
    )
    // The text is not sanitised on the server; the client shows HTML as plain text.
    expect((await readPage('imprint')).body).toMatchObject({ version: 1, texts: TEXTS })
    const second = { ...TEXTS, de: 'Zweite' }
    expect((await publish('imprint', { texts: second })).body.version).toBe(2)
    const { body } = await readPage('imprint')
    expect(body).toMatchObject({ version: 2, texts: second })
    expect(body.versions.map(({ version }) => version)).toEqual([2, 1])
    expect((await readPage('imprint', 1)).body).toMatchObject({ version: 1, texts: TEXTS })
    expect((await readPage('imprint', 3)).status).toBe(404)
  })

  it('is logged in the audit log without its text', async () => {
    await publish('accessibility')
    const { body } = await test.call(auditApi.list, {
      as: admin.token,
      query: { subject: 'legal_page', subject_id: 'accessibility' },
    })
    expect(body.rows).toMatchObject([
      { verb: 'publish', by: { id: admin.id }, before: null, after: { version: 1, country: 'AT' } },
    ])
    expect(JSON.stringify(body.rows)).not.toContain('Verein')
  })

  it('is refused with a gap, with a missing language, and with an outdated version', async () => {
    const gap = await publish('imprint', { texts: { ...TEXTS, fr: `Nous ${GAP}` } })
    expect([gap.status, gap.error.errors]).toEqual([
      422,
      { texts: ['errors.validation.legal.gap'] },
    ])
    expect((await publish('imprint', { texts: { ...TEXTS, en: ' ' } })).status).toBe(422)
    const { version } = await adminPage('imprint')
    const body = {
      page: 'imprint',
      country: 'CH',
      version,
      texts: TEXTS,
      asks_consent: false,
    } as const
    const answers = await Promise.all(
      [1, 2].map(() => test.call(adminLegalApi.publish, { as: admin.token, body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await adminPage('imprint')).version).toBe(version + 1)
  })

  it('is marked as outdated when the facts have changed since', async () => {
    await publish('imprint')
    expect((await adminPage('imprint')).is_outdated).toBe(false)
    test.advance(1000)
    const value = {
      ...PRESET_OPERATOR,
      country: 'FR' as const,
      name: 'Association',
      responsible: 'Ada',
    }
    const body = { key: 'operator', version: 0, value } as const
    expect((await test.call(settingsApi.save, { as: admin.token, body })).status).toBe(200)
    expect((await adminPage('imprint')).is_outdated).toBe(true)
    const { body: listed } = await test.call(adminLegalApi.list, { as: admin.token })
    expect(listed.missing_facts).toEqual(['address', 'email', 'phone', 'hoster', 'mail_provider'])
    const { body: log } = await test.call(auditApi.list, {
      as: admin.token,
      query: { subject: 'setting', subject_id: 'operator' },
    })
    expect(log.rows[0]?.after).toEqual({ country: 'FR', name: '…', responsible: '…' })
  })
})

describe('consent to terms', () => {
  const isDue = async ({ token }: TestUser) =>
    (await test.call(legalApi.consent, { as: token })).body.is_due
  const agree = ({ token }: TestUser, version: number) =>
    test.call(legalApi.agree, { as: token, body: { version } })

  it('is asked for once, and only if the publisher wants it', async () => {
    const user = await createUser(test.deps.database.orm)
    const { body: first } = await publish('terms')
    expect((await publicConfig()).terms_to_agree).toBeNull()
    expect(await isDue(user)).toBe(false)

    const { body: second } = await publish('terms', { asks_consent: true })
    expect((await publicConfig()).terms_to_agree).toBe(second.version)
    expect(await isDue(user)).toBe(true)
    expect((await agree(user, first.version)).status).toBe(409)
    expect((await agree(user, second.version)).status).toBe(204)
    expect((await agree(user, second.version)).status).toBe(204)
    expect(await isDue(user)).toBe(false)

    // A correction does not ask for consent again. Members who have not agreed yet agree to the version in force.
    const { body: third } = await publish('terms')
    expect(await isDue(user)).toBe(false)
    const late = await createUser(test.deps.database.orm)
    expect([await isDue(late), (await publicConfig()).terms_to_agree]).toEqual([
      true,
      third.version,
    ])
    await publish('terms', { asks_consent: true })
    expect(await isDue(user)).toBe(true)
  })

  it('is stored at registration, appears in the data export, and is deleted with the account', async () => {
    const { body: terms } = await publish('terms', { asks_consent: true })
    const person = { firstname: 'Eve', lastname: 'Muster', address: 'Weg 1', postcode: '8004' }
    const { body } = await test.call(registrationApi.register, {
      body: { ...person, city: 'Zürich', country: 'CH', email: 'eve@example.org' },
    })
    const as = body.api_token
    expect((await test.call(legalApi.consent, { as })).body.is_due).toBe(false)
    const { body: data } = await test.call(accountsApi.exportData, { as })
    expect(JSON.stringify(data)).toContain(`"terms_consents":[{`)
    expect(JSON.stringify(data)).toContain(`"version":${terms.version}`)
    const count = () =>
      test.deps.database.query('SELECT 1 FROM terms_consents WHERE version = $1', [terms.version])
    expect(await count()).toHaveLength(1)
    await test.call(accountsApi.remove, { as })
    expect(await count()).toHaveLength(0)
  })
})

describe('a withdrawn page', () => {
  const withdraw = (page: LegalPage, version: number) =>
    test.call(adminLegalApi.withdraw, { as: admin.token, body: { page, version } })

  it('is gone in every process, and its versions stay readable', async () => {
    const { body: first } = await publish('accessibility')
    const { version } = first
    test.advance(1000)
    const { body: withdrawn } = await withdraw('accessibility', version)
    expect(withdrawn).toMatchObject({ version, texts: TEXTS, withdrawn_at: expect.any(String) })
    expect((await publicConfig()).legal_pages).not.toContain('accessibility')
    await vi.waitFor(async () =>
      expect((await publicConfig(sibling)).legal_pages).not.toContain('accessibility'),
    )
    expect((await readPage('accessibility')).status).toBe(404)
    const kept = (await readPage('accessibility', version)).body
    expect(kept).toMatchObject({ version, texts: TEXTS, current_version: null })
    const { versions, withdrawn_at } = await readVersions('accessibility')
    expect([versions, withdrawn_at]).toEqual([kept.versions, withdrawn.withdrawn_at])
    const { body: log } = await test.call(auditApi.list, {
      as: admin.token,
      query: { subject: 'legal_page', subject_id: 'accessibility' },
    })
    expect(log.rows[0]).toMatchObject({
      verb: 'retire',
      by: { id: admin.id },
      before: { version },
      after: null,
    })

    // Publishing again creates the next version, which is in force.
    const { body: second } = await publish('accessibility')
    expect(second).toMatchObject({ version: version + 1, withdrawn_at: null })
    expect((await readPage('accessibility')).body.current_version).toBe(version + 1)
    expect(await readVersions('accessibility')).toMatchObject({
      versions: [{ version: version + 1 }, ...versions],
      withdrawn_at: null,
    })
    expect((await publicConfig()).legal_pages).toContain('accessibility')
  })

  it('is withdrawn once, in its current version, and only after it was published', async () => {
    const { body: page } = await publish('accessibility')
    expect((await withdraw('accessibility', page.version - 1)).status).toBe(409)
    expect((await adminPage('accessibility')).withdrawn_at).toBeNull()
    const answers = await Promise.all([1, 2].map(() => withdraw('accessibility', page.version)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await withdraw('accessibility', 0)).status).toBe(422)
  })

  it('asks no user to agree to terms, and refuses consent', async () => {
    const { body: terms } = await publish('terms', { asks_consent: true })
    const user = await createUser(test.deps.database.orm)
    await withdraw('terms', terms.version)
    expect((await publicConfig()).terms_to_agree).toBeNull()
    expect((await test.call(legalApi.consent, { as: user.token })).body.is_due).toBe(false)
    const agreed = await test.call(legalApi.agree, {
      as: user.token,
      body: { version: terms.version },
    })
    expect(agreed.status).toBe(409)
  })
})

it('the legal API returns 404 to members and 403 to moderators', async () => {
  for (const [role_id, refused] of [
    [1, 404],
    [2, 403],
  ] as const) {
    const { token } = await createUser(test.deps.database.orm, { role_id })
    const query = { page: 'imprint', country: 'CH' } as const
    const body = {
      page: 'imprint',
      country: 'CH',
      version: 0,
      texts: TEXTS,
      asks_consent: false,
    } as const
    const answers = [
      await test.call(adminLegalApi.list, { as: token }),
      await test.call(adminLegalApi.template, { as: token, query }),
      await test.call(adminLegalApi.publish, { as: token, body }),
      await test.call(adminLegalApi.withdraw, { as: token, body: { page: 'imprint', version: 1 } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([refused, refused, refused, refused])
  }
})
