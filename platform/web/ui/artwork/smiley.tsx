import type { ReactNode } from 'react'
import { Artwork } from './artwork.tsx'

export type SmileyLevel = 0 | 1 | 2 | 3 | 4

// A sticker has the same colours in the dark theme.
const INK = '#16324f'
const YELLOW = '#ffc53d'
const CORAL = '#e4572e'
const PAPER = '#ffffff'

const HEART = 'M0 6.5C-6 2-8-1-8-4a4.2 4.2 0 0 1 8-1.9A4.2 4.2 0 0 1 8-4c0 3-2 6-8 10.5z'

const EYES = (
  <g fill={INK} stroke="none">
    <ellipse cx="37" cy="44" rx="4.2" ry="5.4" />
    <ellipse cx="63" cy="44" rx="4.2" ry="5.4" />
  </g>
)
const CHEEKS = (
  <g fill={CORAL} stroke="none" opacity=".55">
    <ellipse cx="27" cy="56" rx="6" ry="4.2" />
    <ellipse cx="73" cy="56" rx="6" ry="4.2" />
  </g>
)
const LAUGHING_EYES = <path d="M30 45q7-9 14 0M56 45q7-9 14 0" />
const OPEN_MOUTH = (
  <>
    <path d="M31 55q19 5 38 0c0 13-8 21-19 21s-19-8-19-21z" fill={INK} />
    <path d="M39 70.5q11-9 22 0-4.5 4.5-11 4.5t-11-4.5z" fill={CORAL} stroke="none" />
  </>
)

/** Each face, and the tilt of its sticker. */
const FACES: Record<SmileyLevel, { tilt: number; face: ReactNode }> = {
  0: {
    tilt: 0,
    face: (
      <>
        {EYES}
        <path d="M38 63q12 4.5 24 0" />
      </>
    ),
  },
  1: {
    tilt: -3,
    face: (
      <>
        {EYES}
        <path d="M35 59q15 13 30 0" />
      </>
    ),
  },
  2: {
    tilt: 4,
    face: (
      <>
        {CHEEKS}
        {EYES}
        <path d="M32 57q18 22 36 0" />
      </>
    ),
  },
  3: {
    tilt: -6,
    face: (
      <>
        {CHEEKS}
        {LAUGHING_EYES}
        {OPEN_MOUTH}
      </>
    ),
  },
  4: {
    tilt: 8,
    face: (
      <>
        {CHEEKS}
        <g fill={CORAL} strokeWidth="2">
          <path d={HEART} transform="translate(37 43) scale(1.25)" />
          <path d={HEART} transform="translate(63 43) scale(1.25)" />
        </g>
        {OPEN_MOUTH}
      </>
    ),
  },
}

interface SmileyProps {
  level: SmileyLevel
  /** Edge length in px. */
  size?: number
}

/** A round sticker that is happier the more is given. Decorative: the text beside it says so too. */
export function Smiley({ level, size = 92 }: SmileyProps) {
  const { tilt, face } = FACES[level]
  return (
    <Artwork viewBox="0 0 100 104" width={size} height={(size * 104) / 100}>
      <ellipse cx="50" cy="55" rx="46" ry="47" fill="#000" opacity=".16" />
      <g transform={`rotate(${tilt} 50 50)`}>
        <circle cx="50" cy="50" r="48" fill={PAPER} />
        <circle cx="50" cy="50" r="42" fill={YELLOW} />
        <g fill="none" stroke={INK} strokeWidth="4.5" strokeLinecap="round" strokeLinejoin="round">
          {face}
        </g>
      </g>
    </Artwork>
  )
}
