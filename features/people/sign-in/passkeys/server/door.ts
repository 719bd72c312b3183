export { noteLateFactor } from './late-factor.ts'
export { countPasskeys, deletePasskeysSince } from './passkeys.queries.ts'
export { passkeys } from './passkeys.ts'
export { relyingPartyOf } from './relying-party.ts'
