import type { Config } from '../config.ts'
import { isThisMachine } from '../this-machine.ts'

/**
 * How the mail server of the settings is spoken to. `smtps://` is TLS from the first byte. With `smtp://` STARTTLS is
 * insisted on: whoever stands between could take the offer out, and read passwords and links to log in. A server on this
 * machine, and one that `SMTP_TLS=offered` is said of, may have none. Certificates are checked in any case.
 */
export function mailServer({ smtpUrl, smtpTls }: Pick<Config, 'smtpTls'> & { smtpUrl: string }) {
  const isInsisted = smtpTls ? smtpTls === 'required' : !isThisMachine(new URL(smtpUrl).hostname)
  return { url: smtpUrl, requireTLS: isInsisted }
}
