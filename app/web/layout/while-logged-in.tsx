import { LiveEvents } from '#features/events/web/live-events.tsx'
import { PushUpkeep } from '#features/notifications/web/push-upkeep.tsx'

/** What runs beside the screens as long as somebody is logged in. */
export function WhileLoggedIn() {
  return (
    <>
      <LiveEvents />
      <PushUpkeep />
    </>
  )
}
