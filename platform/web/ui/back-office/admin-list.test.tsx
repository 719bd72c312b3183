import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { answeringFetch, renderInApp } from '../../testing/render.tsx'
import { AdminList, type ListAnswer } from './admin-list.tsx'
import { useAdminList } from './use-admin-list.ts'

interface Thing {
  id: number
  name: string
}

const THINGS = { rows: [{ id: 1, name: 'Ladder' }], total: 1, counts: { open: 1, done: 4 } }

let callQuery: Record<string, string | undefined>

function List({ data, error = null }: Partial<ListAnswer<Thing>>) {
  const list = useAdminList({
    sorts: ['name', '-name'],
    usualSort: 'name',
    filters: {
      state: {
        kind: 'states',
        label: 'State',
        usual: 'open',
        choices: [
          { value: 'open', label: 'Open' },
          { value: 'done', label: 'Done' },
        ],
      },
      size_of: {
        kind: 'choice',
        label: 'Size',
        all: 'Any',
        choices: [{ value: 'small', label: 'Small' }],
      },
      from: { kind: 'day', label: 'From' },
      owner: { kind: 'link' },
    },
  })
  callQuery = list.asked
  return (
    <>
      <AdminList
        label="Things"
        list={list}
        answer={{ data, error, isFetching: false, refetch: () => undefined }}
        search="Name"
        rows={[
          {
            key: 'name',
            title: 'Name',
            sortable: true,
            verbatim: true,
            render: ({ name }) => name,
          },
        ]}
        empty={{ title: 'No things', body: 'Add one.', reset: 'Show all' }}
      />
      <output>{useLocation().search}</output>
    </>
  )
}

async function show(answer: Partial<ListAnswer<Thing>>, search = '') {
  vi.stubGlobal('fetch', answeringFetch({}).fetch)
  await renderInApp(<List {...answer} />, `/admin/things${search}`)
  return userEvent.setup()
}

const address = () => screen.getAllByRole('status').at(-1)?.textContent

afterEach(() => vi.unstubAllGlobals())

it('a list requests the filters of the address and ignores unknown ones', async () => {
  await show({ data: THINGS }, '?state=lost&size_of=huge&from=soon&owner=me&sort=age&page=2')
  expect(callQuery).toMatchObject({ state: 'open', owner: 'me', page: '2', search: '' })
  expect([callQuery.size_of, callQuery.from, callQuery.sort]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('a chosen filter is written into the address, resets the page, and is omitted if it is the default', async () => {
  const user = await show({ data: THINGS }, '?page=2')
  expect(screen.getByRole('button', { name: 'Open 1' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(screen.getByRole('button', { name: 'Done 4' }))
  await user.selectOptions(screen.getByLabelText('Size'), 'Small')
  expect(address()).toBe('?state=done&size_of=small')
  expect(callQuery).toMatchObject({ state: 'done', size_of: 'small', page: '1' })
  await user.click(screen.getByRole('button', { name: 'Open 1' }))
  expect(address()).toBe('?size_of=small')
})

it('the default sorting of the server is shown, and a column header changes it', async () => {
  const user = await show({ data: THINGS })
  const column = () => screen.getByRole('columnheader', { name: 'Name' })
  expect(column()).toHaveAttribute('aria-sort', 'ascending')
  await user.click(within(column()).getByRole('button'))
  expect(callQuery.sort).toBe('-name')
  expect(column()).toHaveAttribute('aria-sort', 'descending')
})

it('the button that removes all filters appears only if no row matches', async () => {
  const nothing = { rows: [], total: 0, counts: { open: 0, done: 0 } }
  const user = await show({ data: nothing }, '?search=x&owner=me')
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(address()).toBe('')
  expect(screen.getByRole('heading', { name: 'No things' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull()
})

it('the loaded rows stay if a later response fails', async () => {
  await show({ data: THINGS, error: new Error('late') })
  expect(screen.getByRole('rowheader', { name: 'Ladder' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('the cells of a verbatim column are excluded from translation, and its header is not', async () => {
  await show({ data: THINGS })
  expect(screen.getByRole('rowheader', { name: 'Ladder' })).toHaveAttribute('translate', 'no')
  expect(screen.getByRole('columnheader')).not.toHaveAttribute('translate')
})

it('on a phone a list whose filters are only set by links has nothing to unfold', async () => {
  function Linked() {
    const list = useAdminList({ filters: { owner: { kind: 'link' } } })
    const answer = { data: THINGS, error: null, isFetching: false, refetch: () => undefined }
    const empty = { title: 'No things', body: 'Add one.' }
    return (
      <AdminList
        label="Things"
        list={list}
        answer={answer}
        search="Name"
        rows={() => null}
        empty={empty}
      />
    )
  }
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await renderInApp(<Linked />)
  expect(screen.getByLabelText('Name')).toBeVisible()
  expect(screen.queryByRole('group')).not.toBeInTheDocument()
})
