import { expect, it } from 'vitest'
import { AnnouncedCaches } from './announced-caches.ts'

type Listening = Parameters<ConstructorParameters<typeof AnnouncedCaches>[0]['listen']>[0]

const response = {
  etag: '"a"',
  contentType: 'text/plain',
  encoding: 'identity' as const,
  body: Buffer.from('ladder'),
}

it('an announcement clears the cache of its name, and caches are disabled while no announcements can arrive', async () => {
  const heard: Listening[] = []
  const caches = new AnnouncedCaches({
    async listen(subscription) {
      heard.push(subscription)
      return async () => {}
    },
  })
  await caches.start()
  const [items, products] = [
    caches.create('items', 'no-cache'),
    caches.create('products', 'no-cache'),
  ]
  const fill = () => {
    for (const cache of [items, products]) cache.set('key', response, cache.generation)
  }
  const filled = () => [items, products].map((cache) => cache.find('key') !== undefined)

  fill()
  heard[0]?.onPayload('items')
  expect(filled()).toEqual([false, true])
  heard[0]?.onLost?.()
  fill()
  expect(filled()).toEqual([false, false])
  heard[0]?.onReconnect?.()
  fill()
  expect(filled()).toEqual([true, true])
  await caches.stop()
  expect(filled()).toEqual([false, false])
})
