import { useConfig } from '../../data/config.ts'
import { useSessions } from '../../data/sessions.ts'
import { SetPasswordScreen } from '../../features/accounts/set-password-screen.tsx'
import { PasskeyInstead } from '../../features/passkeys/passkey-instead.tsx'
import { useDeviceName } from '../../features/sessions/device-name.ts'

/** A first way to log in: a password, or a passkey where the community has them. */
export function SetPasswordPage() {
  const offered = useConfig()?.passkeys === true
  const here = useSessions().data?.find(({ current }) => current)
  const name = useDeviceName(here ?? { browser: null, system: null })
  return <SetPasswordScreen instead={offered ? <PasskeyInstead proposedName={name} /> : null} />
}
