import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLetterbox, createUser } from '#app/server/testing/factories.ts'
import { createTestApp, type TestApp } from '#app/server/testing/test-app.ts'
import { profileApi } from '#features/community/profile/contract.ts'
import { userSettingsApi } from '#features/people/accounts/user-settings/contract.ts'
import { letterboxesApi } from '#features/places/letterboxes/contract.ts'
import { type Privacy, privacyApi } from '../contract.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const orm = () => test.deps.database.orm

describe('POST /privacy/update', () => {
  it('changes the switches sent and keeps the rest', async () => {
    const { owner } = await createLetterbox(orm())
    const { status, body } = await test.call(privacyApi.update, {
      as: owner.token,
      body: { enable_messaging: true },
    })
    expect([status, body]).toEqual([
      200,
      {
        show_on_map: true,
        show_name: false,
        show_email: false,
        enable_messaging: true,
        enable_notifications: false,
        takes_requests: true,
      },
    ])
  })

  it('switches name and messages off together with the letterbox', async () => {
    const { owner } = await createLetterbox(orm(), {
      ownerFields: { enable_messaging: true, show_name: true },
    })
    const { body } = await test.call(privacyApi.update, {
      as: owner.token,
      body: { show_on_map: false },
    })
    expect(body).toMatchObject({ show_on_map: false, show_name: false, enable_messaging: false })
    const userinfo = await test.call(profileApi.userinfo, { as: owner.token })
    expect(userinfo.body.privacy).toEqual(body)
  })

  it('restores the switches when the letterbox is shown again', async () => {
    const as = (
      await createLetterbox(orm(), {
        ownerFields: { enable_messaging: true, show_name: true, enable_notifications: true },
      })
    ).owner.token
    const update = async (body: Partial<Privacy>) =>
      (await test.call(privacyApi.update, { as, body })).body
    const before = await update({})
    const hidden = await update({ show_on_map: false })
    expect(hidden).toMatchObject({ show_name: false, enable_messaging: false })
    expect(await update({ show_on_map: false })).toEqual(hidden)
    expect(await update({ show_on_map: true })).toEqual(before)
    // Values changed meanwhile are kept.
    await update({ show_on_map: false })
    await update({ enable_messaging: false, enable_notifications: false })
    expect(await update({ show_on_map: true })).toEqual({
      ...before,
      enable_messaging: false,
      enable_notifications: false,
    })
  })

  it('restores the switches in whichever way the letterbox comes back', async () => {
    const { owner } = await createLetterbox(orm(), {
      ownerFields: { enable_messaging: true, show_name: true },
    })
    const as = owner.token
    await test.call(privacyApi.update, { as, body: { show_on_map: false } })
    const spot = { latitude: 47.3, longitude: 8.5, show_on_map: true }
    await test.call(letterboxesApi.updateLocation, { as, body: spot })
    const { body } = await test.call(profileApi.userinfo, { as })
    expect(body.privacy).toMatchObject({ show_name: true, enable_messaging: true })
  })

  it('requires a login and booleans', async () => {
    expect((await test.call(privacyApi.update, { body: {} })).status).toBe(401)
    const user = await createUser(orm())
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/privacy/update',
      payload: { show_email: 'yes' },
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(response.statusCode).toBe(422)
  })
})

describe('user settings', () => {
  it('keep language and seen tours', async () => {
    const user = await createUser(orm())
    expect((await test.call(userSettingsApi.get, { as: user.token })).body.lang).toBe('en')
    await test.call(userSettingsApi.update, { as: user.token, body: { lang: 'fr' } })
    await test.call(userSettingsApi.markTourMapAsSeen, { as: user.token })
    const { body } = await test.call(userSettingsApi.markTourLetterboxAsSeen, { as: user.token })
    expect(body).toEqual({ lang: 'fr', tour_map_seen: true, tour_letterbox_seen: true })
  })

  it('read an unknown language as English and require a login', async () => {
    const user = await createUser(orm(), { lang: 'de' })
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/userSettings/update',
      payload: { lang: 'xx' },
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(response.json().lang).toBe('en')
    for (const endpoint of Object.values(userSettingsApi)) {
      expect((await test.call(endpoint)).status).toBe(401)
    }
  })
})
