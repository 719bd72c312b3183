import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import type { ShownKey } from '../../contract.admin.ts'
import { KeysScreen } from './keys-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const key = (row: Partial<ShownKey> & Pick<ShownKey, 'id' | 'rotation'>): ShownKey => ({
  place: 'database',
  maker: 'letterlend',
  settings: [],
  is_set: true,
  made_at: null,
  previous_until: null,
  count: null,
  next_waits: false,
  ...row,
})

async function show(answer: { status?: number; body: unknown }) {
  writeToken('token')
  const { fetch } = answeringFetch({
    'GET /admin/keys': () => answer,
    'GET /users/userinfo': () => ({ body: testUser({ tasks: ['administration'] }) }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<KeysScreen />)
}

it('the screen shows where each key is stored, its age, and the effect and way of rotating it', async () => {
  await show({
    body: {
      command: 'letterlend admin rotate-key',
      rows: [
        key({
          id: 'captcha',
          rotation: 'command',
          made_at: '2026-11-20T10:00:00.000Z',
          previous_until: '2026-11-20T10:10:00.000Z',
        }),
        key({ id: 'sessions', rotation: 'command', count: 12 }),
        key({ id: 'mail-addresses', rotation: 'command' }),
        key({
          id: 'metrics',
          rotation: 'settings',
          place: 'settings',
          maker: 'operator',
          settings: ['METRICS_TOKEN'],
          is_set: false,
        }),
        key({ id: 'dkim', rotation: 'command', place: 'file', next_waits: true }),
      ],
    },
  })
  const item = async (name: string) => {
    const heading = await screen.findByRole('heading', { name, level: 3 })
    const row = heading.closest('li')
    if (!row) throw new Error(`Unexpected heading outside of the list: ${name}`)
    return within(row)
  }
  const captcha = await item('Key of the captchas')
  expect(captcha.getByText('letterlend admin rotate-key captcha')).toBeVisible()
  expect(captcha.getByText(/The previous key is accepted until/)).toBeVisible()
  expect(captcha.getByText(/^20 Nov 2026/)).toBeVisible()
  expect((await item('Sessions of all members')).getByText('12 open')).toBeVisible()
  const addresses = await item('Key of the reply addresses')
  expect(addresses.getByText('Not recorded')).toBeVisible()
  const metrics = await item('Token of the monitoring')
  expect(metrics.getByText('Not set')).toBeVisible()
  expect(metrics.getByText('METRICS_TOKEN')).toBeVisible()
  const dkim = await item('Key that signs e-mails (DKIM)')
  expect(dkim.getByText(/waits for its entry in the name server/)).toBeVisible()
  expect(dkim.queryByText('Not recorded')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

it('the screen shows an error if the keys cannot be loaded, and can retry', async () => {
  await show({ status: 500, body: { error: 'internal' } })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})
