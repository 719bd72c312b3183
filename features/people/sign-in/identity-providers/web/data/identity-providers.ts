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

/** Where people have accounts that they can log in with here; empty where there are none, or nothing is known yet. */
export const useIdentityProviders = () => useConfig()?.identity_providers ?? []

/** Leaves the app for the page of a provider. */
export function useStartLogin() {
  return useMutation({
    mutationFn: async (begun: { provider: string; return_path: string | undefined }) => {
      const body = { ...begun, browser: browserSecret() }
      const { url } = await call('POST /identityProviders/start', { body })
      window.location.assign(url)
    },
  })
}

/** The same, to link the own account. */
export function useStartLinking() {
  return useMutation({
    mutationFn: async (provider: string) => {
      const body = { provider, browser: browserSecret() }
      const { url } = await call('POST /identityProviders/startLinking', { body })
      window.location.assign(url)
    },
  })
}

/** What somebody came back with works once: asked for again while it is on its way, it is not sent again. */
const finishing = new Map<string, Promise<Finished>>()

/** Finishes what this browser began, and logs in where that is what comes of it. */
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

/** Who came back from a provider in this browser and has no account here yet. */
export function useWaitingIdentity() {
  return useQuery({
    queryKey: WAITING_KEY,
    queryFn: () => call('POST /identityProviders/waiting', { body: { browser: browserSecret() } }),
    retry: false,
  })
}

const keepList = (linked: LinkedAccount[]) => queryClient.setQueryData(LINKED_KEY, linked)

/** Who waited here is logged in at the provider as well, in this browser. */
export function noteWaiting(token?: string): void {
  const waiting = queryClient.getQueryData<ProvedIdentity>(WAITING_KEY)
  if (waiting) noteProvider(waiting.provider, token)
}

/** Links the identity that waits in this browser with the own account. */
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

/** Takes over the address that a provider says now, or leaves the own one. */
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

/** How long somebody who logs out waits to hear whether the provider has a page for that. */
const LEAVE_WITHIN_MS = 3_000

/** The page of the provider by which this session was opened, or with which it was linked; `asked` until it is known, null where there is none. */
export function useProviderLogout(): 'asked' | { provider: string; url: string } | null {
  // Before the logout, which forgets it.
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
