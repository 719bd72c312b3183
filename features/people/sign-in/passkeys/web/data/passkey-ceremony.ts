/** Reasons why a browser fails to create or use a passkey. */
type CeremonyFailure = 'cancelled' | 'known' | 'wrongAddress' | 'failed'

/** Whether this browser supports passkeys here: old browsers do not, and none does over plain http. */
export function canUsePasskeys(): boolean {
  return window.isSecureContext && typeof window.PublicKeyCredential === 'function'
}

const FAILURES: Record<string, CeremonyFailure> = {
  ERROR_CEREMONY_ABORTED: 'cancelled',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'known',
  ERROR_INVALID_DOMAIN: 'wrongAddress',
  ERROR_INVALID_RP_ID: 'wrongAddress',
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'known',
  SecurityError: 'wrongAddress',
}

/** The browser failed to create or use a passkey. */
export class CeremonyError extends Error {
  readonly failure: CeremonyFailure

  constructor(cause: unknown) {
    super('The browser gave no passkey.', { cause })
    this.name = 'CeremonyError'
    const { code, name } = Object(cause) as { code?: unknown; name?: unknown }
    this.failure = FAILURES[String(code)] ?? FAILURES[String(name)] ?? 'failed'
  }
}

/** @throws {CeremonyError} for every error of the browser */
export async function atBrowser<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony()
  } catch (error) {
    throw new CeremonyError(error)
  }
}
