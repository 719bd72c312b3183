import { captchaApi } from '@letterlend/contract/captcha.ts'
import type { FastifyInstance } from 'fastify'
import { registerEndpoints } from '../http/endpoints.ts'
import { createCaptcha } from './captcha.ts'

export function addCaptchaRoutes(app: FastifyInstance): void {
  const { config, database, clock } = app.deps
  const captcha = createCaptcha(database.orm, config, clock)
  registerEndpoints(
    app,
    'captcha',
    captchaApi,
    {
      challenge({ reply }) {
        reply.header('cache-control', 'no-store')
        return captcha.createChallenge()
      },
    },
    { challenge: { max: 60, timeWindow: '10 minutes' } },
  )
}
