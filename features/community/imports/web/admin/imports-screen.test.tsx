import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { LetterboxImport } from '../../contract.admin.ts'
import { ImportForm } from './import-form.tsx'
import { ImportPreview } from './import-preview.tsx'

const ID = '5d2c6b60-7f0f-4b37-8d34-0f5f3c2f7a11'
const ready: LetterboxImport = {
  id: ID,
  file_name: 'list.csv',
  status: 'ready',
  created_at: '2026-06-10T12:00:00.000Z',
  by: null,
  counts: {
    create: 3,
    update: 0,
    unchanged: 0,
    taken_over: 0,
    rejected: 26,
    warnings: 4,
    approximate: 0,
  },
  version: 1,
  progress: { done: 0, total: 0 },
  failure: null,
  notices: [],
  columns: [],
  rejections: [
    {
      code: 'degrees_swapped',
      values: {},
      count: 25,
      rows: [{ line: 2, code: 'degrees_swapped', values: {} }],
    },
    {
      code: 'swiss_grid',
      values: {},
      count: 1,
      rows: [{ line: 27, code: 'swiss_grid', values: {} }],
    },
  ],
  warnings: [
    {
      code: 'item_unknown',
      values: { text: 'Leitr' },
      count: 4,
      rows: [{ line: 30, code: 'item_unknown', values: { text: 'Leitr' } }],
    },
  ],
  far: [],
  rows: [
    {
      line: 28,
      address: 'Testweg 1',
      postcode: '8004',
      city: 'Zürich',
      items: [],
      effect: 'create',
      approximate: false,
    },
  ],
  changed_since: 0,
}

const problem = (line: number) => ({
  line,
  code: 'degrees_swapped',
  values: {},
  record: ['Testweg', `${line}`, '', 'Zürich'],
})

beforeEach(() => writeToken('secret'))
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

type Answers = Parameters<typeof answeringFetch>[0]

/** Query of the call that is being answered. */
let lastQuery = new URLSearchParams()

async function show(part: React.ReactElement, answers: Answers) {
  const server = answeringFetch({
    'GET /admin/imports/byId': () => ({ body: ready }),
    'GET /items': () => ({ body: [] }),
    ...answers,
  })
  const fetch = (...request: Parameters<typeof server.fetch>) => {
    lastQuery = new URL(String(request[0]), 'http://localhost').searchParams
    return server.fetch(...request)
  }
  vi.stubGlobal('fetch', fetch)
  await renderInApp(part)
  return server.calls
}

it('the import preview lists every rejected row page by page, and searches by text', async () => {
  const asked: string[] = []
  await show(<ImportPreview id={ID} />, {
    'GET /admin/imports/problems': () => {
      asked.push(`${lastQuery}`)
      const rows = lastQuery.get('page') === '2' ? [22, 23].map(problem) : [2, 3].map(problem)
      const isSearched = lastQuery.get('search') !== ''
      return { body: isSearched ? { rows: [problem(7)], total: 1 } : { rows, total: 22 } }
    },
  })
  const user = userEvent.setup()
  const rejections = await screen.findByRole('region', { name: '26 rows are left out' })
  // Nothing is loaded before the user opens the list.
  expect(asked).toEqual([])
  await user.click(within(rejections).getByRole('button', { name: 'Every row that is left out' }))
  expect(await within(rejections).findByText('Testweg · 2 · Zürich')).toBeVisible()
  await user.click(within(rejections).getByRole('button', { name: 'Next page' }))
  expect(await within(rejections).findByText('Testweg · 22 · Zürich')).toBeVisible()
  await user.type(within(rejections).getByLabelText('Line, or text of the row'), 'seven')
  expect(await within(rejections).findByText('Testweg · 7 · Zürich')).toBeVisible()
  expect(asked.at(-1)).toContain('page=1')
  await user.selectOptions(within(rejections).getByLabelText('Problem'), 'swiss_grid')
  await waitFor(() => expect(asked.at(-1)).toContain('code=swiss_grid'))
})

it('the import preview names the country of an unknown place', async () => {
  const values = { city: 'Nirgends', country: 'CH' }
  const row = { line: 4, code: 'place_unknown', values } as const
  const rejections = [{ code: row.code, values, count: 1, rows: [row] }]
  await show(<ImportPreview id={ID} />, {
    'GET /admin/imports/byId': () => ({ body: { ...ready, rejections } }),
  })
  expect(await screen.findByText(/No place “Nirgends” is known in Switzerland:/)).toBeVisible()
})

it('the import preview says when no row matches', async () => {
  await show(<ImportPreview id={ID} />, {
    'GET /admin/imports/problems': () => ({ body: { rows: [], total: 0 } }),
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Every row with a remark' }))
  expect(await screen.findByText('No row found.')).toBeVisible()
})

it('the import preview asks once what an unknown sticker means, for all rows that name it', async () => {
  const calls = await show(<ImportPreview id={ID} />, {
    'POST /admin/imports/choose': () => ({ body: { ...ready, status: 'checking', version: 2 } }),
  })
  const user = userEvent.setup()
  const send = await screen.findByRole('button', { name: 'Look through it again' })
  expect(send).toHaveAttribute('aria-disabled', 'true')
  await user.selectOptions(screen.getByLabelText('“Leitr” means'), 'none')
  await user.click(send)
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'POST /admin/imports/choose')?.body).toEqual({
      id: ID,
      version: 1,
      columns: {},
      items: { Leitr: null },
    }),
  )
})

