import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { ProviderUnreachableError } from './payment-provider.ts'
import { createPayPalClient } from './paypal-client.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each(['/v1/oauth2/token', '/v2/checkout/orders/1'])(
  'the PayPal client follows no redirect to another host: %s',
  async (moved) => {
    const visits: string[] = []
    const elsewhere = await serve((request, response) => {
      visits.push(request.url ?? '')
      response.setHeader('content-type', 'application/json').end('{}')
    })
    const apiBase = await serve((request, response) => {
      if (request.url === moved) return void response.writeHead(307, { location: elsewhere }).end()
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ access_token: 'token', expires_in: 3600 }))
    })
    const keys = { clientId: 'client', clientSecret: 'secret', webhookIds: ['WH-1'] }
    const client = createPayPalClient({ ...keys, apiBase })
    const call = client({ method: 'GET', path: '/v2/checkout/orders/1' }, z.object({}))
    await expect(call).rejects.toBeInstanceOf(ProviderUnreachableError)
    expect(visits).toEqual([])
  },
)
