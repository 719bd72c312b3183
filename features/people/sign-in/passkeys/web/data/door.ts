export { CeremonyError, canUsePasskeys } from './passkey-ceremony.ts'
export { proveByPasskey, tokenByPasskey } from './passkeys.ts'
