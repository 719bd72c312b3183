import { MessagesScreen } from '#features/community/moderation/web/door.ts'
import { useQueues } from '#features/community/statistics/overview/web/data/door.ts'

/** The messages that moderators review, with the number waiting on each tab. */
export function MessagesPage() {
  const { data: queues } = useQueues()
  return (
    <MessagesScreen
      waiting={{
        held: queues?.held_messages ?? undefined,
        reported: queues?.message_reports ?? undefined,
      }}
    />
  )
}
