import { LentScreen } from '#features/lending/loans/web/door.ts'
import { WaitingHere } from '#features/lending/waits/web/door.ts'

/** When which things of the user's letterbox are lent, and how many people wait for them. */
export function LentPage() {
  return (
    <LentScreen>
      <WaitingHere />
    </LentScreen>
  )
}
