import { API_BASE } from '#platform/shared/endpoint.ts'

interface StreamEvent {
  type: string
  [field: string]: unknown
}

/** A client of `GET /events`. */
export class LiveStream {
  readonly events: StreamEvent[] = []
  /** Resolves when the stream ends: properly, or cut off. */
  readonly ended: Promise<'by the server' | 'cut off'>
  #controller = new AbortController()
  #waiting: (() => void)[] = []

  private constructor(body: ReadableStream<Uint8Array>) {
    this.ended = this.#read(body).then(
      () => 'by the server',
      () => 'cut off',
    )
  }

  static async open(origin: string, token: string): Promise<LiveStream> {
    const controller = new AbortController()
    const response = await fetch(`${origin}${API_BASE}/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: controller.signal,
    })
    if (!response.ok || !response.body) throw new Error(`The stream answers ${response.status}`)
    const stream = new LiveStream(response.body)
    stream.#controller = controller
    return stream
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data) this.events.push(JSON.parse(data))
      }
      for (const wake of this.#waiting.splice(0)) wake()
    }
  }

  /** The first event that satisfies `matches`, past or future. */
  async next(matches: (event: StreamEvent) => boolean): Promise<StreamEvent> {
    for (;;) {
      const nextEvent = this.events.find(matches)
      if (nextEvent) return nextEvent
      const over = await Promise.race([
        new Promise<false>((resolve) => this.#waiting.push(() => resolve(false))),
        this.ended.then(() => true),
      ])
      if (over && !this.events.some(matches)) throw new Error('The stream ended before the event')
    }
  }

  close(): void {
    this.#controller.abort()
  }
}
