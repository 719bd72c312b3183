import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { USERINFO_KEY } from '#features/people/accounts/web/data/session.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import type { NotificationSettings } from '../contract.ts'
import { NotificationsScreen } from './notifications-screen.tsx'

afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

const settings: NotificationSettings = {
  request: 'at_once',
  message: 'off',
  reminder: 'at_once',
  wish: 'daily',
  community: 'weekly',
}

async function show(
  answer: (body: unknown) => { status?: number; body?: unknown } = () => ({}),
  isAsked = false,
) {
  const user = testUser()
  const { fetch, calls } = answeringFetch({
    'GET /userSettings/notifications': () => ({ body: settings }),
    'GET /users/userinfo': () => ({ body: user }),
    'GET /userSettings/mails': () => ({
      body: {
        announcements: true,
        neighbourhood: null,
        neighbourhood_weekly: false,
        sends_neighbourhood: true,
      },
    }),
    'POST /userSettings/mails': (body) => ({
      body: { announcements: true, sends_neighbourhood: true, ...Object(body) },
    }),
    'POST /userSettings/notifications': (body) => {
      const { status, body: given } = answer(body)
      return { status: status ?? 200, body: given ?? { ...settings, ...Object(body) } }
    },
  })
  vi.stubGlobal('fetch', fetch)
  writeToken('token')
  await renderInApp(<NotificationsScreen isAsked={isAsked} />)
  await screen.findByRole('combobox', { name: 'Requests' })
  const sent = () => calls.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body)
  return { user, sent }
}

const field = (name: string) => screen.getByRole('combobox', { name })

it('the form has one choice for each kind, with its current value', async () => {
  await show()
  const choices = screen
    .getAllByRole('combobox')
    .map((each) => [
      each.getAttribute('aria-label') ??
        document.querySelector(`label[for="${each.id}"]`)?.textContent,
      (each as HTMLSelectElement).selectedOptions[0]?.textContent,
    ])
  expect(choices).toEqual([
    ['Requests', 'At once'],
    ['Messages', 'Not at all'],
    ['Reminders', 'At once'],
    ['Wishes', 'Once a day'],
    ['Community', 'Once a week'],
  ])
})

it('a choice is saved at once and can be undone with one press', async () => {
  const { sent } = await show()
  await userEvent.selectOptions(field('Messages'), 'Once a day')
  expect(field('Messages')).toHaveDisplayValue('Once a day')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent()).toEqual([{ message: 'daily' }, { message: 'off' }]))
  expect(field('Messages')).toHaveDisplayValue('Not at all')
})

it('a choice for messages updates the switch of the privacy page', async () => {
  const { user } = await show()
  queryClient.setQueryData(USERINFO_KEY, user)
  await userEvent.selectOptions(field('Messages'), 'Once a week')
  await screen.findByText('Saved.')
  expect(queryClient.getQueryData(USERINFO_KEY)).toMatchObject({
    privacy: { enable_notifications: true },
  })
})

it('a choice that cannot be saved is reverted, reported and can be tried again', async () => {
  let refusals = 1
  const { sent } = await show(() =>
    refusals-- > 0 ? { status: 503, body: { code: 'unavailable', message: '' } } : {},
  )
  await userEvent.selectOptions(field('Wishes'), 'Not at all')
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(field('Wishes')).toHaveDisplayValue('Once a day')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(field('Wishes')).toHaveDisplayValue('Not at all'))
  expect(sent()).toEqual([{ wish: 'off' }, { wish: 'off' }])
})

it('switching off notifications of requests while taking requests offers to switch requests off', async () => {
  await show(undefined, true)
  expect(screen.queryByRole('link', { name: 'Switch requests off' })).toBeNull()
  await userEvent.selectOptions(field('Requests'), 'Not at all')
  expect(await screen.findByRole('link', { name: 'Switch requests off' })).toHaveAttribute(
    'href',
    '/profile/privacy',
  )
})

it('the form has a switch for each kind of mass mail, off until it is answered', async () => {
  const { sent } = await show()
  const neighbourhood = await screen.findByRole('switch', { name: 'News from the neighbourhood' })
  expect(screen.getByRole('switch', { name: 'Announcements by e-mail' })).toBeChecked()
  expect(neighbourhood).not.toBeChecked()
  await userEvent.setup().click(neighbourhood)
  await waitFor(() => expect(sent()).toEqual([{ neighbourhood: true }]))
  expect(neighbourhood).toBeChecked()
})
