import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { ParcelForm } from './parcel-form.tsx'

/** The last character is the check digit. */
const CODE = '2222-2222'
const scanned = vi.hoisted(() => ({ code: null as string | null }))
vi.mock('#platform/web/start/login-link.ts', () => ({ scannedParcelCode: () => scanned.code }))

afterEach(() => {
  vi.unstubAllGlobals()
  scanned.code = null
})

const VERIFY = 'POST /letterboxes/verifyByParcel'
async function show(answer: { status?: number; body?: unknown }) {
  const { fetch, calls } = answeringFetch({ [VERIFY]: () => answer })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<ParcelForm />)
  return calls
}
const press = () => userEvent.click(screen.getByRole('button', { name: 'Confirm the address' }))

it('the form contains the scanned code and sends it only when the button is pressed', async () => {
  scanned.code = CODE
  const calls = await show({ body: {} })
  expect(screen.getByLabelText('Code')).toHaveValue(CODE)
  expect(calls).toEqual([])
  await press()
  await waitFor(() => expect(calls[0]).toEqual({ name: VERIFY, body: { code: CODE } }))
})

it('the form refuses a mistyped code without calling the server', async () => {
  const calls = await show({ body: {} })
  await userEvent.type(screen.getByLabelText('Code'), '2222-2223')
  await press()
  expect(await screen.findByText(/not such a code/)).toBeVisible()
  expect(screen.getByLabelText('Code')).toHaveFocus()
  expect(calls).toEqual([])
})

it('the form links to the address page if the parcel went elsewhere, and keeps the typed code', async () => {
  await show({ status: 409, body: { code: 'other_address', message: '' } })
  await userEvent.type(screen.getByLabelText('Code'), CODE)
  await press()
  expect(await screen.findByRole('alert')).toHaveTextContent('This parcel went to another address')
  const link = screen.getByRole('link', { name: 'Look at the address' })
  expect(link).toHaveAttribute('href', '/profile/updateLetterBoxAddress')
  expect(screen.getByLabelText('Code')).toHaveValue(CODE)
})

it.each([
  ['parcel_code_used', 409, 'used already'],
  ['parcel_code_expired', 409, 'has expired'],
  ['parcel_code_unknown', 422, 'do not know this code'],
])('the form explains the error %s', async (code, status, words) => {
  scanned.code = CODE
  await show({ status, body: { code, message: '' } })
  await press()
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
})
