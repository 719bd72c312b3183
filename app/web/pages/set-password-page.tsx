import { SetPasswordScreen } from '#features/accounts/web/passwords/set-password-screen.tsx'
import { PasskeyInstead } from '#features/passkeys/web/passkey-instead.tsx'
import { useSessions } from '#features/sessions/web/data/sessions.ts'
import { useDeviceName } from '#features/sessions/web/device-name.ts'
import { useConfig } from '#platform/web/data/config.ts'

/** A first way to log in: a password, or a passkey where the community has them. */
export function SetPasswordPage() {
  const offered = useConfig()?.passkeys === true
  const here = useSessions().data?.find(({ current }) => current)
  const name = useDeviceName(here ?? { browser: null, system: null })
  return <SetPasswordScreen instead={offered ? <PasskeyInstead proposedName={name} /> : null} />
}
