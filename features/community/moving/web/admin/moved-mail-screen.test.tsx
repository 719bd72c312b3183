import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '#platform/web/start/admin-texts.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import type { MovedMail } from '../../contract.admin.ts'
import { MovedMailScreen } from './moved-mail-screen.tsx'

const TEXTS = { de: 'Neu', en: 'New', fr: 'Neuf' }
const ready: MovedMail = {
  people: 700,
  without_email: 20,
  texts: TEXTS,
  most_bounces: 5,
  version: 1,
  open: { all: 680, with_letterbox: 600, without_letterbox: 80, unconfirmed: 30 },
  sending: null,
  mails_per_hour: 1000,
}
const sending: NonNullable<MovedMail['sending']> = {
  state: 'running',
  waiting: 40,
  sent: 470,
  bounced: 30,
  unreachable: 2,
  unsubscribed: 0,
  skipped: 0,
  bounces: 6,
  is_stopped: false,
}

beforeEach(() => writeToken('secret'))
afterEach(() => {
  writeToken(null)
  vi.unstubAllGlobals()
})

async function show(mail: MovedMail) {
  const answering = answeringFetch({
    'GET /admin/moving': () => ({ body: mail }),
    'GET /admin/moving/preview': () => ({ body: { subject: 'Moved', html: '<p>x</p>' } }),
    'POST /admin/moving/save': (body) => ({
      body: { ...mail, ...(body as object), version: 2 },
    }),
    'POST /admin/moving/send': () => ({ body: { ...mail, sending } }),
    'POST /admin/moving/pause': () => ({
      body: { ...mail, sending: { ...sending, state: 'paused' } },
    }),
  })
  vi.stubGlobal('fetch', answering.fetch)
  await renderInApp(<MovedMailScreen />, '/admin/moving')
  await screen.findByRole('heading', { name: 'We have moved' })
  return answering
}

it('a community without a moved site sees that there is nobody to write to', async () => {
  await show({ ...ready, people: 0 })
  expect(await screen.findByText('No site was moved in')).toBeVisible()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it('the sending begins for the chosen part after a question that says how many it goes to', async () => {
  const { calls } = await show(ready)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('radio', { name: 'Without a letterbox' }))
  await user.click(screen.getByRole('button', { name: 'Begin to send …' }))
  expect(await screen.findByText(/80 people are written to now/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Begin to send' }))
  expect(await screen.findByText('Under way')).toBeVisible()
  expect(calls.find(({ name }) => name === 'POST /admin/moving/send')?.body).toEqual({
    part: 'without_letterbox',
    version: 1,
  })
})

it('a text with a gap is named and cannot be sent', async () => {
  await show({ ...ready, texts: { ...TEXTS, fr: 'Neuf […]' } })
  expect(await screen.findByText('Still to be completed: French.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Begin to send …' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

it('the share of mails that came back is shown beside the limit, and the sending can be stopped', async () => {
  await show({ ...ready, sending: { ...sending, is_stopped: true } })
  expect(await screen.findByText(/6% of the e-mails came back\. The limit is 5%/)).toBeVisible()
  expect(screen.getByText(/Too many e-mails came back/)).toBeVisible()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('button', { name: 'Go on' })).toBeVisible()
})

it('the text and the limit are saved with the version that was read', async () => {
  const { calls } = await show(ready)
  const user = userEvent.setup()
  const text = await screen.findByRole('textbox', { name: 'Text' })
  await user.type(text, '!')
  await user.selectOptions(screen.getByLabelText(/Stop when this share comes back/), '8')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'POST /admin/moving/save')?.body).toEqual({
      version: 1,
      texts: { ...TEXTS, en: 'New!' },
      most_bounces: 8,
    }),
  )
})
