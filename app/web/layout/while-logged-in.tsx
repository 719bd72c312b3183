import { LiveEvents } from '#features/lending/conversations/events/web/door.ts'
import { PushUpkeep } from '#features/people/notifications/web/door.ts'

/** What runs beside the screens as long as somebody is logged in. */
export function WhileLoggedIn() {
  return (
    <>
      <LiveEvents />
      <PushUpkeep />
    </>
  )
}
