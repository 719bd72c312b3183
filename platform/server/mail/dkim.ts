import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { Config } from '../config.ts'
import { readRegular } from '../regular-file.ts'

/** The key for signing mails (RFC 6376), in nodemailer's format. */
export interface Dkim {
  domainName: string
  keySelector: string
  privateKey: string
}

/** The domain of an address such as `Letterlend <hello@lend.example.org>`. */
export function domainOf(mailFrom: string): string {
  const [, named] = /<([^<>]+)>\s*$/.exec(mailFrom) ?? []
  const address = (named ?? mailFrom).trim()
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** The public key as in the DNS record: base64 of its DER form. */
export const publicHalf = (privateKey: string): string =>
  createPublicKey(createPrivateKey(privateKey))
    .export({ type: 'spki', format: 'der' })
    .toString('base64')

/** The DNS record for a key. */
export const dkimEntry = ({ domainName, keySelector, privateKey }: Dkim) => ({
  name: `${keySelector}._domainkey.${domainName}`,
  text: `v=DKIM1; k=rsa; p=${publicHalf(privateKey)}`,
})

/**
 * Reads the configured signing key; null if none is configured, since the mail server may sign itself.
 * @throws {Error} with instructions if the file is not a private RSA key
 */
export function readDkim({ dkim, mailFrom }: Pick<Config, 'dkim' | 'mailFrom'>): Dkim | null {
  if (!dkim) return null
  const { keyFile, selector } = dkim
  try {
    const privateKey = readRegular(keyFile)
    if (createPrivateKey(privateKey).asymmetricKeyType !== 'rsa')
      throw new Error('it is not an RSA key')
    return { domainName: domainOf(mailFrom), keySelector: selector, privateKey }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `DKIM_KEY: ${keyFile} cannot be used (${why}). npm run dkim-key -- FILE makes one.`,
    )
  }
}
