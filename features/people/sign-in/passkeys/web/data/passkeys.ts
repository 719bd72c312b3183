import { useMutation, useQuery } from '@tanstack/react-query'
import { logIn, noteWayIn, reloadUser } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Passkey } from '../../contract.ts'
import { atBrowser } from './passkey-ceremony.ts'

const PASSKEYS_KEY = ['passkeys'] as const

const loadBrowserPart = () => import('@simplewebauthn/browser')

/** The own passkeys. */
export function usePasskeys() {
  return useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: ({ signal }) => call('GET /passkeys', { signal }),
  })
}

function changeList(change: (passkeys: Passkey[]) => Passkey[]): void {
  queryClient.setQueryData<Passkey[]>(PASSKEYS_KEY, (passkeys) => passkeys && change(passkeys))
}

/** Has the browser make a passkey and stores it. Fails with `CeremonyError` where it does not. */
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

/** What the browser signs with a passkey of its choice. Fails with `CeremonyError` where it does not. */
async function signByPasskey() {
  const { startAuthentication } = await loadBrowserPart()
  const optionsJSON = await call('POST /passkeys/startLogin', { body: {} })
  return atBrowser(() => startAuthentication({ optionsJSON }))
}

/** Shows with an own passkey who makes calls by this session. */
export async function proveByPasskey(): Promise<void> {
  await call('POST /passkeys/prove', { body: { credential: await signByPasskey() } })
}

/** The token of a session that a passkey opens. */
export async function tokenByPasskey(): Promise<string> {
  const { api_token } = await call('POST /passkeys/login', {
    body: { credential: await signByPasskey() },
  })
  return api_token
}

/** Logs in with a passkey of the browser's choice and loads the account. */
export function usePasskeyLogin() {
  return useMutation({
    mutationFn: async () => logIn(await tokenByPasskey()),
  })
}
