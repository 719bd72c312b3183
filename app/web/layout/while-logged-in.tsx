import { LiveEvents } from '#features/lending/conversations/events/web/door.ts'
import { PushUpkeep } from '#features/people/notifications/web/door.ts'

/** Everything that runs beside the screens while the user is logged in. */
export function WhileLoggedIn() {
  return (
    <>
      <LiveEvents />
      <PushUpkeep />
    </>
  )
}
