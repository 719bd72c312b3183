import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'

export interface Neighbour {
  token: string
  userId: string
}

/** An open `GET /events`. */
export class Stream {
  ended = false
  #text = ''
  #heard = () => {}

  private constructor(private readonly answer: IncomingMessage) {
    answer.setEncoding('utf8')
    answer.on('data', (chunk: string) => {
      this.#text += chunk
      this.#heard()
    })
    answer.once('close', () => {
      this.ended = true
    })
  }

  static async open(url: string, token: string): Promise<Stream> {
    const answer = await send(url, 'GET', '/events', token)
    if (answer.statusCode !== 200) throw new Error(`The stream answers ${answer.statusCode}`)
    return new Stream(answer)
  }

  /** Resolves once the stream has received this text. */
  says(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#heard = () => {
        if (!this.#text.includes(text)) return
        this.#text = ''
        resolve()
      }
    })
  }

  close(): void {
    this.answer.destroy()
  }
}

const agent = new Agent({ keepAlive: true })
let networks = 0

/** Each request from another network, since registrations and streams are limited per network. */
function send(
  url: string,
  method: string,
  path: string,
  token: string | undefined,
  body?: object,
): Promise<IncomingMessage> {
  networks += 1
  return new Promise((resolve, reject) => {
    request(
      `${url}/api/v1${path}`,
      {
        agent: path === '/events' ? false : agent,
        method,
        headers: {
          'x-forwarded-for': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      },
      resolve,
    )
      .once('error', reject)
      .end(body && JSON.stringify(body))
  })
}

async function answerOf(
  ...call: Parameters<typeof send>
): Promise<Record<string, string | Record<string, string>>> {
  const answer = await send(...call)
  const text = await answer.setEncoding('utf8').reduce((all, chunk: string) => all + chunk, '')
  if ((answer.statusCode ?? 0) >= 300) throw new Error(`${call[2]}: ${answer.statusCode} ${text}`)
  return text === '' ? {} : JSON.parse(text)
}

export const post = (url: string, path: string, body: object, token?: string) =>
  answerOf(url, 'POST', path, token, body)

export async function register(url: string): Promise<Neighbour & { email: string }> {
  const email = `${randomUUID()}@neighbours.example`
  const { api_token } = await post(url, '/auth/register', {
    firstname: 'Rosa',
    lastname: 'Probst',
    email,
    address: 'Hohlstrasse 40',
    postcode: '8004',
    city: 'Zürich',
    country: 'CH',
    lang: 'de',
  })
  const token = String(api_token)
  const { id } = await answerOf(url, 'GET', '/users/userinfo', token)
  return { email, token, userId: String(id) }
}

/** Registers a member who can send and receive messages. */
export async function neighbour(url: string, items: number[] = []): Promise<Neighbour> {
  const { email, userId } = await register(url)
  const { api_token } = await post(url, '/auth/emailConfirmation', {
    email_confirmation_token: await confirmationToken(url, email),
  })
  const token = String(api_token)
  const spot = { latitude: 47.377, longitude: 8.527 }
  await post(url, '/letterboxes/updateLetterboxLocation', spot, token)
  await post(url, '/letterboxes/updateLetterboxItems', { selected_items_id: items }, token)
  await post(url, '/privacy/update', { enable_messaging: true }, token)
  return { token, userId }
}

async function confirmationToken(url: string, email: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${url}/dev/mail.json`)
    const mails: { recipient: string; text: string }[] = await answer.json()
    const text = mails.find(({ recipient }) => recipient === email)?.text ?? ''
    const token = /email_confirmation_token=([\w-]+)/.exec(text)?.[1]
    if (token) return token
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
