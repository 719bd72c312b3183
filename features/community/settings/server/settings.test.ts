import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { AUDIT_FIELDS } from '#features/people/audit/audit-acts.ts'
import { auditApi } from '#features/people/audit/contract.admin.ts'
import { configApi } from '#platform/shared/config.ts'
import { type Setting, type SettingKey, settingsApi, settingValues } from '../contract.admin.ts'

const OFF = { de: '', en: '', fr: '' }
const WARNING = { de: 'Achtung', en: '<b onclick=alert(1)>Careful</b>', fr: '' }
const LABEL = { de: 'Statuten', en: 'Statutes', fr: 'Statuts' }
const LINK = { label: LABEL, url: 'https://example.org/statutes' }
const BRAND = { name: 'Quartierladen', primary: '#0a5c3e', ink: '#202020' }

let test: TestApp
let admin: TestUser
let second: TestUser
beforeAll(async () => {
  test = await createTestApp({ config: { brandName: 'Umgebung' } })
  admin = await createUser(test.deps.database.orm, { role_id: 3 })
  second = await createUser(test.deps.database.orm, { role_id: 3 })
})
afterAll(() => test.close())

const publicConfig = async (app = test) => (await app.call(configApi.get)).body

async function read<Key extends SettingKey>(key: Key): Promise<Setting<Key>> {
  const { body } = await test.call(settingsApi.list, { as: admin.token })
  return body.find((setting) => setting.key === key) as Setting<Key>
}

/** Saves a value, whatever the current version. */
async function save(key: SettingKey, value: unknown, as = admin.token) {
  const { version } = await read(key)
  return test.call(settingsApi.save, { as, body: { key, version, value } as never })
}

describe('the banner', () => {
  it('is shown to everyone when it is saved, and is hidden if its texts are empty', async () => {
    expect((await publicConfig()).banner).toBeNull()
    const { status, body } = await save('banner', { ...WARNING, de: `  ${WARNING.de}\n` })
    // Stored unchanged; clients show it as plain text, never as HTML.
    expect([status, body.value]).toEqual([200, WARNING])
    expect((await publicConfig()).banner).toEqual(WARNING)
    await save('banner', { ...OFF, fr: '  ' })
    expect((await publicConfig()).banner).toBeNull()
  })

  it('is in the next response, although the previous one was cached', async () => {
    await save('banner', OFF)
    for (const banner of [WARNING, null]) {
      await publicConfig()
      await save('banner', banner ?? OFF)
      expect((await publicConfig()).banner).toEqual(banner)
    }
    // The notification may arrive at any time, so reload explicitly.
    await test.deps.settings.reload()
    expect((await publicConfig()).banner).toBeNull()
  })

  it('reaches other processes and those that start later', async () => {
    const sibling = await createTestApp({ sharing: test })
    await save('banner', WARNING)
    await vi.waitFor(async () => expect((await publicConfig(sibling)).banner).toEqual(WARNING))
    await sibling.close()
    const later = await createTestApp({ sharing: test })
    expect((await publicConfig(later)).banner).toEqual(WARNING)
    await later.close()
  })

  it('refuses a text that is too long or missing', async () => {
    const long = await save('banner', { ...OFF, fr: 'é'.repeat(201) })
    expect([long.status, long.error.errors]).toEqual([
      422,
      { value: ['errors.validation.tooLong'] },
    ])
    expect((await save('banner', { de: 'x', en: 'x' })).status).toBe(422)
  })
})

describe('footer links', () => {
  it('are returned to everyone in the order they were saved in', async () => {
    const mail = { label: LABEL, url: 'mailto:hallo@example.org' }
    expect((await save('links', [mail, LINK])).status).toBe(200)
    expect((await publicConfig()).links).toEqual([mail, LINK])
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://example.org',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://example.org',
    '//example.org',
    '/admin',
    'https://',
    'https://user:secret@example.org',
    'https://example.org/"onclick="alert(1)',
    'mailto:',
    'mailto:hallo@example.org?bcc=all@example.org',
    'vbscript:x',
    '',
  ])('never lead to %s', async (url) => {
    const { status, error } = await save('links', [{ label: LABEL, url }])
    expect([status, error.errors]).toEqual([422, { value: ['errors.validation.setting.url'] }])
  })

  it('are at most six, each with a label in every language', async () => {
    expect(
      (
        await save(
          'links',
          Array.from({ length: 7 }, () => LINK),
        )
      ).status,
    ).toBe(422)
    const { error } = await save('links', [{ ...LINK, label: { ...LABEL, fr: ' ' } }])
    expect(error.errors).toEqual({ value: ['errors.validation.setting.label'] })
  })
})

describe('the brand', () => {
  it('is that of the environment until an administrator sets one, and again after a reset', async () => {
    const before = await read('brand')
    expect([before.is_preset, before.value.name, before.version]).toEqual([true, 'Umgebung', 0])
    const set = await save('brand', BRAND)
    expect(set.body).toMatchObject({ is_preset: false, value: BRAND, version: 1 })
    expect(set.body.preset).toMatchObject({ name: 'Umgebung' })
    expect((await publicConfig()).brand).toEqual({ name: BRAND.name, logo: null })
    const back = await save('brand', null)
    expect(back.body).toMatchObject({ is_preset: true, value: { name: 'Umgebung' }, version: 2 })
  })

  it.each([
    ['no name', { ...BRAND, name: ' ' }, 'name'],
    ['a name of 41 characters', { ...BRAND, name: 'x'.repeat(41) }, 'tooLong'],
    ['HTML as its name', { ...BRAND, name: '<b>Laden</b>' }, 'name'],
    ['two lines as its name', { ...BRAND, name: 'a\nb' }, 'name'],
    ['a colour by name', { ...BRAND, primary: 'red' }, 'colour'],
    ['more than a colour', { ...BRAND, ink: '#000000;}body{display:none' }, 'colour'],
    ['ink that is pale on paper', { ...BRAND, ink: '#8a8a8a' }, 'contrast'],
    [
      'a colour on which neither ink nor white is read',
      { ...BRAND, primary: '#7f7f7f' },
      'contrast',
    ],
  ])('refuses %s', async (_, value, reason) => {
    const { status, error } = await save('brand', value)
    expect([status, error.errors]).toEqual([
      422,
      { value: [`errors.validation.setting.${reason}`] },
    ])
  })

  it('reports which colours would be unreadable, with their contrast', async () => {
    const { error } = await save('brand', { ...BRAND, ink: '#8a8a8a' })
    expect(error.errors).toEqual({ value: ['errors.validation.setting.contrast'] })
    expect(error.message).toMatch(/contrast of 2\.9 to 1.*4\.5 to 1/)
  })
})

