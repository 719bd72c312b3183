/** What a pin on the map stands for: the `kind` of the contract's Pin. */
export type LetterboxMarkerKind =
  | 'reseller'
  | 'supporter'
  | 'messaging_active'
  | 'messaging'
  | 'normal'

interface LetterboxMarkerOptions {
  /** The viewer's own letterbox has a yellow ring. */
  own?: boolean
  /** A silent letterbox: drawn pale on the same paper-coloured silhouette. */
  faded?: boolean
}

/** Natural size in px. The tip of the post, the spot on the map, is the middle of the bottom edge. */
export const LETTERBOX_MARKER_SIZE = { width: 28, height: 59 } as const

// Fixed colours, not the theme's: the map below can be light or dark in either colour scheme, and the
// paper-coloured edge keeps the ink outline visible on both.
const INK = '#16324f'
const PAPER = '#fffbf2'
const YELLOW = '#ffc53d'
const CORAL = '#e4572e'
/** On paper the ink outline keeps a contrast of 3.3:1, so that the letterbox is still visible and clickable. */
const FADED = '.55'

const BOX = 'M5 27.5V12.5a9 9 0 0 1 18 0v15z'
const POST = 'M12.4 27h3.2v28L14 59l-1.6-4z'
const SLOT = `<rect x="8.5" y="9.4" width="11" height="2.6" rx="1.3" fill="${INK}"/>`
const NAME_PLATE = `<path d="M9 18h10v4.5H9z" fill="${PAPER}" fill-opacity=".7"/>`
const ENVELOPE = `<path d="M7.8 15h12.4v9.3H7.8z" fill="${PAPER}" stroke="${INK}" stroke-linejoin="round"/><path d="m8.2 15.5 5.8 4.8 5.8-4.8" fill="none" stroke="${INK}" stroke-width="1.5" stroke-linejoin="round"/>`
const HEART = `<path d="M14 25.3c-4-2.8-6.2-5.1-6.2-7.7a3.3 3.3 0 0 1 6.2-1.5 3.3 3.3 0 0 1 6.2 1.5c0 2.6-2.2 4.9-6.2 7.7z" fill="${CORAL}" stroke="${INK}" stroke-width="1.3" stroke-linejoin="round"/>`
const FLAG = 'M22 13.5V2h4.7v5.2h-2.2v6.3z'
const AWNING =
  'M4.5 7.5h19l3 6.5a2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0 2.5 2.5 0 0 1-5 0z'
const STRIPES = 'M8.3 7.5h3.8l-.6 6.5a2.5 2.5 0 0 1-5 0zM15.9 7.5h3.8L21.5 14a2.5 2.5 0 0 1-5 0z'
const STICKERS = `<g fill="${PAPER}"><rect x="8" y="19" width="5.3" height="5.3" rx="1.5"/><rect x="14.7" y="19" width="5.3" height="5.3" rx="1.5"/></g>`

/** What distinguishes a kind: its colour, the emblem on its front, and any addition to the silhouette. */
interface Livery {
  colour: string
  front: string
  /** Path of the part that changes the silhouette. */
  addition?: string
  additionColour?: string
}

const LIVERIES: Record<LetterboxMarkerKind, Livery> = {
  normal: { colour: '#a9b9c6', front: SLOT + NAME_PLATE },
  messaging: { colour: '#3f86d4', front: SLOT + ENVELOPE },
  messaging_active: {
    colour: '#2e9e62',
    front: SLOT + ENVELOPE,
    addition: FLAG,
    additionColour: YELLOW,
  },
  supporter: { colour: YELLOW, front: SLOT + HEART },
  reseller: {
    colour: CORAL,
    front: STICKERS,
    addition: AWNING,
    additionColour: PAPER,
  },
}

function ground(own: boolean): string {
  const ring = `<ellipse cx="14" cy="54.4" rx="11.5" ry="3" fill="none"`
  return own
    ? `${ring} stroke="${INK}" stroke-width="3"/>${ring} stroke="${YELLOW}" stroke-width="1.6"/>`
    : `<ellipse cx="14" cy="57.3" rx="5" ry="1.5" fill="${INK}" fill-opacity=".28"/>`
}

/**
 * The letterbox of one kind, as SVG markup for Leaflet's divIcon. It fills the box it is put in
 * (`LETTERBOX_MARKER_SIZE` times the caller's scale). Holds no ids and nothing a user typed.
 */
export function letterboxMarkerSvg(
  kind: LetterboxMarkerKind,
  { own = false, faded = false }: LetterboxMarkerOptions = {},
): string {
  const { colour, front, addition = '', additionColour } = LIVERIES[kind]
  const additionMarkup = addition
    ? `<path d="${addition}" fill="${additionColour}" stroke="${INK}" stroke-width="1.4" stroke-linejoin="round"/>`
    : ''
  const stripes = kind === 'reseller' ? `<path d="${STRIPES}" fill="${CORAL}"/>` : ''
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 59" width="100%" height="100%" aria-hidden="true" focusable="false">',
    ground(own),
    `<path d="${POST}" fill="${PAPER}" stroke="${PAPER}" stroke-width="2.2" stroke-linejoin="round"/>`,
    `<path d="${BOX}${addition}" fill="${PAPER}" stroke="${PAPER}" stroke-width="4.4" stroke-linejoin="round"/>`,
    faded ? `<g opacity="${FADED}">` : '<g>',
    `<path d="${POST}" fill="#5b4636"/>`,
    `<path d="${BOX}" fill="${colour}" stroke="${INK}" stroke-width="1.6" stroke-linejoin="round"/>`,
    front,
    additionMarkup,
    stripes,
    `<path d="M4 27.5h20" stroke="${INK}" stroke-width="2.2" stroke-linecap="round"/>`,
    '</g></svg>',
  ].join('')
}
