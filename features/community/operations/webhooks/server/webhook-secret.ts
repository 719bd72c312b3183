import { randomBytes } from 'node:crypto'

/** Standard Webhooks recommends 24 to 64 bytes. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`
