import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cleanUp } from '#app/server/testing/clean-up.ts'
import { createUser, type TestUser } from '#app/server/testing/factories.ts'
import { png, red, svg } from '#app/server/testing/pictures.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { configApi } from '#platform/shared/config.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Brand } from '#platform/shared/settings/brand.ts'
import { PRESET_COLOURS } from '#platform/shared/settings/brand-colours.ts'
import { settingsApi } from '../contract.admin.ts'

const RED_SQUARE = '<path fill="#ff0000" d="M0 0h24v24H0z"/>'

let test: TestApp
/** A second process on the same database. */
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

const upload = (file: Buffer) =>
  test.call(settingsApi.logo, { as: admin.token, body: { file: file.toString('base64') } })
async function uploaded(file: Buffer): Promise<string> {
  const { status, body } = await upload(file)
  expect(status).toBe(200)
  return body.logo
}

async function save(value: Brand | null) {
  const { body } = await test.call(settingsApi.list, { as: admin.token })
  const version = body.find(({ key }) => key === 'brand')?.version ?? 0
  return test.call(settingsApi.save, { as: admin.token, body: { key: 'brand', version, value } })
}
const brand = (logo: string | null): Brand => ({ name: 'Quartier', ...PRESET_COLOURS, logo })
const sizeOf = (image: Buffer) => [image.readUInt32BE(16), image.readUInt32BE(20)]

describe('a logo', () => {
  it('is shown by every process: on pages, in the app configuration, and as icons', async () => {
    const logo = await uploaded(png(40, 20, red(40, 20)))
    expect((await save(brand(logo))).status).toBe(200)
    for (const app of [test, sibling]) {
      await vi.waitFor(async () =>
        expect((await app.call(configApi.get)).body.brand).toEqual({ name: 'Quartier', logo }),
      )
      const page = (await app.app.inject('/')).body
      expect(page).toContain(`<img id="shell-logo" src="/img/brand/${logo}"`)
      const hash = logo.slice(0, 32)
      expect(page).toContain(`<link rel="icon" href="/img/brand/${hash}-small.png"`)
      expect(page).toContain(`<link rel="apple-touch-icon" href="/img/brand/${hash}-touch.png"`)
      const shown = await app.app.inject(`/img/brand/${logo}`)
      expect(shown.headers['content-type']).toBe('image/png')
      expect(sizeOf(shown.rawPayload)).toEqual([640, 320])
      const { icons } = (await app.app.inject('/manifest.webmanifest')).json<{
        icons: { src: string; sizes: string }[]
      }>()
      expect(icons).toHaveLength(3)
      for (const { src, sizes } of icons) {
        const icon = await app.app.inject(src)
        expect(sizeOf(icon.rawPayload).join('x'), src).toBe(sizes)
      }
      expect(app.deps.settings.logo()?.length).toBeGreaterThan(0)
    }
  })

  it('loses everything active in an SVG, and is served with a policy that blocks it', async () => {
    const logo = await uploaded(svg(`<script>alert(1)</script>${RED_SQUARE}`))
    const answer = await test.app.inject(`/img/brand/${logo}`)
    expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(answer.headers['content-security-policy']).toBe(
      "default-src 'none';base-uri 'none';frame-ancestors 'none';object-src 'none';sandbox",
    )
    expect(answer.body).toContain('#ff0000')
    expect(answer.body).not.toContain('alert')
  })

  it('is refused with a reason if it cannot be read', async () => {
    const { status, body } = await upload(Buffer.from('<html><body>Hi</body></html>'))
    expect(status).toBe(422)
    expect(body).toMatchObject({ errors: { file: ['unreadable'] } })
  })

  it('is restored with an earlier version, and removed with the brand', async () => {
    const logo = await uploaded(svg(RED_SQUARE))
    const { body: saved } = await save(brand(logo))
    await save(brand(null))
    expect((await test.call(configApi.get)).body.brand.logo).toBeNull()
    const restored = await test.call(settingsApi.restore, {
      as: admin.token,
      body: { key: 'brand', version: saved.version + 1, to: saved.version },
    })
    expect(restored.body.value).toMatchObject({ logo })
    await save(null)
    const page = (await test.app.inject('/')).body
    expect(page).toContain('<img id="shell-logo" src="/favicon.svg"')
    expect(test.deps.settings.logo()).toBeNull()
  })

  it('is not saved if it was never uploaded, or has another extension', async () => {
    const logo = await uploaded(svg(RED_SQUARE.replace('24', '23')))
    for (const none of [`${'0'.repeat(32)}.svg`, logo.replace('.svg', '.png')]) {
      const { status, body } = await save(brand(none))
      expect([status, body]).toMatchObject([422, { code: 'validation' }])
    }
    expect((await test.call(configApi.get)).body.brand.logo).toBeNull()
  })

  it('is deleted after a day unless a brand has used it', async () => {
    const had = await uploaded(svg(RED_SQUARE.replace('24', '22')))
    const tried = await uploaded(svg(RED_SQUARE.replace('24', '21')))
    await save(brand(had))
    await save(null)
    await cleanUp(test.deps, new Date(Date.now() + DAY_MS + 1000))
    const statusOf = async (name: string) =>
      (await sibling.app.inject(`/img/brand/${name}`)).statusCode
    expect([await statusOf(had), await statusOf(tried)]).toEqual([200, 404])
  })
})
