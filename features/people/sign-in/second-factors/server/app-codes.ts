import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import type { NewApp } from '../contract.ts'

/** The parameters that every app supports. Some apps ignore other values. */
const LOOK = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Tolerated clock difference, in steps of 30 seconds to either side. */
const WINDOW = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** White margin that readers need, in squares. */
const MARGIN = 4

/** A new secret, in base32. */
export const newAppSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The ways to set up an app: a typed secret, a URI, and its QR code. */
export function newAppOf(secret: string, whose: { issuer: string; label: string }): NewApp {
  // In the URI a colon separates issuer and label.
  const issuer = whose.issuer.replaceAll(':', ' ')
  const uri = new TOTP({ ...LOOK, issuer, label: whose.label, secret }).toString()
  return { secret, uri, picture: pictureOf(uri) }
}

function pictureOf(payload: string): NewApp['picture'] {
  const { modules } = QRCode.create([{ data: Buffer.from(payload), mode: 'byte' }], {
    errorCorrectionLevel: 'M',
  })
  const squares: string[] = []
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) squares.push(`M${column + MARGIN} ${row + MARGIN}h1v1h-1z`)
    }
  }
  return { size: modules.size + 2 * MARGIN, path: squares.join('') }
}

/** The 30-second step of a code; null if it matches no step around now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const totp = new TOTP({ ...LOOK, secret })
  const delta = totp.validate({ token: code, timestamp, window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}
