import type { Config } from '../config.ts'
import { isThisMachine } from '../this-machine.ts'

/**
 * Connection options for the configured mail server. `smtps://` is implicit TLS. With `smtp://` STARTTLS is required:
 * an attacker in between could remove the offer and read passwords and login links. It is optional for a server on this
 * machine and with `SMTP_TLS=offered`. Certificates are always checked.
 */
export function mailServer({ smtpUrl, smtpTls }: Pick<Config, 'smtpTls'> & { smtpUrl: string }) {
  const isInsisted = smtpTls ? smtpTls === 'required' : !isThisMachine(new URL(smtpUrl).hostname)
  return { url: smtpUrl, requireTLS: isInsisted }
}
