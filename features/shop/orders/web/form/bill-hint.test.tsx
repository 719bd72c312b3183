import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useConfig } from '#platform/web/data/config.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { BillHint } from './bill-hint.tsx'
import { startingForm } from './order-form-steps.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Loaded = () => (useConfig() ? <p>loaded</p> : null)

/** Whether the hint is shown once the settings are loaded. */
async function isHinted(fields: { lastname?: string; country?: string }, invoices = ['CHF']) {
  const api = answeringFetch({ 'GET /config': () => ({ body: { invoice_currencies: invoices } }) })
  vi.stubGlobal('fetch', api.fetch)
  const form = { ...startingForm(1, null, testUser(), []), ...fields }
  await renderInApp(
    <>
      <BillHint form={form} />
      <Loaded />
    </>,
  )
  await waitFor(() => expect(screen.getByText('loaded')).toBeVisible())
  return screen.queryByText(/QR-bill/) !== null
}

it('the form warns before the order that a QR-bill cannot name the payer', async () => {
  expect(await isHinted({ lastname: 'Қанат', country: 'CH' })).toBe(true)
})

it.each([
  ['for a name that a bill can carry', { lastname: 'Ionuț', country: 'CH' }, ['CHF']],
  ['for an order that is paid in euros', { lastname: 'Қанат', country: 'GR' }, ['CHF']],
  ['where no invoices are written', { lastname: 'Қанат', country: 'CH' }, []],
])('no hint is shown %s', async (_, fields, invoices) => {
  expect(await isHinted(fields, invoices)).toBe(false)
})
