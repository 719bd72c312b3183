import { useMutation } from '@tanstack/react-query'
import {
  browserSecret,
  noteWaiting,
} from '#features/people/sign-in/identity-providers/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import type { registrationApi } from '../../contract.ts'

type Registration = BodyInput<typeof registrationApi.register>

/** Creates the account; the answer is its api token. */
export function useRegister() {
  return useMutation({
    mutationFn: async (registration: Registration) => {
      const { api_token } = await call('POST /auth/register', { body: registration })
      return api_token
    },
  })
}

/** Registers with the identity that waits in this browser; the answer is the api token of the account. */
export async function registerWithProvider(registration: Registration): Promise<string> {
  const body = { ...registration, browser: browserSecret() }
  const { api_token } = await call('POST /identityProviders/register', { body })
  noteWaiting(api_token)
  return api_token
}
