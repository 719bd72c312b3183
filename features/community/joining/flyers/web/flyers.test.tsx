import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { DEFAULT_PRIVACY } from '#features/places/letterboxes/privacy/contract.ts'
import { paths, patterns } from '#platform/shared/paths.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { readFlyer, writeFlyer } from './data/door.ts'
import { FlyerScreen } from './flyer-screen.tsx'
import { OwnFlyersScreen } from './own-flyers-screen.tsx'

const LETTERBOX = '0b6f3a52-4f57-4a3e-8a8e-9c6f7a1c2d3e'
const LADDER = { id: 7, category: 'tools', name_de: 'Leiter', name_en: 'Ladder', image_path: '' }

afterEach(() => {
  vi.unstubAllGlobals()
  writeToken(null)
  writeFlyer(null)
})

async function openFlyer(scan: { status?: number; body: object }) {
  const { fetch } = answeringFetch({
    'GET /letterboxCodes/scan': () => scan,
    'GET /items': () => ({ body: [LADDER] }),
    'GET /letterboxes/getLetterboxById': () => ({
      body: {
        id: LETTERBOX,
        address: 'Feldstrasse 4',
        latitude: 47.1,
        longitude: 9.5,
        items: [{ id: 7 }],
      },
    }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(
    <Routes>
      <Route path={patterns.flyer} element={<FlyerScreen />} />
    </Routes>,
    paths.flyer('7K3Q9AB'),
  )
}

it('a flyer shows what is lent next door, and is remembered until somebody registers', async () => {
  await openFlyer({ body: { state: 'letterbox', letterbox_id: LETTERBOX, placed: true } })
  expect(
    await screen.findByRole('heading', { name: 'In Feldstrasse neighbours lend' }),
  ).toBeVisible()
  expect(await screen.findByText('Ladder')).toBeVisible()
  expect(screen.getByRole('link', { name: 'See what is near' })).toHaveAttribute(
    'href',
    paths.map({ lat: 47.1, lng: 9.5, z: 16 }),
  )
  expect(readFlyer()).toBe('7K3Q9AB')
})

it('a flyer of a hidden letterbox explains the community, and is not counted', async () => {
  await openFlyer({ status: 404, body: { code: 'not_found', message: '' } })
  expect(await screen.findByRole('heading', { name: 'Here neighbours lend' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Put my letterbox on the map' })).toBeVisible()
  expect(readFlyer()).toBeNull()
})

it('the own slips say how many people have joined, that the letterbox is away, and ask for a spot first', async () => {
  const user = testUser()
  const letterbox = {
    id: LETTERBOX,
    user_id: user.id,
    address: 'Feldstrasse 4',
    latitude: 47,
    privacy: { ...DEFAULT_PRIVACY, show_on_map: true },
  } as unknown as NonNullable<User['letterbox']>
  const open = async (now: Partial<typeof letterbox>) => {
    writeToken('token')
    const { fetch } = answeringFetch({
      'GET /users/userinfo': () => ({ body: { ...user, letterbox: { ...letterbox, ...now } } }),
      'POST /letterboxCodes/own': () => ({ body: { code: '7K3Q9AB', further: 0, came: 3 } }),
    })
    vi.stubGlobal('fetch', fetch)
    return renderInApp(<OwnFlyersScreen />)
  }
  const { unmount } = await open({})
  expect(await screen.findByText('3 people have joined by your slips.')).toBeVisible()
  expect(
    screen.getAllByText('In Feldstrasse we lend each other things. Scan and look.'),
  ).toHaveLength(20)
  expect(screen.getAllByText(`${window.location.host}/n/7K3Q9AB`)).toHaveLength(20)
  expect(screen.queryByText(/not on the map at the moment/)).toBeNull()
  unmount()
  const away = await open({ holiday_until: '2030-01-01' })
  expect(await screen.findByText(/not on the map at the moment/)).toBeVisible()
  away.unmount()
  await open({ latitude: null })
  expect(await screen.findByRole('link', { name: 'Set the spot' })).toBeVisible()
})
