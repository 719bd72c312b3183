import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { USERINFO_KEY } from '#features/people/accounts/web/data/session.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import type { Memberships } from '../contract.ts'
import { MembershipsScreen } from './memberships-screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const YEAR_MS = 365 * DAY_MS
const inYears = (years: number) => new Date(Date.now() + years * YEAR_MS).toISOString()
const year = (order_id: string, from: number) => ({
  order_id,
  order_date: inYears(-2),
  amount: 40,
  payment_currency: 'CHF' as const,
  valid_from: inYears(from),
  valid_until: inYears(from + 1),
})

async function show(answer: Partial<Memberships>) {
  const all = { supporter_until: null, membership_reminders: true, memberships: [], ...answer }
  const { fetch, calls } = answeringFetch({
    'GET /users/memberships': () => ({ body: all }),
    'POST /users/updateMembershipReminders': (body) => ({ body: { ...all, ...Object(body) } }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<MembershipsScreen />)
  queryClient.setQueryData(USERINFO_KEY, testUser())
  await screen.findByRole('heading', { level: 2, name: /membership|supporter/i })
  return calls
}

it('the memberships page invites an account without one to become a member', async () => {
  await show({})
  expect(screen.getByRole('link', { name: 'Become a member' })).toHaveAttribute(
    'href',
    '/order/StepTwo?pid=3',
  )
  expect(screen.queryByRole('switch')).toBeNull()
})

it('the memberships page shows the end of the membership and the state of each year', async () => {
  await show({
    supporter_until: inYears(1.5),
    memberships: [year('c', 0.5), year('b', -0.5), year('a', -2)],
  })
  expect(screen.getByRole('heading', { name: /You are a supporter until/ })).toBeVisible()
  const states = screen.getAllByRole('listitem').map((row) => row.textContent)
  expect(states.map((text) => /begins after that|running|ended$/.exec(text ?? '')?.[0])).toEqual([
    'begins after that',
    'running',
    'ended',
  ])
  expect(states[0]).toContain('“normal” CHF')
})

it('the memberships page shows when the last membership ended and offers a renewal', async () => {
  await show({ supporter_until: inYears(-0.1) })
  expect(screen.getByRole('heading', { name: /Your membership ended on/ })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Renew the membership' })).toBeVisible()
})

it('the switch turns the reminder off', async () => {
  const calls = await show({ supporter_until: inYears(1) })
  await userEvent.click(screen.getByRole('switch', { name: 'Remind me before the end' }))
  await waitFor(() =>
    expect(calls).toContainEqual({
      name: 'POST /users/updateMembershipReminders',
      body: { membership_reminders: false },
    }),
  )
  expect(screen.getByRole('switch')).not.toBeChecked()
})
