import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { logIn, noteWayIn, reloadUser } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { Finished, LinkedAccount, ProvedIdentity } from '../../contract.ts'
import { browserSecret } from './browser-secret.ts'
import { notedProvider, noteProvider } from './noted-provider.ts'

const LINKED_KEY = ['linked-accounts'] as const
const WAITING_KEY = ['waiting-identity'] as const

/** Identity providers of the community; empty if there are none, or until the config is loaded. */
export const useIdentityProviders = () => useConfig()?.identity_providers ?? []

/** Opens the login page of a provider. */
export function useStartLogin() {
  return useMutation({
    mutationFn: async (begun: { provider: string; return_path: string | undefined }) => {
      const body = { ...begun, browser: browserSecret() }
      const { url } = await call('POST /identityProviders/start', { body })
      window.location.assign(url)
    },
  })
}

/** Opens the login page of a provider, to link the user's account. */
export function useStartLinking() {
  return useMutation({
    mutationFn: async (provider: string) => {
      const body = { provider, browser: browserSecret() }
      const { url } = await call('POST /identityProviders/startLinking', { body })
      window.location.assign(url)
    },
  })
}

/** A return from a provider can be redeemed once, so a repeated call shares the pending request. */
const finishing = new Map<string, Promise<Finished>>()

/** Finishes what this browser began at a provider. Logs in if the outcome is a login. */
export function finishAtProvider(provider: string, query: string): Promise<Finished> {
  const known = finishing.get(query)
  if (known) return known
  const body = { provider, query, browser: browserSecret() }
  const sent = call('POST /identityProviders/finish', { body }).then(async (finished) => {
    if (finished.outcome === 'logged_in') await logIn(finished.api_token)
    if (finished.outcome !== 'unknown') noteProvider(provider)
    if (finished.outcome === 'unknown') queryClient.setQueryData(WAITING_KEY, finished.identity)
    if (finished.outcome === 'linked') queryClient.removeQueries({ queryKey: LINKED_KEY })
    return finished
  })
  finishing.set(query, sent)
  return sent
}

/** The identity in this browser that has no account yet. */
export function useWaitingIdentity() {
  return useQuery({
    queryKey: WAITING_KEY,
    queryFn: () => call('POST /identityProviders/waiting', { body: { browser: browserSecret() } }),
    retry: false,
  })
}

const keepList = (linked: LinkedAccount[]) => queryClient.setQueryData(LINKED_KEY, linked)

/** Notes that this browser is logged in at the provider of the waiting identity. */
export function noteWaiting(token?: string): void {
  const waiting = queryClient.getQueryData<ProvedIdentity>(WAITING_KEY)
  if (waiting) noteProvider(waiting.provider, token)
}

/** Links the identity that waits in this browser to the user's account. */
export function useLink() {
  return useMutation({
    mutationFn: () => call('POST /identityProviders/link', { body: { browser: browserSecret() } }),
    onSuccess(linked) {
      noteWaiting()
      noteWayIn()
      return keepList(linked)
    },
  })
}

export function useLinkedAccounts() {
  return useQuery({
    queryKey: LINKED_KEY,
    queryFn: ({ signal }) => call('GET /identityProviders/linked', { signal }),
  })
}

/** Accepts the provider's new address, or keeps the present one. */
export function useAnswerEmail() {
  return useMutation({
    mutationFn: (body: { id: string; take: boolean }) =>
      call('POST /identityProviders/answerEmail', { body }),
    onSuccess({ linked }) {
      keepList(linked)
      reloadUser().catch(() => undefined)
    },
  })
}

export function useUnlink() {
  return useMutation({
    mutationFn: (id: string) => call('POST /identityProviders/unlink', { body: { id } }),
    onSuccess(linked) {
      keepList(linked)
      // It may have been the only way to log in.
      reloadUser().catch(() => undefined)
    },
  })
}

/** How long the logout waits for the provider's logout page. */
const LEAVE_WITHIN_MS = 3_000

/**
 * The logout page of the provider that opened this session or was linked in it; `asked` until
 * known, null if there is none.
 */
export function useProviderLogout(): 'asked' | { provider: string; url: string } | null {
  // Read before the logout, which deletes it.
  const [provider] = useState(notedProvider)
  const [page, setPage] = useState<{ provider: string; url: string } | 'asked' | null>(
    provider === null ? null : 'asked',
  )
  useEffect(() => {
    if (provider === null) return
    const aborting = new AbortController()
    const signal = AbortSignal.any([aborting.signal, AbortSignal.timeout(LEAVE_WITHIN_MS)])
    call('POST /identityProviders/leave', { body: { provider }, signal }).then(
      ({ provider_name, url }) => setPage(url === null ? null : { provider: provider_name, url }),
      () => aborting.signal.aborted || setPage(null),
    )
    return () => aborting.abort()
  }, [provider])
  return page
}
