/**
 * Tells password managers which account the password belongs to; invisible and unreachable for
 * people.
 */
export function UsernameHint({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