it('the import preview says what becomes public, and asks for a confirmation', async () => {
  const counts = { ...ready.counts, on_map: 2, off_map: 1, named: 1 } as LetterboxImport['counts']
  const calls = await show(<ImportPreview id={ID} />, {
    'GET /admin/imports/byId': () => ({ body: { ...ready, counts } }),
    'POST /admin/imports/run': () => ({
      body: { ...ready, counts, status: 'writing', version: 2 },
    }),
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Import 3/ }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('2 letterboxes become public')
  expect(dialog).toHaveTextContent('One of them shows a name as well. One is not on the map.')
  const isRun = ({ name }: { name: string }) => name === 'POST /admin/imports/run'
  expect(calls.some(isRun)).toBe(false)
  await user.click(within(dialog).getByRole('button', { name: /^Import 3/ }))
  await waitFor(() => expect(calls.some(isRun)).toBe(true))
})

it('the import preview imports the good rows once', async () => {
  const calls = await show(<ImportPreview id={ID} />, {
    'POST /admin/imports/run': () => ({ body: { ...ready, status: 'writing', version: 2 } }),
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Import 3/ }))
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /^Import 3/ })).not.toBeInTheDocument(),
  )
  const runs = calls.filter(({ name }) => name === 'POST /admin/imports/run')
  expect(runs.map(({ body }) => body)).toEqual([
    { id: ID, version: 1, left_out: [], mail_owners: false },
  ])
})

it('the import preview mails the owners if that is chosen', async () => {
  const calls = await show(<ImportPreview id={ID} />, {
    'POST /admin/imports/run': () => ({ body: { ...ready, status: 'writing', version: 2 } }),
  })
  const user = userEvent.setup()
  await user.click(await screen.findByLabelText('E-mail the owners about it'))
  await user.click(screen.getByRole('button', { name: /^Import 3/ }))
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'POST /admin/imports/run')?.body).toMatchObject({
      mail_owners: true,
    }),
  )
})

it('a finished import mails the owners later, and says how many mails are sent', async () => {
  const done = { ...ready, status: 'done' as const }
  const open = { open: 3, begun_at: null, waiting: 0, sent: 0 }
  const sending = { open: 0, begun_at: '2026-06-11T12:00:00.000Z', waiting: 2, sent: 1 }
  await show(<ImportPreview id={ID} />, {
    'GET /admin/imports/byId': () => ({ body: { ...done, claim_mails: open } }),
    'POST /admin/imports/mailOwners': () => ({ body: { ...done, claim_mails: sending } }),
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'E-mail them now' }))
  expect(await screen.findByText('1 of 3 e-mails to owners are sent.')).toBeVisible()
})

it('the import form uploads a file in parts, shows its progress, and repeats a lost part', async () => {
  let lost = 1
  const offsets: number[] = []
  await show(<ImportForm />, {
    'POST /admin/imports/check': () => ({ body: { ...ready, status: 'receiving', version: 0 } }),
    'POST /admin/imports/append': (body) => {
      const { offset, is_last } = body as { offset: number; is_last: boolean }
      if (lost-- > 0) throw new TypeError('Failed to fetch')
      offsets.push(offset)
      return { body: { ...ready, status: is_last ? 'checking' : 'receiving' } }
    },
  })
  const user = userEvent.setup()
  const file = new File(['x'.repeat(3 * 96 * 1024 * 2 + 10)], 'list.csv', { type: 'text/csv' })
  await user.upload(screen.getByLabelText(/CSV/), file)
  await user.click(screen.getByRole('button', { name: /Check|Look/ }))
  await waitFor(() => expect(offsets).toEqual([294912, 589824]), { timeout: 8_000, interval: 200 })
}, 15_000)

it('a site that was moved in shows what became of it, and leads to the mail to its people', async () => {
  const owners = { claimed: 3, reachable: 23_277, silent: 720, gone: 1 }
  const site = { ...ready, status: 'moved_in', rejections: [], warnings: [], rows: [], owners }
  const { fetch } = answeringFetch({ 'GET /admin/imports/byId': () => ({ body: site }) })
  vi.stubGlobal('fetch', fetch)
  await renderInApp(<ImportPreview id={ID} />)
  expect(await screen.findByText('Silent')).toBeVisible()
  expect(screen.getByText('23,277')).toBeVisible()
  expect(screen.getByRole('link', { name: /we have moved/ })).toHaveAttribute(
    'href',
    '/admin/moving',
  )
  expect(screen.queryByRole('button', { name: 'Undo the import' })).not.toBeInTheDocument()
})
