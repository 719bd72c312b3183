import { useQuery } from '@tanstack/react-query'
import { toDataURL, toString as toText } from 'qrcode'

/** M: up to 15 % may be scratched off a letterbox. The quiet zone is what readers ask for. */
const LOOK = { errorCorrectionLevel: 'M', margin: 4 } as const
/** Pixels: sharp on paper up to about 17 cm. */
const PRINTED_WIDTH = 1024

/** The code as addresses of pictures; made here, so it needs no network. */
async function drawCode(link: string): Promise<{ svg: string; png: string }> {
  const svg = await toText(link, { ...LOOK, type: 'svg' })
  return {
    svg: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
    png: await toDataURL(link, { ...LOOK, width: PRINTED_WIDTH }),
  }
}

/** Undefined while it is drawn. */
export function useCode(link: string) {
  return useQuery({
    queryKey: ['qr', link],
    queryFn: () => drawCode(link),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}
