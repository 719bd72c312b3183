import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VALIDATION } from '#platform/shared/errors.ts'
import { writeToken } from '#platform/web/data/session-token.ts'
import { answeringFetch, renderInApp } from '#platform/web/testing/render.tsx'
import { testUser } from '#platform/web/testing/user.ts'
import type { SecondFactors } from '../contract.ts'
import { StaffGate } from './admin/staff-gate.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { SecondStepDialog } from './second-step-dialog.tsx'
import { SecondStepSection } from './second-step-section.tsx'

const CODES = Array.from({ length: 10 }, (_, at) => `K7MP-3XQ${at}`)
const OFF: SecondFactors = { since: null, codes_left: 0, proofs: ['password'], staff: null }
const ON: SecondFactors = {
  since: '2026-11-20T10:00:00.000Z',
  codes_left: 9,
  proofs: ['code'],
  staff: null,
}
const WRONG = {
  status: 422,
  body: {
    code: 'validation',
    message: '',
    errors: { code: [VALIDATION.verificationCode] },
  },
}

let answers: Parameters<typeof answeringFetch>[0]
let calls: { name: string; body: unknown }[]
beforeEach(() => {
  writeToken('token')
  answers = { 'GET /users/userinfo': () => ({ body: testUser() }) }
  const stub = answeringFetch(answers)
  calls = stub.calls
  vi.stubGlobal('fetch', stub.fetch)
})
afterEach(() => {
  vi.unstubAllGlobals()
  writeToken(null)
})

const sent = (name: string) => calls.filter((call) => call.name === name).map(({ body }) => body)
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the second step of a login', () => {
  it('sends the code with the token of the first step and passes on the token of the session', async () => {
    answers['POST /secondFactors/logIn'] = () => ({ body: { api_token: 'session' } })
    const onDone = vi.fn()
    await renderInApp(<SecondStepDialog token="half" onDone={onDone} />)
    type('Code from the app', '123 456')
    await press('Log in')
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('session'))
    expect(sent('POST /secondFactors/logIn')).toEqual([{ token: 'half', code: '123 456' }])
  })

  it('requires a code before it makes a call and accepts a single-use code instead', async () => {
    await renderInApp(<SecondStepDialog token="half" onDone={vi.fn()} />)
    await press('Log in')
    expect(screen.getByLabelText('Code from the app')).toHaveAttribute('aria-invalid', 'true')
    expect(screen.getByText('Enter the code.')).toBeVisible()
    expect(sent('POST /secondFactors/logIn')).toEqual([])
    await press('Without the app: use one of the ten codes')
    expect(screen.getByLabelText('Code that works once')).toHaveFocus()
    expect(screen.queryByLabelText('Code from the app')).toBeNull()
    await press('Use the code from the app')
    expect(screen.getByLabelText('Code from the app')).toHaveValue('')
  })

  it('says that too much time has passed or that too many codes were tried', async () => {
    const onDone = vi.fn()
    answers['POST /secondFactors/logIn'] = () => ({
      status: 400,
      body: { code: 'invalid_token', message: '' },
    })
    await renderInApp(<SecondStepDialog token="half" onDone={onDone} />)
    type('Code from the app', '123456')
    await press('Log in')
    expect(await screen.findByText(/Too much time has passed/)).toBeVisible()
    answers['POST /secondFactors/logIn'] = () => ({
      status: 429,
      body: { code: 'rate_limited', message: '' },
      retryAfter: 600,
    })
    await press('Log in')
    await waitFor(() => expect(screen.queryByText(/Too much time has passed/)).toBeNull())
    expect(screen.getByRole('alert')).toBeVisible()
    expect(onDone).not.toHaveBeenCalled()
  })

  it('is cancelled by Escape, also from within the field', async () => {
    const onDone = vi.fn()
    await renderInApp(<SecondStepDialog token="half" onDone={onDone} />)
    await userEvent.type(screen.getByLabelText('Code from the app'), '12{Escape}')
    expect(onDone).toHaveBeenCalledWith(null)
  })
})

describe('a fresh proof', () => {
  it('requires a code if there is an app and the password if there is none', async () => {
    answers['POST /secondFactors/prove'] = () => ({ status: 204 })
    const onDone = vi.fn()
    const { unmount } = await renderInApp(<ProofDialog proofs={['code']} onDone={onDone} />)
    expect(screen.queryByLabelText('Your password')).toBeNull()
    type('Code from the app', '123456')
    await press('Continue')
    await waitFor(() => expect(onDone).toHaveBeenCalledWith(true))
    unmount()
    await renderInApp(<ProofDialog proofs={['password']} onDone={onDone} />)
    type('Your password', 'zwölf Bretter')
    await press('Continue')
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2))
    expect(sent('POST /secondFactors/prove')).toEqual([
      { code: '123456' },
      { current_password: 'zwölf Bretter' },
    ])
  })

  it('says what is wrong and keeps the input', async () => {
    answers['POST /secondFactors/prove'] = () => WRONG
    const onDone = vi.fn()
    await renderInApp(<ProofDialog proofs={['code']} onDone={onDone} />)
    type('Code from the app', '000000')
    await press('Continue')
    await waitFor(() =>
      expect(screen.getByLabelText('Code from the app')).toHaveAttribute('aria-invalid', 'true'),
    )
    expect(screen.getByText(/wrong, too old or was used already/)).toBeVisible()
    expect(screen.getByLabelText('Code from the app')).toHaveValue('000000')
    expect(onDone).not.toHaveBeenCalled()
    await press('Close')
    expect(onDone).toHaveBeenCalledWith(false)
  })

  it('points to another browser if this one has no passkeys, and offers a link to an account without proofs', async () => {
    answers['POST /auth/sendOwnLoginLink'] = () => ({ status: 204 })
    const { unmount } = await renderInApp(<ProofDialog proofs={['passkey']} onDone={vi.fn()} />)
    expect(screen.getByText(/This browser cannot use your passkey/)).toBeVisible()
    unmount()
    await renderInApp(<ProofDialog proofs={[]} onDone={vi.fn()} />)
    await press('Send me a link by e-mail')
    expect(await screen.findByText('The link is on its way.')).toBeVisible()
  })
})

