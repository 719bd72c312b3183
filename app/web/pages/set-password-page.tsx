import { SetPasswordScreen } from '#features/accounts/web/passwords/set-password-screen.tsx'
import { PasskeyInstead } from '#features/passkeys/web/passkey-instead.tsx'
import { useSessions } from '#features/sessions/web/data/sessions.ts'
import { useDeviceName } from '#features/sessions/web/device-name.ts'
import { useConfig } from '#platform/web/data/config.ts'

/** A first way to log in: a password, or a passkey where the community has them. */
export function SetPasswordPage() {
  const passkeysOffered = useConfig()?.passkeys === true
  const thisSession = useSessions().data?.find(({ current }) => current)
  const name = useDeviceName(thisSession ?? { browser: null, system: null })
  return (
    <SetPasswordScreen instead={passkeysOffered ? <PasskeyInstead proposedName={name} /> : null} />
  )
}
