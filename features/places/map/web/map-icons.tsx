import { Glyph } from '#platform/web/ui/start-icon.tsx'

/** Glyphs of Material Design Icons (Apache-2.0) that only the map needs, 24 by 24. */
const PATHS = {
  layers:
    'm12 18.54l7.37-5.74L21 14.07l-9 7l-9-7l1.62-1.26zM12 16L3 9l9-7l9 7zm0-11.47L6.26 9L12 13.47L17.74 9z',
  locate:
    'M12 8a4 4 0 0 1 4 4a4 4 0 0 1-4 4a4 4 0 0 1-4-4a4 4 0 0 1 4-4m-8.95 5H1v-2h2.05C3.5 6.83 6.83 3.5 11 3.05V1h2v2.05c4.17.45 7.5 3.78 7.95 7.95H23v2h-2.05c-.45 4.17-3.78 7.5-7.95 7.95V23h-2v-2.05C6.83 20.5 3.5 17.17 3.05 13M12 5a7 7 0 0 0-7 7a7 7 0 0 0 7 7a7 7 0 0 0 7-7a7 7 0 0 0-7-7',
  minus: 'M19 13H5v-2h14z',
  plus: 'M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6z',
} as const

export const MapIcon = ({ name }: { name: keyof typeof PATHS }) => <Glyph path={PATHS[name]} />