describe('the section of the second step', () => {
  const begin = () => ({
    body: {
      secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
      uri: 'otpauth://totp/Letterlend:mila?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
      picture: { size: 3, path: 'M0 0h1v1h-1z' },
    },
  })

  it('shows picture and key, accepts the first code and shows the single-use codes once', async () => {
    let factors = OFF
    answers['GET /secondFactors'] = () => ({ body: factors })
    answers['POST /secondFactors/begin'] = begin
    answers['POST /secondFactors/confirm'] = () => {
      factors = { ...ON, codes_left: 10 }
      return { body: { codes: CODES } }
    }
    await renderInApp(<SecondStepSection />)
    expect(await screen.findByText('It is off.')).toBeVisible()
    await press('Set up the second step')
    expect(await screen.findByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeVisible()
    expect(screen.getByRole('img', { name: 'QR code with the key for the app' })).toBeVisible()
    expect(screen.getByRole('link', { name: /open it/ })).toHaveAttribute(
      'href',
      expect.stringMatching(/^otpauth:/),
    )
    type('Code from the app', '123456')
    await press('Switch on')
    const list = await screen.findByRole('list', { name: 'Codes that work once' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(10)
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(list).toBeVisible()
    await press('I have kept them')
    await waitFor(() => expect(list).not.toBeInTheDocument())
    expect(await screen.findByText('10 codes that work once are left.')).toBeVisible()
    // One secret for all renders, since another one would make the picture useless.
    expect(sent('POST /secondFactors/begin')).toHaveLength(1)
  })

  it('says why the set-up cannot begin', async () => {
    answers['GET /secondFactors'] = () => ({ body: OFF })
    answers['POST /secondFactors/begin'] = () => ({
      status: 503,
      body: { code: 'unavailable', message: '' },
    })
    await renderInApp(<SecondStepSection />)
    await screen.findByText('It is off.')
    await press('Set up the second step')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.queryByLabelText('Code from the app')).toBeNull()
  })

  it('makes new codes and switches the second step off after confirmation', async () => {
    let factors: SecondFactors = {
      ...ON,
      staff: { grace_ends: '2026-12-01T10:00:00.000Z', strong: true, locked: false },
    }
    answers['GET /secondFactors'] = () => ({ body: factors })
    answers['POST /secondFactors/newCodes'] = () => ({ body: { codes: CODES } })
    answers['POST /secondFactors/remove'] = () => {
      factors = OFF
      return { status: 204 }
    }
    await renderInApp(<SecondStepSection />)
    expect(await screen.findByText('9 codes that work once are left.')).toBeVisible()
    await press('New codes')
    await press('Make new codes')
    expect(await screen.findByText('K7MP-3XQ9')).toBeVisible()
    await press('I have kept them')
    await press('Switch off')
    const dialog = await screen.findByRole('dialog', { name: 'Switch off the second step?' })
    expect(dialog).toHaveTextContent('the administration will not open any more')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Switch off' }))
    expect(await screen.findByText('It is off.')).toBeVisible()
    expect(sent('POST /secondFactors/remove')).toHaveLength(1)
  })
})

describe('the back office', () => {
  const gate = async (staff: SecondFactors['staff'], proofs: SecondFactors['proofs'] = []) => {
    answers['GET /secondFactors'] = () => ({ body: { ...OFF, proofs, staff } })
    await renderInApp(<StaffGate>Orders</StaffGate>)
  }
  const ends = '2026-12-01T10:00:00.000Z'

  it('is open after a second factor, or if none is required', async () => {
    await gate({ grace_ends: ends, strong: true, locked: false })
    expect(screen.getByText('Orders')).toBeVisible()
    await waitFor(() => expect(sent('GET /secondFactors')).toHaveLength(1))
    expect(screen.queryByRole('link', { name: 'Set up now' })).toBeNull()
  })

  it('names the day until which it stays open and links to the set-up', async () => {
    await gate({ grace_ends: ends, strong: false, locked: false }, ['password'])
    expect(
      await screen.findByText(/From 1 December 2026 on|From December 1, 2026 on/),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Set up now' })).toHaveAttribute(
      'href',
      '/profile/security',
    )
    expect(screen.getByText('Orders')).toBeVisible()
  })

  it('is closed after that day and opens with the existing passkey', async () => {
    await gate({ grace_ends: ends, strong: false, locked: true }, ['passkey'])
    expect(await screen.findByRole('button', { name: 'Use my passkey' })).toBeVisible()
    expect(screen.queryByText('Orders')).toBeNull()
  })
})
