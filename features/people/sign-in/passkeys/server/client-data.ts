import { z } from 'zod'

const clientDataSchema = z.object({ crossOrigin: z.boolean().optional() })

/**
 * Whether the browser says that a page of another site has framed ours, which never may be.
 * @param clientDataJSON as the browser hands it over (WebAuthn, section 5.8.1); throws where it is something else
 */
export function isCrossOrigin({ clientDataJSON }: { clientDataJSON: string }): boolean {
  const clientData = Buffer.from(clientDataJSON, 'base64url').toString()
  return clientDataSchema.parse(JSON.parse(clientData)).crossOrigin === true
}
