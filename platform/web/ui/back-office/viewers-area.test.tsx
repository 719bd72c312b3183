import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Area, storedArea } from '#platform/shared/areas.ts'
import '../../start/admin-texts.ts'
import { renderInApp } from '../../testing/render.tsx'
import { AdminList } from './admin-list.tsx'
import { useAdminList } from './use-admin-list.ts'
import { AreaLine, ViewersArea } from './viewers-area.tsx'

function EmptyScreen() {
  const list = useAdminList({ filters: {} })
  const data = { rows: [], total: 0 }
  return (
    <>
      <AreaLine />
      <AdminList
        label="Things"
        list={list}
        answer={{ data, error: null, isFetching: false, refetch: () => undefined }}
        rows={[]}
        empty={{ title: 'Nothing', body: 'It will come.' }}
      />
    </>
  )
}

const show = (area: Area | null) =>
  renderInApp(
    <ViewersArea value={area}>
      <EmptyScreen />
    </ViewersArea>,
  )
const inPostcodes = (postcodes: string[]) => storedArea({ country: 'CH', postcodes, outline: [] })

it('a screen names the postcodes of the viewer’s area, and an empty list is about it', async () => {
  await show(inPostcodes(['8037', '8049']))
  expect(screen.getByText(/^Your area: 8037, 8049\./)).toBeVisible()
  expect(screen.getByText('It will come. Only your area is shown here.')).toBeVisible()
})

it('many postcodes are counted, and open on demand', async () => {
  await show(inPostcodes(Array.from({ length: 13 }, (_, at) => `${8000 + at}`)))
  expect(screen.getByText(/^Your area: 13 postcodes\./)).toBeVisible()
  expect(screen.getByText(/8000, 8001/)).toBeInTheDocument()
})

it('an outline is named without its corners', async () => {
  const outline: Area['outline'] = [
    [8, 47],
    [9, 47],
    [9, 48],
  ]
  await show({ country: null, postcodes: [], outline })
  expect(screen.getByText(/^Your area is drawn on a map\./)).toBeVisible()
})

it('nothing is said to people who work for the whole community', async () => {
  await show(null)
  expect(screen.queryByText(/area/)).not.toBeInTheDocument()
  expect(screen.getByText('It will come.')).toBeVisible()
})
