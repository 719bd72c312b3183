import { type PushServer, startPushServer } from './push-server.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export interface PushApp {
  test: TestApp
  service: PushServer
  close(): Promise<void>
}

/** A whole server with its own local push service. */
export async function createPushApp(): Promise<PushApp> {
  const service = await startPushServer()
  const push = {
    enabled: true,
    keys: undefined,
    subject: 'mailto:admin@lend.example',
    services: [service.origin],
  }
  const test = await createTestApp({ config: { publicUrl: 'https://lend.example', push } })
  return {
    test,
    service,
    async close() {
      await test.close()
      await service.close()
    },
  }
}
