import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'

const BODY = JSON.stringify({ email: 'nobody@example.org', password: 'not a password' })

/** A login request of which only half was sent, so the server is still reading it. */
export class SlowLogin {
  /** Resolves when the server has read the headers and the first half is sent. */
  readonly begun: Promise<void>
  private readonly login: ClientRequest

  constructor(origin: string) {
    this.login = request(`${origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': BODY.length,
        // Confirmed once the server handles the request. Merely waiting connections are reset at shutdown.
        expect: '100-continue',
      },
    })
    this.begun = new Promise((resolve, reject) => {
      this.login.once('error', reject)
      this.login.once('continue', () => this.login.write(BODY.slice(0, 10), () => resolve()))
    })
    this.login.flushHeaders()
  }

  async finish(): Promise<{ status: number | undefined; connection: string | undefined }> {
    const whenAnswered = once(this.login, 'response')
    this.login.end(BODY.slice(10))
    const [answer]: IncomingMessage[] = await whenAnswered
    answer?.resume()
    return { status: answer?.statusCode, connection: answer?.headers.connection }
  }
}
