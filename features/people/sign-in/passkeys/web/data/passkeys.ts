import { useMutation, useQuery } from '@tanstack/react-query'
import { logIn, noteWayIn, reloadUser } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Passkey } from '../../contract.ts'
import { atBrowser } from './passkey-ceremony.ts'

const PASSKEYS_KEY = ['passkeys'] as const

const loadBrowserPart = () => import('@simplewebauthn/browser')

export function usePasskeys() {
  return useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: ({ signal }) => call('GET /passkeys', { signal }),
  })
}

function changeList(change: (passkeys: Passkey[]) => Passkey[]): void {
  queryClient.setQueryData<Passkey[]>(PASSKEYS_KEY, (passkeys) => passkeys && change(passkeys))
}

/**
 * Creates a passkey in the browser and stores it. Rejects with `CeremonyError` if the browser
 * fails.
 */
export function useAddPasskey() {
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string | undefined }) => {
      const { startRegistration } = await loadBrowserPart()
      const optionsJSON = await call('POST /passkeys/startRegistration', {
        body: { current_password: password },
      })
      const credential = await atBrowser(() => startRegistration({ optionsJSON }))
      return call('POST /passkeys/register', { body: { name, credential } })
    },
    onSuccess(added) {
      changeList((passkeys) => [...passkeys, added])
      noteWayIn()
    },
  })
}

export function useRenamePasskey() {
  return useMutation({
    mutationFn: (body: { id: string; name: string }) => call('POST /passkeys/rename', { body }),
    onSuccess: (renamed) =>
      changeList((all) => all.map((passkey) => (passkey.id === renamed.id ? renamed : passkey))),
  })
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: (id: string) => call('POST /passkeys/remove', { body: { id } }),
    onSuccess(_none, gone) {
      changeList((all) => all.filter(({ id }) => id !== gone))
      // It may have been the only way to log in.
      reloadUser().catch(() => undefined)
    },
  })
}

/**
 * Signs with a passkey that the user chooses in the browser. Rejects with `CeremonyError` if the
 * browser fails.
 */
async function signByPasskey() {
  const { startAuthentication } = await loadBrowserPart()
  const optionsJSON = await call('POST /passkeys/startLogin', { body: {} })
  return atBrowser(() => startAuthentication({ optionsJSON }))
}

/** Proves the user's identity in this session by a passkey. */
export async function proveByPasskey(): Promise<void> {
  await call('POST /passkeys/prove', { body: { credential: await signByPasskey() } })
}

/** Logs in with a passkey, and returns the token of the session. */
export async function tokenByPasskey(): Promise<string> {
  const { api_token } = await call('POST /passkeys/login', {
    body: { credential: await signByPasskey() },
  })
  return api_token
}

/** Logs in with a passkey that the user chooses in the browser, and loads the account. */
export function usePasskeyLogin() {
  return useMutation({
    mutationFn: async () => logIn(await tokenByPasskey()),
  })
}
