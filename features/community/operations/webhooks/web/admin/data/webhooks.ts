import { useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import { call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { NewWebhook } from '../../../contract.admin.ts'

const WEBHOOKS_KEY = ['admin', 'webhooks'] as const

const reload = () => queryClient.invalidateQueries({ queryKey: WEBHOOKS_KEY })

export function useWebhooks() {
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, 'list'],
    queryFn: ({ signal }) => call('GET /admin/webhooks', { signal }),
    enabled: useWhileLoggedIn(),
  })
}

export function useDeliveries(id: string) {
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, 'deliveries', id],
    queryFn: ({ signal }) => call('GET /admin/webhooks/deliveries', { query: { id }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

export function useAddWebhook() {
  return useMutation({
    mutationFn: (body: NewWebhook) => call('POST /admin/webhooks/create', { body }),
    onSuccess: reload,
  })
}

/** Not cached: a secret does not stay in the page. */
export function useWebhookSecret() {
  return useMutation({
    mutationFn: (id: string) => call('GET /admin/webhooks/secret', { query: { id } }),
  })
}

/** Not cached either. */
export function useRotateSecret() {
  return useMutation({
    mutationFn: (body: { id: string; at_once: boolean }) =>
      call('POST /admin/webhooks/rotate', { body }),
  })
}

export function useTestWebhook() {
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/webhooks/test', { body: { id } }),
  })
}

export function useSwitchWebhook() {
  return useMutation({
    mutationFn: (body: { id: string; on: boolean }) =>
      call('POST /admin/webhooks/switch', { body }),
    onSuccess: reload,
  })
}

export function useRemoveWebhook() {
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/webhooks/remove', { body: { id } }),
    onSuccess: reload,
  })
}

export function useResend() {
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/webhooks/resend', { body: { id } }),
    onSuccess: reload,
  })
}
