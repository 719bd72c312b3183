import { z } from 'zod'

const clientDataSchema = z.object({ crossOrigin: z.boolean().optional() })

/**
 * Whether the browser reports that our page was framed by another site, which is never allowed.
 * @param clientDataJSON from the browser (WebAuthn, section 5.8.1); throws if it is malformed
 */
export function isCrossOrigin({ clientDataJSON }: { clientDataJSON: string }): boolean {
  const clientData = Buffer.from(clientDataJSON, 'base64url').toString()
  return clientDataSchema.parse(JSON.parse(clientData)).crossOrigin === true
}
