import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { useSessions } from './data/sessions.ts'
import { SessionList } from './session-list.tsx'

export function Sessions() {
  const sessions = useSessions()
  if (sessions.isError) {
    return <LoadFailure error={sessions.error} onRetry={() => sessions.refetch()} />
  }
  if (!sessions.data) return <SkeletonList rows={2} rowHeight={72} />
  return <SessionList sessions={sessions.data} />
}
