import type { accountsApi } from '@letterlend/contract/accounts.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Orm } from '../../db/client.ts'
import type { Handlers } from '../../http/endpoints.ts'
import { type Captcha, createCaptcha } from '../../identity/captcha.ts'
import type { MailQueue } from '../../mail/mail.queue.ts'

/** What the handlers of accounts work with. */
export interface AccountDeps {
  orm: Orm
  config: Config
  mails: MailQueue
  clock: () => Date
  captcha: Captcha
  /** Shows a changed or deleted letterbox on this process's map at once. */
  refreshLetterboxes: (ids: string[]) => Promise<void>
}

export function accountDeps(app: FastifyInstance): AccountDeps {
  const { config, database, clock, mails } = app.deps
  const { orm } = database
  return {
    orm,
    config,
    mails,
    clock,
    captcha: createCaptcha(orm, config, clock),
    refreshLetterboxes: (ids) => app.letterboxFeed.refresh(ids),
  }
}

/** The handlers of some of the calls. */
export type AccountHandlers<Name extends keyof typeof accountsApi> = Pick<
  Handlers<typeof accountsApi>,
  Name
>
