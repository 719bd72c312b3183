export { PasskeyInstead } from './passkey-instead.tsx'
export { PasskeyLoginButton } from './passkey-login-button.tsx'
export { Passkeys } from './passkeys.tsx'
