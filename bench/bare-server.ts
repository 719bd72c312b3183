import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import Fastify from 'fastify'

/** Orders from the measuring process to this server. */
export type BareOrder =
  | { do: 'keep'; urls: string[]; encoding: string }
  | { do: 'tell processor time' }
  | { do: 'end' }

interface BareAnswer {
  type: string
  encoding: string | undefined
  body: Buffer
}

/** Keyed by path and query. */
let answers = new Map<string, BareAnswer>()

/** Fetches the response of the measured server, which this server then repeats. */
async function ask(url: string, encoding: string): Promise<[string, BareAnswer]> {
  const request = get(url, { headers: { 'accept-encoding': encoding } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const { headers } = response
  return [
    request.path,
    {
      type: headers['content-type'] ?? '',
      encoding: headers['content-encoding'],
      body: await buffer(response),
    },
  ]
}

const app = Fastify()
app.get('/*', (request, reply) => {
  const answer = answers.get(request.url)
  if (!answer) return reply.callNotFound()
  if (answer.encoding) reply.header('content-encoding', answer.encoding)
  reply.type(answer.type).send(answer.body)
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
process.send?.(`http://127.0.0.1:${port}`)

process.on('message', async (order: BareOrder) => {
  if (order.do === 'end') process.exit()
  if (order.do === 'keep') {
    answers = new Map(await Promise.all(order.urls.map((url) => ask(url, order.encoding))))
  }
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
