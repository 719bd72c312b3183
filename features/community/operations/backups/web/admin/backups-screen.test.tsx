import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TASKS, type Task } from '#platform/shared/tasks.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import type { Backups } from '../../contract.admin.ts'
import { BackupAge } from './backup-age.tsx'
import { BackupsScreen } from './backups-screen.tsx'

const NAME = 'letterlend-ours1234-2026-01-02T03-04-05-006Z.backup.gz'
const ONE = { name: NAME, at: '2026-01-02T03:04:05.006Z', bytes: 3_400_000, readable: true }

beforeEach(() => writeToken('token'))
afterEach(() => vi.unstubAllGlobals())

/** Renders a part for a user with these tasks, with mocked responses. */
async function show(
  part: React.ReactElement,
  backups: Partial<Backups>,
  tasks: readonly Task[] = TASKS,
) {
  const body: Backups = {
    folder: '/srv/backups',
    readable: true,
    rows: [],
    under_way: false,
    failure: null,
    overdue: false,
    command: 'letterlend restore',
    ...backups,
  }
  const { fetch, calls } = answeringFetch({
    'GET /admin/backups': () => ({ body }),
    'POST /admin/backups/make': () => ({ body: { ...body, under_way: true, failure: null } }),
    'POST /admin/backups/link': () => ({ body: { key: 'the-key' } }),
    'GET /users/userinfo': () => ({ body: testUser({ tasks: [...tasks] }) }),
  })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(part)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return calls
}

it('an unreadable file cannot be downloaded, and the screen says so', async () => {
  await show(<BackupsScreen />, { rows: [{ ...ONE, readable: false }] })
  expect(await screen.findByText(/The server may not read this file/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Download/ })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Delete/ })).toBeVisible()
})

it('the screen says why there is no backup, and makes one', async () => {
  await show(<BackupsScreen />, { failure: 'disk_full' })
  expect(await screen.findByText(/The disk with the folder \/srv\/backups is full/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Make a backup' }))
  expect(await screen.findByText(/A backup is being made/)).toBeVisible()
  expect(screen.queryByText(/is full/)).toBeNull()
})

it('a backup is downloaded by a link with a key, next to the command that restores it', async () => {
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push(`${this.pathname}${this.search}`)
  })
  await show(<BackupsScreen />, { rows: [ONE] })
  expect(await screen.findByText(/3\.4 MB/)).toBeVisible()
  expect(screen.getByText(/letterlend restore/)).toHaveTextContent(`/srv/backups/${NAME}`)
  await userEvent.click(screen.getByRole('button', { name: /^Download the backup/ }))
  await waitFor(() => expect(clicked).toEqual([`/api/v1/backups/file?name=${NAME}&key=the-key`]))
})

it('the overview warns if the last backup is too old or missing', async () => {
  await show(<BackupAge />, { overdue: true })
  expect(await screen.findByText('There is no backup yet')).toBeVisible()
})

it('the overview shows the age of the last backup', async () => {
  await show(<BackupAge />, { rows: [{ ...ONE, at: new Date().toISOString() }] })
  expect(await screen.findByText(/Last backup: today/)).toBeVisible()
})

it('the overview makes no call for users without the task', async () => {
  const calls = await show(<BackupAge />, { overdue: true }, ['treasury'])
  expect(calls.some(({ name }) => name === 'GET /admin/backups')).toBe(false)
})
