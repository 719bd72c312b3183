import { randomBytes, randomInt } from 'node:crypto'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { solveCaptcha } from './captcha.ts'

interface ApiAnswer<T> {
  status: number
  body: T
}

export interface Mail {
  id: string
  recipient: string
  subject: string
  text: string
}

export interface Person {
  email: string
  token: string
  userId: string
  letterboxId: string
}

interface OwnAccount {
  id: string
  letterbox: { id: string }
}

export interface LetterboxRow {
  id: string
  user_id: string
  address: string
  city: string
  latitude: number
  longitude: number
  distance: number | null
  enable_messaging: boolean
  role_name: string
  items: { id: number }[]
}

/** A client of the HTTP API, without any other knowledge of the server. */
export class Api {
  /** If the server trusts its proxies, rate limits count each client separately. */
  readonly #address = `10.2.${randomInt(256)}.${randomInt(256)}`

  constructor(readonly origin: string) {}

  async request<T>(
    method: 'GET' | 'POST',
    path: string,
    { body, token }: { body?: unknown; token?: string } = {},
  ): Promise<ApiAnswer<T>> {
    const response = await fetch(`${this.origin}${API_BASE}${path}`, {
      method,
      headers: {
        'x-forwarded-for': this.#address,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }

  /** The response of a call that must succeed. */
  async ask<T>(...call: Parameters<Api['request']>): Promise<T> {
    const { status, body } = await this.request<T>(...call)
    if (status >= 300) throw new Error(`${call[0]} ${call[1]}: ${status} ${JSON.stringify(body)}`)
    return body
  }

  get<T>(path: string, token?: string): Promise<T> {
    return this.ask('GET', path, { token })
  }

  post<T>(path: string, body?: unknown, token?: string): Promise<T> {
    return this.ask('POST', path, { body, token })
  }

  /** Solves the captcha, if the server has one; keeps a core busy meanwhile. */
  async solveCaptcha(): Promise<string | null> {
    const { captcha } = await this.get<{ captcha: boolean }>('/config')
    return captcha ? solveCaptcha(await this.get('/captcha/challenge')) : null
  }

  /** Registers an account with a letterbox in Zürich; its address is not yet confirmed. */
  async register(email = freshEmail(), captcha?: string | null): Promise<Person> {
    const solution = captcha === undefined ? await this.solveCaptcha() : captcha
    const { api_token: token } = await this.post<{ api_token: string }>('/auth/register', {
      firstname: 'Rosa',
      lastname: 'Probst',
      email,
      address: 'Hohlstrasse 40',
      postcode: '8004',
      city: 'Zürich',
      country: 'CH',
      lang: 'de',
      ...(solution && { captcha: solution }),
    })
    const account = await this.get<OwnAccount>('/users/userinfo', token)
    return { email, token, userId: account.id, letterboxId: account.letterbox.id }
  }

  async mailsTo(email: string): Promise<Mail[]> {
    const mails: Mail[] = await (await fetch(`${this.origin}/dev/mail.json`)).json()
    return mails.filter(({ recipient }) => recipient === email)
  }

  /** Waits until the queue has delivered a mail to this address. */
  async mailTo(email: string): Promise<Mail> {
    return until(async () => (await this.mailsTo(email))[0], `a mail to ${email}`)
  }

  /** Confirms the address by the mail; returns the token of the new session, which ends the others. */
  async confirm(email: string): Promise<string> {
    const { text } = await this.mailTo(email)
    const { api_token } = await this.post<{ api_token: string }>('/auth/emailConfirmation', {
      email_confirmation_token: confirmationToken(text),
    })
    return api_token
  }

  /** Registers a person who can write and receive messages and has finished the tours. */
  async registerNeighbour(items: number[] = []): Promise<Person> {
    const person = await this.register()
    const token = await this.confirm(person.email)
    await this.post(
      '/letterboxes/updateLetterboxLocation',
      { latitude: 47.377, longitude: 8.527 },
      token,
    )
    await this.post('/letterboxes/updateLetterboxItems', { selected_items_id: items }, token)
    await this.post('/privacy/update', { enable_messaging: true }, token)
    await this.post('/userSettings/markTourMapAsSeen', undefined, token)
    await this.post('/userSettings/markTourLetterboxAsSeen', undefined, token)
    return { ...person, token }
  }
}

export function freshEmail(): string {
  return `${randomBytes(6).toString('hex')}@neighbours.example`
}

export function confirmationToken(mailText: string): string {
  const token = /email_confirmation_token=([\w-]+)/.exec(mailText)?.[1]
  if (!token) throw new Error(`No confirmation link in: ${mailText}`)
  return token
}

/** Retries until the call returns something; for work that another process does in its own time. */
export async function until<T>(
  ask: () => Promise<T | null | undefined | false>,
  what: string,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`)
}