describe('limits', () => {
  it('have bounds, and grow with the age of an account', async () => {
    const { value } = await read('limits')
    for (const wrong of [
      { requests_first_day: 0 },
      { requests_a_day: 71 },
      { messages_an_hour: 1.5 },
      { requests_first_day: 9, requests_first_week: 8 },
    ]) {
      expect((await save('limits', { ...value, ...wrong })).status).toBe(422)
    }
    expect((await save('limits', { ...value, requests_first_day: 4 })).status).toBe(200)
  })
})

describe('two concurrent changes by administrators', () => {
  it('do not overwrite each other: the second one gets a 409 with the first value', async () => {
    const { version } = await read('banner')
    const body = { key: 'banner', version, value: { ...OFF, de: 'Erste' } } as const
    expect((await test.call(settingsApi.save, { as: admin.token, body })).status).toBe(200)
    const late = await test.call(settingsApi.save, {
      as: second.token,
      body: { ...body, value: { ...OFF, de: 'Zweite' } },
    })
    expect([late.status, late.error.code]).toEqual([409, 'changed_meanwhile'])
    expect(late.error.current).toMatchObject({
      version: version + 1,
      value: { de: 'Erste' },
      saved_by: { id: admin.id },
    })
    expect((await read('banner')).value.de).toBe('Erste')
  })

  it('at the same moment succeed once and return 409 once', async () => {
    const { version } = await read('banner')
    const answers = await Promise.all(
      [admin, second].map(({ token }, n) =>
        test.call(settingsApi.save, {
          as: token,
          body: { key: 'banner', version, value: { ...OFF, de: `Gleichzeitig ${n}` } },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('the history of a setting', () => {
  it('contains each version with its author, and restores an earlier one', async () => {
    await save('links', [LINK], second.token)
    const { version } = await read('links')
    await save('links', [])
    const { body } = await test.call(settingsApi.history, {
      as: admin.token,
      query: { key: 'links', size: '2' },
    })
    expect(body.total).toBe(version + 1)
    expect(body.rows).toMatchObject([
      { version: version + 1, value: [], saved_by: { id: admin.id } },
      { version, value: [LINK], saved_by: { id: second.id } },
    ])
    const restored = await test.call(settingsApi.restore, {
      as: admin.token,
      body: { key: 'links', version: version + 1, to: version },
    })
    expect([restored.status, restored.body]).toMatchObject([
      200,
      { version: version + 2, value: [LINK] },
    ])
    expect((await publicConfig()).links).toEqual([LINK])
    const unknown = { key: 'links', version: version + 2, to: 999 } as const
    expect((await test.call(settingsApi.restore, { as: admin.token, body: unknown })).status).toBe(
      404,
    )
    const late = { key: 'links', version, to: version } as const
    expect((await test.call(settingsApi.restore, { as: admin.token, body: late })).status).toBe(409)
  })

  it('is logged in the audit log, with changed fields only', async () => {
    const { value } = await read('brand')
    await save('brand', { ...value, name: 'Neu' })
    const { body } = await test.call(auditApi.list, {
      as: admin.token,
      query: { subject: 'setting', subject_id: 'brand' },
    })
    expect(body.rows[0]).toMatchObject({
      verb: 'update',
      by: { id: admin.id },
      before: { name: value.name },
      after: { name: 'Neu' },
    })
    expect(Object.keys(body.rows[0]?.after ?? {})).toEqual(['name'])
    // An unchanged value adds nothing to the audit log.
    await save('brand', { ...value, name: 'Neu' })
    const again = await test.call(auditApi.list, {
      as: admin.token,
      query: { subject: 'setting', subject_id: 'brand' },
    })
    expect(again.body.total).toBe(body.total)
  })

  it('has labels in the audit log for each field', () => {
    // The footer has links and no other field.
    const { links: _, ...values } = settingValues
    const fields = Object.values(values).flatMap(({ shape }) => Object.keys(shape))
    expect(fields.length).toBeGreaterThan(20)
    expect(AUDIT_FIELDS).toEqual(expect.arrayContaining([...fields, 'links']))
  })
})

it('the settings API returns 403 to moderators and 404 to members', async () => {
  for (const [role_id, refusal] of [
    [1, 404],
    [2, 403],
  ] as const) {
    const { token } = await createUser(test.deps.database.orm, { role_id })
    const { version } = await read('banner')
    const body = { key: 'banner', version, value: OFF } as const
    const query = { key: 'banner' } as const
    const answers = [
      await test.call(settingsApi.list, { as: token }),
      await test.call(settingsApi.save, { as: token, body }),
      await test.call(settingsApi.history, { as: token, query }),
      await test.call(settingsApi.restore, { as: token, body: { key: 'banner', version, to: 1 } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(refusal))
  }
})
