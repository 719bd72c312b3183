import { useMutation } from '@tanstack/react-query'
import {
  browserSecret,
  noteWaiting,
} from '#features/people/sign-in/identity-providers/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call } from '#platform/web/data/api-client.ts'
import type { registrationApi } from '../../contract.ts'

type Registration = BodyInput<typeof registrationApi.register>

/** Creates the account. Returns its API token. */
export function useRegister() {
  return useMutation({
    mutationFn: async (registration: Registration) => {
      const { api_token } = await call('POST /auth/register', { body: registration })
      return api_token
    },
  })
}

/** Registers with the identity kept in this browser. Returns the API token. */
export async function registerWithProvider(registration: Registration): Promise<string> {
  const body = { ...registration, browser: browserSecret() }
  const { api_token } = await call('POST /identityProviders/register', { body })
  noteWaiting(api_token)
  return api_token
}
