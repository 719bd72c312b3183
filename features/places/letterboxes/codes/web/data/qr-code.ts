import { useQuery } from '@tanstack/react-query'
import { toDataURL, toString as toText } from 'qrcode'

/**
 * Level M: the code stays readable with up to 15 % scratched off. The margin is the quiet zone that readers require.
 */
const LOOK = { errorCorrectionLevel: 'M', margin: 4 } as const
/** Pixels; sharp in print up to a width of about 17 cm. */
const PRINTED_WIDTH = 1024

/** Drawn locally, so it needs no network. */
async function drawCode(link: string): Promise<{ svg: string; png: string }> {
  const svg = await toText(link, { ...LOOK, type: 'svg' })
  return {
    svg: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
    png: await toDataURL(link, { ...LOOK, width: PRINTED_WIDTH }),
  }
}

/** The QR code of a link as data URLs; undefined while it is being drawn. */
export function useQrCode(link: string) {
  return useQuery({
    queryKey: ['qr', link],
    queryFn: () => drawCode(link),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}
