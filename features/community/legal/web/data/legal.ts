import { useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import type { LegalCountry, LegalPage } from '#platform/shared/legal-pages.ts'
import { call } from '#platform/web/data/api-client.ts'
import { CONFIG_KEY } from '#platform/web/data/config.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { adminLegalApi } from '../../contract.admin.ts'

const ADMIN_KEY = ['admin', 'legal'] as const
const PAGE_KEY = ['legal', 'page'] as const
const VERSIONS_KEY = ['legal', 'versions'] as const
const CONSENT_KEY = ['legal', 'consent'] as const

/** A published page; the newest version by default. Loads nothing unless `wanted`. */
export function useLegalPage(page: LegalPage, version: string | undefined, wanted: boolean) {
  return useQuery({
    queryKey: [...PAGE_KEY, page, version],
    enabled: wanted,
    queryFn: ({ signal }) => call('GET /legal/page', { query: { page, version }, signal }),
  })
}

/** All versions of a page, and when it was withdrawn. */
export function usePageVersions(page: LegalPage) {
  return useQuery({
    queryKey: [...VERSIONS_KEY, page],
    queryFn: ({ signal }) => call('GET /legal/versions', { query: { page }, signal }),
  })
}

/** True if the user has to agree to this version of the terms. */
export function useConsentDue(version: number) {
  return useQuery({
    queryKey: [...CONSENT_KEY, version],
    enabled: useWhileLoggedIn(),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call('GET /legal/consent', { signal }),
  })
}

/** Agrees. If other terms were published meanwhile, those are due next. */
export function useAgree() {
  return useMutation({
    mutationFn: (version: number) => call('POST /legal/consent', { body: { version } }),
    onSuccess: (_, version) =>
      queryClient.setQueryData([...CONSENT_KEY, version], { is_due: false }),
    onError: () => queryClient.invalidateQueries({ queryKey: CONFIG_KEY }),
  })
}

/** Each page as administrators see it, with the missing facts. */
export function useAdminLegal() {
  return useQuery({
    queryKey: ADMIN_KEY,
    enabled: useWhileLoggedIn(),
    queryFn: ({ signal }) => call('GET /admin/legal', { signal }),
  })
}

/** The text of a template with the current facts. */
export function useTemplate() {
  return useMutation({
    mutationFn: (query: { page: LegalPage; country: LegalCountry }) =>
      call('GET /admin/legal/template', { query }),
  })
}

function readAgain() {
  for (const queryKey of [ADMIN_KEY, PAGE_KEY, VERSIONS_KEY, CONFIG_KEY]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

export function usePublish() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof adminLegalApi.publish>) =>
      call('POST /admin/legal/publish', { body }),
    onSettled: readAgain,
  })
}

/** Withdraws the version of a page that was read. */
export function useWithdraw() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof adminLegalApi.withdraw>) =>
      call('POST /admin/legal/withdraw', { body }),
    onSettled: readAgain,
  })
}
