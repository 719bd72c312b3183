import { CasesScreen } from '#features/community/moderation/web/door.ts'
import { useQueues } from '#features/community/statistics/overview/web/data/door.ts'
import type { CaseScreen } from '#platform/shared/admin-paths.ts'

/** The queue of the staff, with the number that waits on each tab. */
export function CasesPage({ kind }: { kind: CaseScreen }) {
  const { data: queues } = useQueues()
  return (
    <CasesScreen
      kind={kind}
      waiting={{
        reports: queues?.reports ?? undefined,
        'message-reports': queues?.message_reports ?? undefined,
        'held-messages': queues?.held_messages ?? undefined,
        feedback: queues?.feedback ?? undefined,
      }}
    />
  )
}
