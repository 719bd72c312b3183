import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VALIDATION } from '#platform/shared/errors.ts'
import type { Position } from '#platform/shared/geography.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { LocationForm } from './location-form.tsx'

const groundAt = vi.hoisted(() => vi.fn())
vi.mock('#features/places/map/web/engine/basemap/painter.ts', () => ({
  sharedPainter: () => ({ groundAt }),
}))

beforeEach(() => {
  groundAt.mockResolvedValue({ streets: true, water: false })
})
afterEach(() => vi.unstubAllGlobals())

const CALL = 'POST /letterboxes/updateLetterboxLocation'
const ADDRESS = { address: 'Hohlstrasse 40', postcode: '8004', city: 'Zürich', country: 'CH' }
const FOUND = { latitude: 47.38, longitude: 8.52, location_type: 'ROOFTOP' }
const SAVED = { latitude: 47.1, longitude: 8.1 }
const MOVED = { latitude: 47.382, longitude: 8.523 }

interface Known {
  saved?: Position | null
  old?: Position | null
  status?: number
  refusal?: object
}

async function show(
  geocoded: unknown,
  {
    saved = null,
    old = null,
    status = 200,
    refusal = { code: 'unavailable', message: '' },
  }: Known = {},
) {
  const { fetch, calls } = answeringFetch({
    'POST /map/geocoding': () => ({ body: geocoded }),
    [CALL]: () => ({ status, body: status === 200 ? {} : refusal }),
    'GET /users/userinfo': () => ({ body: testUser() }),
  })
  vi.stubGlobal('fetch', fetch)
  const onSaved = vi.fn()
  const view = await renderInApp(
    <LocationForm
      draft="location"
      address={ADDRESS}
      saved={saved}
      old={old}
      picker={({ value, approximate, onChange, onOnline }) => (
        <>
          <button type="button" onClick={() => onChange(MOVED)}>
            {JSON.stringify({ ...value, approximate })}
          </button>
          <button type="button" onClick={() => onOnline?.(true)}>
            Online
          </button>
        </>
      )}
      submitLabel="Save"
      onSaved={onSaved}
    />,
  )
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const picker = (text: string) => screen.findByRole('button', { name: new RegExp(text) })
  const sent = () => calls.filter(({ name }) => name === CALL)
  return { view, calls, sent, onSaved, save, picker }
}

it('the form looks the address up, and saving shows the letterbox on the map', async () => {
  const { sent, onSaved, save, picker } = await show(FOUND)
  await picker('47.38')
  await save()
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
  const { latitude, longitude } = FOUND
  expect(sent()[0]?.body).toEqual({ latitude, longitude, show_on_map: true })
})

it('the form starts at the saved spot without a lookup, and sends the moved spot', async () => {
  const { calls, sent, save, picker } = await show(FOUND, { saved: SAVED })
  await userEvent.click(await picker('47.1'))
  expect(calls).toEqual([])
  await save()
  await waitFor(() => expect(sent()[0]?.body).toEqual({ ...MOVED, show_on_map: true }))
})

it('the centre of a town must be moved or confirmed before it is saved', async () => {
  const town = { ...FOUND, location_type: 'APPROXIMATE' }
  const { view, sent, onSaved, save, picker } = await show(town)
  await picker('"approximate":true')
  expect(screen.getByText(/We only found Zürich/)).toBeVisible()
  await save()
  expect(await screen.findByText('Does your letterbox hang exactly here?')).toBeVisible()
  expect(sent()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Yes, exactly here' }))
  await waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1))
  view.unmount()

  const again = await show(town)
  await userEvent.click(await again.picker('"approximate":true'))
  await again.save()
  await waitFor(() => expect(again.onSaved).toHaveBeenCalledTimes(1))
  expect(again.sent()[0]?.body).toMatchObject(MOVED)
})

it('the form starts from the old spot if the house number changed, and asks to confirm it', async () => {
  const old = { latitude: 47.381, longitude: 8.52 }
  const { sent, save, picker } = await show({ ...FOUND, location_type: 'APPROXIMATE' }, { old })
  await picker('47.381')
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, it hangs here' }))
  await waitFor(() => expect(sent()[0]?.body).toMatchObject(old))
})

