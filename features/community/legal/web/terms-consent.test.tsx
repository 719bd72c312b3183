import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { TermsConsent } from './terms-consent.tsx'

const agreed = vi.fn()

async function show(version: number, isDue: boolean) {
  const { fetch } = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser() }),
    'GET /legal/consent': () => ({ body: { is_due: isDue } }),
    'POST /legal/consent': (body) => {
      agreed(body)
      return { status: 204 }
    },
  })
  vi.stubGlobal('fetch', fetch)
  writeToken('mila')
  return renderInApp(<TermsConsent version={version} />)
}

const region = () => screen.queryByRole('region', { name: 'New terms of use' })

afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
  agreed.mockClear()
})

it('the terms consent links the terms, and disappears once the user has agreed', async () => {
  await show(4, true)
  expect(await screen.findByRole('link', { name: 'Read them' })).toHaveAttribute('href', '/terms')
  await userEvent.click(screen.getByRole('button', { name: 'I agree' }))
  await vi.waitFor(() => expect(region()).toBeNull())
  expect(agreed).toHaveBeenCalledExactlyOnceWith({ version: 4 })
})

it('the terms consent can be postponed until there are new terms', async () => {
  const first = await show(5, true)
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }))
  expect(region()).toBeNull()
  first.unmount()
  const again = await show(5, true)
  expect(region()).toBeNull()
  again.unmount()
  await show(6, true)
  await vi.waitFor(() => expect(region()).not.toBeNull())
  expect(agreed).not.toHaveBeenCalled()
})
