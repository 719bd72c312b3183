import { hash, randomBytes } from 'node:crypto'

/** 256 random bits, URL-safe. Only the hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Secrets have full entropy, so a plain hash is enough to protect a stolen table. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
