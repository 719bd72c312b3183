import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TASKS, type Task } from '#platform/shared/tasks.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import type { TaskHolder } from '../../contract.admin.ts'
import type { OutlinePicker } from './area-of-person.tsx'
import { RolesScreen } from './roles-screen.tsx'

beforeEach(() => writeToken('token'))
afterEach(() => vi.unstubAllGlobals())

const holder = (fields: Partial<TaskHolder>): TaskHolder => ({
  id: 'a3c1f7de-8d0c-4b8e-9c34-0d1c6f1f5a02',
  firstname: 'Ben',
  lastname: 'Hug',
  email: 'ben@example.org',
  eligible: true,
  tasks: ['shipping'],
  area: null,
  version: 4,
  ...fields,
})
const SQUARE: TaskHolder['area'] = {
  country: null,
  postcodes: [],
  outline: [
    [8.5, 47.3],
    [8.6, 47.3],
    [8.6, 47.4],
    [8.5, 47.4],
  ],
}
/** Stands for the map. */
const DrawnSquare: OutlinePicker = ({ value, onChange }) => (
  <button type="button" onClick={() => onChange(SQUARE?.outline ?? [])}>
    Draw a square ({value.length} corners)
  </button>
)
const own = holder({
  id: testUser().id,
  firstname: 'Mila',
  email: 'mila@example.org',
  tasks: [...TASKS],
})

async function show(people: TaskHolder[], answers: Parameters<typeof answeringFetch>[0] = {}) {
  const api = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser({ tasks: [...TASKS] }) }),
    'GET /admin/roles': () => ({ body: people }),
    ...answers,
  })
  vi.stubGlobal('fetch', api.fetch)
  await renderInApp(
    <Routes>
      <Route path="/admin/roles" element={<RolesScreen outlinePicker={DrawnSquare} />} />
    </Routes>,
    '/admin/roles',
  )
  const person = async (email: string) => {
    const item = (await screen.findByText(email)).closest('li')
    if (!item) throw new Error('Unexpected person outside of the list')
    return within(item)
  }
  return { ...api, person, user: userEvent.setup() }
}
const sent = (calls: { name: string; body: unknown }[]) =>
  calls.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body)

it('the screen sends the ticked tasks with the version it read, and only when they are saved', async () => {
  const { user, person, calls } = await show([holder({})], {
    'POST /admin/roles/set': (body) => ({ body: holder({ ...(body as object), version: 5 }) }),
  })
  const ben = await person('ben@example.org')
  expect(ben.queryByRole('button', { name: 'Save' })).toBeNull()
  await user.click(ben.getByRole('checkbox', { name: 'Texts' }))
  await user.click(ben.getByRole('checkbox', { name: 'Shipping' }))
  expect(sent(calls)).toEqual([])
  await user.click(ben.getByRole('button', { name: 'Save' }))
  const { id } = holder({})
  expect(sent(calls)).toEqual([{ id, version: 4, tasks: ['texts'], area: null }])
})

describe('the area of a person', () => {
  const accept = {
    'POST /admin/roles/set': (body: unknown) => ({
      body: holder({ ...(body as object), version: 5 }),
    }),
  }
  const { id } = holder({})

  it('is set by postcodes, which drops the tasks that concern the whole community', async () => {
    const { user, person, calls } = await show(
      [holder({ tasks: ['shipping', 'treasury'] })],
      accept,
    )
    const ben = await person('ben@example.org')
    await user.click(ben.getByRole('radio', { name: 'Postcodes' }))
    expect(ben.getByRole('checkbox', { name: 'Treasury' })).toHaveAttribute('aria-disabled', 'true')
    expect(ben.getByRole('checkbox', { name: 'Treasury' })).not.toBeChecked()
    await user.click(ben.getByRole('button', { name: 'Save' }))
    expect(ben.getByText('Please enter postcodes, separated by commas.')).toBeVisible()
    await user.type(ben.getByLabelText(/^Which postcodes/), '8037 8049, 8050')
    await user.click(ben.getByRole('button', { name: 'Save' }))
    const area = { country: 'CH', postcodes: ['8037', '8049', '8050'], outline: [] }
    expect(sent(calls)).toEqual([{ id, version: 4, tasks: ['shipping'], area }])
  })

  it('is drawn on a map with at least three corners', async () => {
    const { user, person, calls } = await show([holder({})], accept)
    const ben = await person('ben@example.org')
    await user.click(ben.getByRole('radio', { name: 'An area on the map' }))
    await user.click(ben.getByRole('button', { name: 'Save' }))
    expect(ben.getByRole('alert')).toHaveTextContent('Please draw an area')
    await user.click(ben.getByRole('button', { name: /Draw a square/ }))
    await user.click(ben.getByRole('button', { name: 'Save' }))
    expect(sent(calls)).toEqual([{ id, version: 4, tasks: ['shipping'], area: SQUARE }])
  })

  it('is shown as it is stored, and does not exist for administrators', async () => {
    const stored = holder({ area: { country: 'GB', postcodes: ['SW1A1AA', 'N1'], outline: [] } })
    const { person } = await show([stored, own])
    const ben = await person('ben@example.org')
    expect(ben.getByLabelText(/^Which postcodes/)).toHaveValue('SW1A1AA, N1')
    expect(ben.queryByRole('button', { name: 'Save' })).toBeNull()
    expect((await person('mila@example.org')).queryByRole('radio')).toBeNull()
  })
})

it('the screen shows what another administrator has set meanwhile and says so', async () => {
  let tasks: Task[] = ['shipping']
  const { user, person } = await show([], {
    'GET /admin/roles': () => ({ body: [holder({ tasks })] }),
    'POST /admin/roles/set': () => {
      tasks = ['map']
      return { status: 409, body: { code: 'changed_meanwhile', message: '' } }
    },
  })
  const ben = await person('ben@example.org')
  await user.click(ben.getByRole('checkbox', { name: 'Texts' }))
  await user.click(ben.getByRole('button', { name: 'Save' }))
  expect(await ben.findByText(/Somebody else has changed this account meanwhile/)).toBeVisible()
  expect(ben.getByRole('checkbox', { name: 'Map' })).toBeChecked()
  expect(ben.getByRole('checkbox', { name: 'Texts' })).not.toBeChecked()
})

it('the screen confirms giving up administration and offers no task to an ineligible account', async () => {
  const out = holder({
    id: 'a3c1f7de-8d0c-4b8e-9c34-0d1c6f1f5a03',
    email: 'out@example.org',
    eligible: false,
  })
  const { user, person, calls } = await show([own, out])
  const mila = await person('mila@example.org')
  expect(mila.getByRole('checkbox', { name: 'Shipping' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(mila.getByRole('checkbox', { name: 'Administration' }))
  await user.click(mila.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('dialog', { name: 'Give up administration?' })).toBeVisible()
  expect(sent(calls)).toEqual([])
  const stranger = await person('out@example.org')
  expect(stranger.getByRole('checkbox', { name: 'Texts' })).toHaveAttribute('aria-disabled', 'true')
  expect(stranger.getByRole('checkbox', { name: 'Shipping' })).not.toHaveAttribute('aria-disabled')
})
