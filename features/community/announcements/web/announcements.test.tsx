import { notificationsStore } from '@mantine/notifications'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { countInFront, takeFront } from '#platform/web/ui/in-front.ts'
import type { Announcement } from '../contract.ts'
import { Announcements } from './announcements.tsx'

const party: Announcement = {
  id: 7,
  title: 'Street party',
  title_de: null,
  title_fr: null,
  content: 'On **Saturday**.',
  content_de: null,
  content_fr: null,
  closeable: true,
  actions: '[]',
}
const YES_NO = JSON.stringify([
  { name: 'Switch on', emit: 'yes' },
  { name: 'Not now', emit: 'no' },
])
const user = testUser()
const onPrivacy = vi.fn()
const onLinkDone = vi.fn()

/** A server with these announcements that remembers which ones were seen. */
function serve(announcements: Announcement[], answers: Parameters<typeof answeringFetch>[0] = {}) {
  const unseen = [...announcements]
  const server = answeringFetch({
    'GET /announcements/getFirstUnseen': () => ({ body: unseen[0] ?? null }),
    'GET /announcements/getById': () => ({ body: announcements[0] }),
    'POST /announcements/markAsSeen': (body) => {
      const at = unseen.findIndex(({ id }) => id === Object(body).id)
      if (at >= 0) unseen.splice(at, 1)
      return { status: 204 }
    },
    'POST /privacy/update': () => ({ body: { ...user.privacy, enable_messaging: true } }),
    'GET /users/userinfo': () => ({ body: user }),
    ...answers,
  })
  vi.stubGlobal('fetch', server.fetch)
  const bodiesOf = (name: string) =>
    server.calls.flatMap((call) => (call.name === name ? [call.body] : []))
  return { calls: server.calls, marks: () => bodiesOf('POST /announcements/markAsSeen'), bodiesOf }
}

const show = (props: { linkedId?: number; welcome?: boolean } = {}) =>
  renderInApp(
    <Announcements
      user={user}
      linkedId={props.linkedId ?? null}
      onLinkDone={onLinkDone}
      welcome={props.welcome ?? true}
      onPrivacy={onPrivacy}
    />,
  )
/** An announcement counts as in front before its dialog is drawn. */
const announcementArrived = () =>
  waitFor(() =>
    expect(queryClient.getQueryData(['announcements', 'firstUnseen', user.id])).toEqual(party),
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message)

