import type { FastifyInstance } from 'fastify'
import { captchaApi } from '#platform/shared/captcha.ts'
import type { Deps } from '../../deps.ts'
import { registerEndpoints } from '../../http/endpoints.ts'

export function addCaptchaRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoints(
    app,
    deps,
    'captcha',
    captchaApi,
    {
      challenge({ reply }) {
        reply.header('cache-control', 'no-store')
        return deps.captcha.createChallenge()
      },
    },
    { challenge: 'captchas' },
  )
}
