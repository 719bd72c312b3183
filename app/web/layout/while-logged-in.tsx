import { LiveEvents } from '#features/events/web/door.ts'
import { PushUpkeep } from '#features/notifications/web/door.ts'

/** What runs beside the screens as long as somebody is logged in. */
export function WhileLoggedIn() {
  return (
    <>
      <LiveEvents />
      <PushUpkeep />
    </>
  )
}
