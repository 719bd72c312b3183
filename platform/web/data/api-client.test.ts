import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, askBy, call, urlOf } from './api-client.ts'
import { onSessionExpired, readToken, writeToken } from './session-token.ts'

const fetchMock = vi.fn<typeof fetch>()

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
}

async function failure(run: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await run.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('The call did not fail as expected.')
  return error
}

beforeEach(() => vi.stubGlobal('fetch', fetchMock))
afterEach(() => {
  writeToken(null)
  fetchMock.mockReset()
  vi.unstubAllGlobals()
})

describe('urlOf', () => {
  it('fills in parameters and omits absent values', () => {
    expect(
      urlOf('/letterboxes/tiles/:z/:x/:y', { z: 1, x: 2, y: 3 }, { sticker_id: undefined }),
    ).toBe('/api/v1/letterboxes/tiles/1/2/3')
  })

  it('escapes parameters and query values', () => {
    expect(urlOf('/a/:id', { id: 'x/y' }, { q: 'ü&' })).toBe('/api/v1/a/x%2Fy?q=%C3%BC%26')
  })
})

describe('call', () => {
  it('sends the token, the header against cross-site requests and JSON', async () => {
    writeToken('secret')
    fetchMock.mockResolvedValue(answer(200, { api_token: 'next' }))
    const body = { email: 'a@b.ch', password: 'x' }
    await expect(call('POST /auth/login', { body })).resolves.toEqual({ api_token: 'next' })
    const [url, init] = fetchMock.mock.calls[0] ?? []
    expect(url).toBe('/api/v1/auth/login')
    expect(init).toMatchObject({
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        Authorization: 'Bearer secret',
        'X-Requested-With': 'XMLHttpRequest',
        'Content-Type': 'application/json',
      },
    })
  })

  it('returns null for a response without content', async () => {
    fetchMock.mockResolvedValue(new Response(null, { status: 204 }))
    await expect(call('POST /auth/logout')).resolves.toBeNull()
  })

  it('ends the session once for several unauthorized calls', async () => {
    const expired = vi.fn()
    const stop = onSessionExpired(expired)
    writeToken('old')
    fetchMock.mockImplementation(async () => answer(401, { code: 'unauthorized', message: '' }))
    await Promise.all([failure(call('GET /users/userinfo')), failure(call('GET /users/userinfo'))])
    expect(expired).toHaveBeenCalledTimes(1)
    expect(readToken()).toBeNull()
    stop()
  })

  it('does not end a session that began while the unauthorized call was pending', async () => {
    writeToken('old')
    fetchMock.mockImplementation(async () => {
      writeToken('new')
      return answer(401, { code: 'unauthorized', message: '' })
    })
    await failure(call('GET /users/userinfo'))
    expect(readToken()).toBe('new')
  })

  it('does not end the session on wrong credentials', async () => {
    writeToken('mine')
    fetchMock.mockResolvedValue(
      answer(401, { code: 'invalid_credentials', message: 'Not authorized' }),
    )
    const error = await failure(call('POST /auth/login', { body: { email: 'a', password: 'b' } }))
    expect(error.message).toBe('Not authorized')
    expect(readToken()).toBe('mine')
  })

  it('rejects with field errors and the time to wait', async () => {
    const errors = { email: ['errors.validation.emailTaken'] }
    fetchMock.mockResolvedValue(
      answer(422, { code: 'validation', message: '', errors }, { 'Retry-After': '7' }),
    )
    const error = await failure(call('POST /auth/logout'))
    expect(error).toMatchObject({ status: 422, code: 'validation', errors, retryAfter: 7 })
  })

  it('rejects with the code network if the server is unreachable', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    const error = await failure(call('POST /auth/logout'))
    expect(error).toMatchObject({ status: 0, code: 'network' })
  })

  it('passes an abort on unchanged', async () => {
    fetchMock.mockRejectedValue(new DOMException('Aborted', 'AbortError'))
    const params = { z: '1', x: '0', y: '0' }
    await expect(
      call('GET /letterboxes/tiles/:z/:x/:y', { params, query: {} }),
    ).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it.each([
    [502, 'unavailable'],
    [500, 'internal'],
    [429, 'rate_limited'],
    [413, 'bad_request'],
  ])('understands a response %i without a JSON body', async (status, code) => {
    fetchMock.mockResolvedValue(answer(status, '<html></html>'))
    expect(await failure(call('POST /auth/logout'))).toMatchObject({ status, code })
  })
})

describe('a call that needs input from the user', () => {
  const refused = () => answer(403, { code: 'fresh_proof_needed', message: '' })
  const asked = (answers: { prove?: boolean; secondStep?: string | null }) => {
    const asking = {
      prove: vi.fn(async () => answers.prove ?? false),
      secondStep: vi.fn(async () => answers.secondStep ?? null),
    }
    askBy(async () => asking)
    return asking
  }
  const body = { key: 'banner', version: 0, value: null } as const

  it('is retried once, unchanged, after a fresh proof', async () => {
    const { prove } = asked({ prove: true })
    fetchMock.mockResolvedValueOnce(refused()).mockResolvedValueOnce(answer(200, { version: 1 }))
    await expect(call('POST /admin/settings/save', { body })).resolves.toEqual({ version: 1 })
    expect(fetchMock.mock.calls[1]).toEqual(fetchMock.mock.calls[0])
    fetchMock.mockImplementation(async () => refused())
    const error = await failure(call('POST /admin/settings/save', { body }))
    expect([error.code, prove.mock.calls.length, fetchMock.mock.calls.length]).toEqual([
      'fresh_proof_needed',
      2,
      4,
    ])
  })

  it('stays refused without a fresh proof', async () => {
    asked({ prove: false })
    fetchMock.mockImplementation(async () => refused())
    const error = await failure(call('POST /admin/settings/save', { body }))
    expect([error.code, fetchMock.mock.calls.length]).toEqual(['fresh_proof_needed', 1])
  })

  it('returns the token of the second step after a two-step login', async () => {
    const { secondStep } = asked({ secondStep: 'whole' })
    fetchMock.mockImplementation(async () =>
      answer(200, { api_token: 'half', second_step: true, conversation: null }),
    )
    const login = () => call('POST /auth/loginWithToken', { body: { token: 'x' } })
    await expect(login()).resolves.toMatchObject({ api_token: 'whole', conversation: null })
    expect(secondStep).toHaveBeenCalledWith('half')
    asked({ secondStep: null })
    expect((await failure(login())).code).toBe('unauthorized')
    expect(readToken()).toBeNull()
  })
})
