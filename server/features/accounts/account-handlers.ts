import type { accountsApi } from '@letterlend/contract/accounts.ts'
import type { Handlers } from '../../http/endpoints.ts'

/** The handlers of some of the calls. */
export type AccountHandlers<Name extends keyof typeof accountsApi> = Pick<
  Handlers<typeof accountsApi>,
  Name
>
