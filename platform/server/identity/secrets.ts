import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, safe in a URL. Only its hash is ever stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Secrets have full entropy, so a plain hash is enough to make a stolen table useless. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
