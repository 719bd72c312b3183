/** For password managers: the account that the password beside it belongs to. Nobody else meets it. */
export function UsernameHint({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
