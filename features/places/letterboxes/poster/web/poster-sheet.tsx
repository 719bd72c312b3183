import { Poster, type PosterContent } from './poster.tsx'
import classes from './poster-sheet.module.css'

/** Print formats: A6 to cut out of an A4 sheet, the whole A4 sheet, or A6 paper. */
export const POSTER_FORMATS = ['cut', 'a4', 'a6'] as const
export type PosterFormat = (typeof POSTER_FORMATS)[number]

/** Millimetres. */
export const PAPER: Record<PosterFormat, { width: number; height: number }> = {
  cut: { width: 210, height: 297 },
  a4: { width: 210, height: 297 },
  a6: { width: 105, height: 148 },
}

interface PosterSheetProps extends PosterContent {
  format: PosterFormat
}

/** The printed sheet of paper. `--mm` is one millimetre. */
export function PosterSheet({ format, ...content }: PosterSheetProps) {
  return (
    <div className={classes.sheet} data-format={format}>
      <div className={classes.card}>
        <Poster {...content} />
        {format === 'cut'
          ? ['top left', 'top right', 'bottom left', 'bottom right'].map((corner) => (
              <i key={corner} className={classes.mark} data-corner={corner} />
            ))
          : null}
      </div>
    </div>
  )
}
