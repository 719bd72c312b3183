import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useMay, useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { BodyInput } from '#platform/shared/endpoint.ts'
import { call, callForFile } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { InvitedStreet, invitationsApi } from '../../../contract.admin.ts'

const KEY = ['admin', 'invitations'] as const
export const BATCHES_SHOWN = 20

/** One page of batches, the newest first. */
export function useBatches(page: number) {
  return useQuery({
    queryKey: [...KEY, 'list', page],
    queryFn: ({ signal }) =>
      call('GET /admin/invitations', {
        query: { page: `${page}`, size: `${BATCHES_SHOWN}` },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

/** The letters of a batch. */
export function useBatch(id: string) {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => call('GET /admin/invitations/byId', { query: { id }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** Streets that begin like a text. Loads nothing for an empty text. */
export function useStreets(search: string) {
  const whileLoggedIn = useWhileLoggedIn()
  return useQuery({
    queryKey: [...KEY, 'streets', search],
    queryFn: ({ signal }) => call('GET /admin/invitations/streets', { query: { search }, signal }),
    placeholderData: keepPreviousData,
    enabled: whileLoggedIn && search.trim() !== '',
  })
}

/** The houses of a street and their states. */
export function useHouses({ name, postcode, city }: InvitedStreet) {
  return useQuery({
    queryKey: [...KEY, 'houses', name, postcode, city],
    queryFn: ({ signal }) =>
      call('GET /admin/invitations/houses', { query: { name, postcode, city }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

/** Imports, newest first, if the user may see them. */
export function useImportChoice() {
  const whileLoggedIn = useWhileLoggedIn()
  const may = useMay()
  return useQuery({
    queryKey: [...KEY, 'imports'],
    queryFn: ({ signal }) => call('GET /admin/imports', { query: { size: '50' }, signal }),
    enabled: whileLoggedIn && may('GET /admin/imports'),
  })
}

/** Unclaimed letterboxes of an import. Loads nothing without an import. */
export function useImportedPlaces(id: string | null) {
  const whileLoggedIn = useWhileLoggedIn()
  return useQuery({
    queryKey: [...KEY, 'imported', id],
    queryFn: ({ signal }) =>
      call('GET /admin/invitations/imported', { query: { id: id ?? '' }, signal }),
    enabled: whileLoggedIn && id !== null,
  })
}

const onSettled = () => queryClient.invalidateQueries({ queryKey: KEY })

export function useMakeBatch() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof invitationsApi.create>) =>
      call('POST /admin/invitations/create', { body }),
    onSettled,
  })
}

/** Preview of the first letter, without a code. Creates nothing. */
export function usePreviewLetter() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof invitationsApi.preview>) =>
      callForFile('POST /admin/invitations/preview', { body }),
  })
}

/** Revokes one code, or all codes of a batch. */
export function useRevoke() {
  return useMutation({
    mutationFn: (body: { id: string; code?: string }) =>
      call('POST /admin/invitations/revoke', { body }),
    onSettled,
  })
}

export function usePrintLetters() {
  return useMutation({
    mutationFn: (id: string) => callForFile('GET /admin/invitations/letters', { query: { id } }),
  })
}
