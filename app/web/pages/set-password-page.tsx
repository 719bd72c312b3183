import { useSessions } from '#features/people/accounts/sessions/web/data/door.ts'
import { useDeviceName } from '#features/people/accounts/sessions/web/door.ts'
import { SetPasswordScreen } from '#features/people/accounts/web/door.ts'
import { PasskeyInstead } from '#features/people/sign-in/passkeys/web/door.ts'
import { useConfig } from '#platform/web/data/config.ts'

/** A first way in: a password, or a passkey if the community has them. */
export function SetPasswordPage() {
  const passkeysOffered = useConfig()?.passkeys === true
  const thisSession = useSessions().data?.find(({ current }) => current)
  const name = useDeviceName(thisSession ?? { browser: null, system: null })
  return (
    <SetPasswordScreen instead={passkeysOffered ? <PasskeyInstead proposedName={name} /> : null} />
  )
}
