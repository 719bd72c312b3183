import type { Handlers } from '#platform/server/http/endpoints.ts'
import type { accountsApi } from '../contract.ts'

export type AccountHandlers<Name extends keyof typeof accountsApi> = Pick<
  Handlers<typeof accountsApi>,
  Name
>
