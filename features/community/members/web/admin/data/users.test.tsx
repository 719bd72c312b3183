import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { useRemoveUser, useRunningLoans } from './users.ts'

const ID = '0197c7a2-3c1f-7d52-9f0a-2b1f6f1f2a10'

afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

function RemoveButton() {
  const remove = useRemoveUser({ id: ID, version: 1 })
  const running = useRunningLoans(ID, true)
  if (!running.data) return null
  return (
    <button type="button" onClick={() => remove.mutate(false)}>
      {remove.isSuccess ? 'Removed' : 'Remove'}
    </button>
  )
}

it('the dialog that has just removed an account does not load its loans again', async () => {
  const { fetch, calls } = answeringFetch({
    'GET /admin/users/running': () => ({ body: { loans: [] } }),
    'POST /admin/users/remove': () => ({ status: 204 }),
  })
  vi.stubGlobal('fetch', fetch)
  writeToken('mine')
  await renderInApp(<RemoveButton />)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('button', { name: 'Removed' })).toBeVisible()
  expect(calls.map(({ name }) => name)).toEqual([
    'GET /admin/users/running',
    'POST /admin/users/remove',
  ])
})
