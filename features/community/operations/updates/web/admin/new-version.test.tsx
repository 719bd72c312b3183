import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TASKS, type Task } from '#platform/shared/tasks.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import type { Update } from '../../contract.admin.ts'
import { NewVersion } from './new-version.tsx'

const NAME = 'GET /admin/updates'
const isAsked = (calls: { name: string }[], asked: string) =>
  calls.some(({ name }) => name === asked)

beforeEach(() => writeToken('token'))
afterEach(() => vi.unstubAllGlobals())

/** Renders it for a user with these tasks, with mocked responses. */
async function show(update: Partial<Update>, tasks: readonly Task[] = TASKS) {
  const body = { running: '0.1.0', file: 'read', newer: null, ...update }
  const { fetch, calls } = answeringFetch({
    [NAME]: () => ({ body }),
    'GET /users/userinfo': () => ({ body: testUser({ tasks: [...tasks] }) }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<NewVersion />)
  await waitFor(() => expect(isAsked(calls, 'GET /users/userinfo')).toBe(true))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return calls
}

it('the notice names the new version and the running one', async () => {
  await show({ newer: '0.2.0' })
  expect(await screen.findByText('Version 0.2.0 is out')).toBeVisible()
  expect(screen.getByText(/0\.1\.0 is running here/)).toBeVisible()
})

it('the notice says if the file of versions is unreadable', async () => {
  await show({ file: 'unreadable' })
  expect(await screen.findByText('Nobody knows whether there is a new version')).toBeVisible()
})

it('the notice is hidden if there is no newer version', async () => {
  const calls = await show({})
  await waitFor(() => expect(isAsked(calls, NAME)).toBe(true))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByText(/ersion/)).toBeNull()
})

it('the notice makes no call for users without the task', async () => {
  const calls = await show({ newer: '0.2.0' }, ['treasury'])
  expect(isAsked(calls, NAME)).toBe(false)
})
