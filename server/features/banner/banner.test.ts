import { bannerApi } from '@letterlend/contract/banner.ts'
import { configApi } from '@letterlend/contract/config.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser, type TestUser } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const OFF = { de: '', en: '', fr: '' }
const WARNING = { de: 'Achtung', en: '<b onclick=alert(1)>Careful</b>', fr: '' }

let test: TestApp
let admin: TestUser
beforeAll(async () => {
  test = await createTestApp()
  admin = await createUser(test.deps.database.orm, { role_id: 3 })
})
afterAll(() => test.close())

const shown = async (app = test) => (await app.call(configApi.get)).body.banner

describe('POST /banner/update', () => {
  it('changes what everyone is shown, and empty texts switch it off', async () => {
    expect(await shown()).toBeNull()
    const padded = { ...WARNING, de: `  ${WARNING.de}\n` }
    const { status, body } = await test.call(bannerApi.update, { as: admin.token, body: padded })
    // Plain text: shown as it was typed, never as markup.
    expect([status, body, await shown()]).toEqual([200, WARNING, WARNING])
    await test.call(bannerApi.update, { as: admin.token, body: { ...OFF, fr: '  ' } })
    expect(await shown()).toBeNull()
  })

  it('reaches other processes, and those that start later', async () => {
    const sibling = await createTestApp({ sharing: test })
    await test.call(bannerApi.update, { as: admin.token, body: WARNING })
    await vi.waitFor(async () => expect(await shown(sibling)).toEqual(WARNING))
    await sibling.close()
    const later = await createTestApp({ sharing: test })
    expect(await shown(later)).toEqual(WARNING)
    await later.close()
  })

  it('is for admins only', async () => {
    const before = await shown()
    expect((await test.call(bannerApi.update, { body: OFF })).status).toBe(401)
    for (const role_id of [1, 2]) {
      const user = await createUser(test.deps.database.orm, { role_id })
      expect((await test.call(bannerApi.update, { as: user.token, body: OFF })).status).toBe(403)
    }
    expect(await shown()).toEqual(before)
  })

  it('refuses a text that is too long, and none at all', async () => {
    const long = await test.call(bannerApi.update, {
      as: admin.token,
      body: { ...OFF, fr: 'é'.repeat(201) },
    })
    expect([long.status, long.error.errors]).toEqual([422, { fr: ['errors.validation.tooLong'] }])
    const body = { de: 'x', en: 'x' } as never
    const missing = await test.call(bannerApi.update, { as: admin.token, body })
    expect(missing.status).toBe(422)
  })
})
