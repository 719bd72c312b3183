/**
 * Tells password managers which account the password beside it belongs to; people never see or reach it.
 */
export function UsernameHint({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
