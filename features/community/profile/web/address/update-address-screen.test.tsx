import { notifications } from '@mantine/notifications'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import { UpdateAddressScreen } from './update-address-screen.tsx'

const CALL = 'POST /letterboxes/updateLetterboxAddress'

beforeEach(() => {
  sessionStorage.clear()
  writeToken('mine')
})
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
  notifications.clean()
})

async function open() {
  const { fetch, calls } = answeringFetch({
    'GET /users/userinfo': () => ({ body: testUser() }),
    [CALL]: () => ({ body: {} }),
  })
  vi.stubGlobal('fetch', fetch)
  const view = await renderInApp(<UpdateAddressScreen />)
  const street = await screen.findByLabelText('Street and number')
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const sent = () => calls.filter(({ name }) => name === CALL)
  return { ...view, street, press, sent }
}
const offer = () => screen.queryByText('Unsaved changes')
const saved = testUser().address

it('the screen shows the saved address again after a form was emptied and left', async () => {
  const before = await open()
  await userEvent.clear(before.street)
  before.unmount()
  const { street, press, sent } = await open()
  expect(street).toHaveValue(saved)
  expect(offer()).toBeVisible()
  await press('Save')
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ address: saved }))
  await waitFor(() => expect(offer()).toBeNull())
  expect(sessionStorage).toHaveLength(0)
})

it('the screen continues with the draft if the user chooses that, and saving deletes it', async () => {
  const before = await open()
  await userEvent.type(before.street, ' b')
  before.unmount()
  const { press, sent } = await open()
  await press('Continue with your changes')
  expect(screen.getByLabelText('Street and number')).toHaveValue(`${saved} b`)
  await press('Save')
  await waitFor(() => expect(sent()[0]?.body).toMatchObject({ address: `${saved} b` }))
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

it('the screen discards the draft if the user chooses that, and offers no unchanged draft', async () => {
  const before = await open()
  await userEvent.type(before.street, 'x')
  before.unmount()
  const { street, press, unmount } = await open()
  await press('Discard')
  expect(offer()).toBeNull()
  expect(street).toHaveValue(saved)
  await userEvent.type(street, 'x')
  await userEvent.type(street, '{Backspace}')
  unmount()
  await open()
  expect(offer()).toBeNull()
})