it('the form asks for a confirmation if the server finds the spot far from its address', async () => {
  const refusal = {
    code: 'validation',
    message: '',
    errors: { latitude: [VALIDATION.spotElsewhere] },
  }
  const { sent, save, picker } = await show(false, { status: 422, refusal })
  await userEvent.click(await picker('approximate'))
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, both are right' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[0]?.body).toEqual({ ...MOVED, show_on_map: true })
  expect(sent()[1]?.body).toEqual({ ...MOVED, show_on_map: true, certain: true })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a spot far from the town of the address must be confirmed', async () => {
  const elsewhere = { latitude: 46.2, longitude: 6.1, location_type: 'APPROXIMATE' }
  const { sent, save, picker } = await show(elsewhere, { saved: SAVED })
  await userEvent.click(await picker('47.1'))
  await save()
  expect(await screen.findByText(/The letterbox stands 22\d.* km from Zürich/)).toBeVisible()
  expect(sent()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Yes, it is right' }))
  await waitFor(() => expect(sent()[0]?.body).toMatchObject(MOVED))
})

it('a spot far from the geocoded house must be confirmed', async () => {
  const { sent, save, picker } = await show({ ...FOUND, latitude: 47.39 }, { saved: SAVED })
  await userEvent.click(await picker('47.1'))
  await save()
  expect(await screen.findByText(/The letterbox stands 917.* m from your address/)).toBeVisible()
  expect(sent()).toEqual([])
})

it('a spot on the water must be confirmed', async () => {
  groundAt.mockResolvedValue({ streets: true, water: true })
  const { sent, save, picker } = await show(FOUND)
  await userEvent.click(await picker('47.38'))
  await save()
  expect(await screen.findByText('Is your letterbox on the water?')).toBeVisible()
  expect(sent()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Yes, it hangs here' }))
  await waitFor(() => expect(sent()[0]?.body).toEqual({ ...MOVED, show_on_map: true }))
})

describe('a spot on a map without streets', () => {
  const UNSEEN = /Our map shows no streets here/

  beforeEach(() => {
    groundAt.mockResolvedValue({ streets: false, water: false })
  })

  it('is saved as unseen, and the form says so', async () => {
    const { sent, save, picker } = await show(false)
    await userEvent.click(await picker('approximate'))
    expect(await screen.findByText(UNSEEN)).toBeVisible()
    await save()
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ ...MOVED, unseen: true }))
  })

  it('is saved as seen once an online map was shown', async () => {
    const { sent, save, picker } = await show(false)
    await userEvent.click(await picker('approximate'))
    await screen.findByText(UNSEEN)
    await userEvent.click(screen.getByRole('button', { name: 'Online' }))
    expect(screen.queryByText(UNSEEN)).toBeNull()
    await save()
    await waitFor(() => expect(sent()[0]?.body).toEqual({ ...MOVED, show_on_map: true }))
  })

  it('is not saved as unseen if the house was found', async () => {
    const { sent, save, picker } = await show(FOUND)
    await picker('47.38')
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.body).not.toHaveProperty('unseen')
  })
})

it('the form saves nothing until there is a spot if the address was not found', async () => {
  const { sent, save, picker } = await show(false)
  await picker('approximate')
  expect(screen.getByText(/We could not find Hohlstrasse 40/)).toBeVisible()
  await save()
  expect(await screen.findByText('Please place the letterbox on the map.')).toBeVisible()
  expect(sent()).toEqual([])
})

it('the form shows an error if saving fails, keeps the spot and can be sent again', async () => {
  const { view, sent, save, picker } = await show(FOUND, { saved: SAVED, status: 503 })
  await userEvent.click(await picker('47.1'))
  await save()
  expect(await screen.findByRole('alert')).toHaveTextContent('not available right now')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(2))
  view.unmount()
  const again = await show(FOUND, { saved: SAVED })
  expect(await again.picker('47.1')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Continue with your changes' }))
  expect(await again.picker('47.382')).toBeVisible()
})
