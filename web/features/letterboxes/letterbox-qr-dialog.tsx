import { useQuery } from '@tanstack/react-query'
import { toDataURL, toString as toText } from 'qrcode'
import { useBrandName } from '../../data/config.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import classes from './letterbox-qr-dialog.module.css'

/** M: up to 15 % may be scratched off a letterbox. The quiet zone is what readers ask for. */
const LOOK = { errorCorrectionLevel: 'M', margin: 4 } as const
/** Pixels: sharp on paper up to about 17 cm. */
const PRINTED_WIDTH = 1024
const FILE_NAME = 'letterlend-qr'

/** The code as addresses of pictures; made here, so it needs no network. */
async function drawCode(link: string): Promise<{ svg: string; png: string }> {
  const svg = await toText(link, { ...LOOK, type: 'svg' })
  return {
    svg: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
    png: await toDataURL(link, { ...LOOK, width: PRINTED_WIDTH }),
  }
}

interface LetterboxQrDialogProps {
  link: string
  opened: boolean
  onClose: () => void
}

/** The link to a letterbox as a QR code, to be saved or printed and stuck on it. */
export function LetterboxQrDialog({ link, opened, onClose }: LetterboxQrDialogProps) {
  const { t } = useTranslation('share')
  const brand = useBrandName()
  const { data } = useQuery({
    queryKey: ['qr', link],
    queryFn: () => drawCode(link),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('qr.title')} size="md">
      <p className={classes.lead}>{t('qr.lead')}</p>
      <figure className={classes.card} data-printed>
        {data ? (
          <img className={classes.code} src={data.svg} alt={t('qr.alt', { link })} />
        ) : (
          <div className={classes.code} />
        )}
        <figcaption className={classes.caption}>
          <strong>{t('qr.scan')}</strong>
          <span>{brand}</span>
        </figcaption>
      </figure>
      <div className={classes.actions}>
        <AppButton onClick={() => window.print()} disabled={!data}>
          {t('qr.print')}
        </AppButton>
        <a className={classes.save} href={data?.png} download={`${FILE_NAME}.png`}>
          {t('qr.png')}
        </a>
        <a className={classes.save} href={data?.svg} download={`${FILE_NAME}.svg`}>
          {t('qr.svg')}
        </a>
      </div>
    </Dialog>
  )
}