beforeEach(() => {
  localStorage.clear()
  writeToken('mine')
  notificationsStore.setState({
    notifications: [],
    queue: [],
    defaultPosition: 'top-center',
    limit: 5,
  })
})
afterEach(() => {
  act(() => writeToken(null))
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('announcements appear one after the other, and each is marked as seen when closed', async () => {
  const { marks } = serve([party, { ...party, id: 8, title: 'Repair café' }])
  await show()
  await screen.findByRole('dialog', { name: 'Street party' })
  await press('Got it')
  await screen.findByRole('dialog', { name: 'Repair café' })
  await press('Close')
  await waitFor(() =>
    expect(marks()).toEqual([
      { id: 7, answer: null },
      { id: 8, answer: null },
    ]),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('an announcement focuses its heading, even if it cannot be closed', async () => {
  serve([{ ...party, closeable: false, actions: YES_NO }])
  await show()
  await screen.findByRole('dialog')
  await waitFor(() => expect(screen.getByText('Street party')).toHaveFocus())
})

it('a yes switches messages on and leads to the privacy settings', async () => {
  const { marks, bodiesOf } = serve([{ ...party, closeable: false, actions: YES_NO }])
  await show()
  await screen.findByRole('dialog')
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await press('Switch on')
  await waitFor(() => expect(marks()).toEqual([{ id: 7, answer: true }]))
  expect(bodiesOf('POST /privacy/update')).toEqual([{ enable_messaging: true }])
  expect(onPrivacy).toHaveBeenCalledOnce()
})

it('a no changes no setting', async () => {
  const { marks, bodiesOf } = serve([{ ...party, actions: YES_NO }])
  await show()
  await screen.findByRole('dialog')
  await press('Not now')
  await waitFor(() => expect(marks()).toEqual([{ id: 7, answer: false }]))
  expect(bodiesOf('POST /privacy/update')).toEqual([])
  expect(onPrivacy).not.toHaveBeenCalled()
})

it('a yes that fails shows an error, keeps the buttons and lets the user close', async () => {
  const { marks } = serve([{ ...party, closeable: false, actions: YES_NO }], {
    'POST /privacy/update': () => ({ status: 500, body: { code: 'internal' } }),
  })
  await show()
  await screen.findByRole('dialog')
  await press('Switch on')
  await screen.findByRole('alert')
  expect(screen.getByRole('button', { name: 'Switch on' })).not.toHaveAttribute('aria-disabled')
  await press('Close')
  await waitFor(() => expect(marks()).toEqual([{ id: 7, answer: null }]))
})

it('an announcement with broken buttons can be closed', async () => {
  serve([{ ...party, closeable: false, actions: '[{' }])
  await show()
  await screen.findByRole('dialog')
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('an answer that cannot be stored closes the dialog and is sent the next time', async () => {
  let reachable = false
  const { marks } = serve([{ ...party, actions: YES_NO }], {
    'POST /announcements/markAsSeen': () =>
      reachable ? { status: 204 } : { status: 503, body: { code: 'unavailable' } },
  })
  const first = await show()
  await screen.findByRole('dialog')
  await press('Not now')
  await waitFor(() => expect(marks().length).toBeGreaterThan(0))
  expect(screen.queryByRole('dialog')).toBeNull()
  first.unmount()

  reachable = true
  const sent = marks().length
  await show()
  await waitFor(() => expect(marks().slice(sent)).toEqual([{ id: 7, answer: false }]))
  // Nothing but the session is left in the storage.
  writeToken(null)
  expect(localStorage.length).toBe(0)
})

it('an announcement waits until no dialog is open and the user is not typing', async () => {
  serve([party])
  const release = takeFront()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await show()
  await announcementArrived()
  expect(countInFront()).toBe(1)
  act(release)
  expect(countInFront()).toBe(0)
  act(() => field.blur())
  await screen.findByRole('dialog')
  field.remove()
})

it('an announcement does not appear over a form', async () => {
  serve([party])
  await show({ welcome: false })
  await announcementArrived()
  expect(countInFront()).toBe(0)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  [1, [{ enable_messaging: true }]],
  [2, [{ enable_messaging: true }]],
  [3, []],
])('announcement %i opened by its link switches messages on: %j', async (id, updates) => {
  const { bodiesOf } = serve([{ ...party, id }])
  await show({ linkedId: id })
  await waitFor(() => expect(onLinkDone).toHaveBeenCalled())
  expect(bodiesOf('POST /privacy/update')).toEqual(updates)
  expect(toasts()).toHaveLength(updates.length)
})

it('a link to a missing announcement says that it is no longer there', async () => {
  const { bodiesOf } = serve([], {
    'GET /announcements/getById': () => ({ status: 404, body: { code: 'not_found' } }),
  })
  await show({ linkedId: 1 })
  await waitFor(() => expect(toasts()).toEqual(['This announcement is no longer there.']))
  expect(bodiesOf('POST /privacy/update')).toEqual([])
})

it('a custom button only stores its answer, and is named in any available language', async () => {
  const coming = JSON.stringify([{ name: '', name_de: 'Ich komme', emit: 'agree' }])
  const { marks, bodiesOf } = serve([{ ...party, actions: coming }])
  await show()
  const button = await screen.findByRole('button', { name: 'Ich komme' })
  expect(button).toHaveAttribute('lang', 'de')
  await userEvent.setup().click(button)
  await waitFor(() => expect(marks()).toEqual([{ id: 7, answer: true }]))
  expect(bodiesOf('POST /privacy/update')).toEqual([])
  expect(onPrivacy).not.toHaveBeenCalled()
})
