import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useWhileLoggedIn } from '#features/people/accounts/web/data/door.ts'
import type { QueryInput } from '#platform/shared/endpoint.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import type { CaseOutcome } from '../../../case-kinds.ts'
import type {
  AdminFeedback,
  AdminReport,
  adminFeedbackApi,
  adminReportsApi,
} from '../../../contract.admin.ts'

export type AnsweredKind = 'reports' | 'feedback'

const keyOf = (kind: AnsweredKind) => ['admin', kind] as const

export function useAdminReports(query: QueryInput<typeof adminReportsApi.list>) {
  return useQuery({
    queryKey: [...keyOf('reports'), 'list', query],
    queryFn: ({ signal }) => call('GET /admin/reports', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

export function useAdminFeedback(query: QueryInput<typeof adminFeedbackApi.list>) {
  return useQuery({
    queryKey: [...keyOf('feedback'), 'list', query],
    queryFn: ({ signal }) => call('GET /admin/feedback', { query, signal }),
    placeholderData: keepPreviousData,
    enabled: useWhileLoggedIn(),
  })
}

export function useAdminReport(id: string) {
  return useQuery({
    queryKey: [...keyOf('reports'), 'byId', id],
    queryFn: ({ signal }) => call('GET /admin/reports/byId', { query: { id }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

export function useAdminFeedbackById(id: string) {
  return useQuery({
    queryKey: [...keyOf('feedback'), 'byId', id],
    queryFn: ({ signal }) => call('GET /admin/feedback/byId', { query: { id }, signal }),
    enabled: useWhileLoggedIn(),
  })
}

interface Read {
  id: string
  version: number
}

/** The changes that the staff can make to an entry of an inbox. */
export type CaseChange =
  | { act: 'assign'; mine: boolean }
  | { act: 'note'; note: string }
  | { act: 'settle'; outcome: CaseOutcome }
  | { act: 'reopen' }
  | { act: 'answer'; text: string; request_id: string; keep_open: boolean }

function send(
  kind: AnsweredKind,
  version: Read,
  { act, ...fields }: CaseChange,
): Promise<AdminReport | AdminFeedback> {
  const body = { ...version, ...fields }
  return call(`POST /admin/${kind}/${act}`, { body })
}

/** Changes the version that was read; reloads the entry if a colleague was faster. */
export function useChangeCase(kind: AnsweredKind, version: Read) {
  const key = [...keyOf(kind), 'byId', version.id]
  return useMutation({
    mutationFn: (change: CaseChange) =>
      send(kind, { id: version.id, version: version.version }, change),
    onSuccess: (now) => queryClient.setQueryData(key, now),
    onError: (error) =>
      error instanceof ApiError && error.code === 'changed_meanwhile'
        ? queryClient.invalidateQueries({ queryKey: key })
        : undefined,
    onSettled: () => queryClient.invalidateQueries({ queryKey: [...keyOf(kind), 'list'] }),
  })
}
