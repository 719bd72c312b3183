import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { paths } from '#platform/shared/paths.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { JoinHouseholdScreen } from './join-household-screen.tsx'

afterEach(() => {
  act(() => writeToken(null))
  vi.unstubAllGlobals()
})

it('an invitation is not loaded again once it is accepted', async () => {
  const { fetch, calls } = answeringFetch({
    'GET /users/userinfo': () => ({ body: { ...testUser(), letterbox: null } }),
    'POST /household/invitation': () => ({
      body: {
        inviter: 'Eva',
        place: null,
        expires_at: '2030-01-01T00:00:00.000Z',
        email: null,
        situation: 'open',
      },
    }),
    'POST /household/join': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', fetch)
  writeToken('mine')
  await renderInApp(<JoinHouseholdScreen />, paths.joinHousehold({ token: 'invited' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }))
  expect(await screen.findByText('You’ve joined')).toBeVisible()
  const loaded = () => calls.filter(({ name }) => name === 'POST /household/invitation').length
  const before = loaded()
  // As when the user returns to the tab later.
  await act(() => queryClient.invalidateQueries())
  expect(loaded()).toBe(before)
})
