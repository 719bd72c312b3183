import type { Config } from '#platform/server/config.ts'
import { API_BASE } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'

type Public = Pick<Config, 'publicUrl'>

/** Mail programs POST to it by themselves (RFC 8058). */
export const UNSUBSCRIBE_PATH = `${API_BASE}/wishes/unsubscribe`

/** Pages that do nothing before a button is pressed, since mail scanners open links, too. */
export const confirmWishUrl = ({ publicUrl }: Public, secret: string) =>
  publicUrl + paths.confirmWish({ token: secret })
export const endWishUrl = ({ publicUrl }: Public, secret: string) =>
  publicUrl + paths.endWish({ token: secret })

export const unsubscribeWishUrl = ({ publicUrl }: Public, secret: string) =>
  `${publicUrl}${UNSUBSCRIBE_PATH}?token=${secret}`
