/** Colours of the bundled basemap. */
export interface Palette {
  water: string
  land: string
  shore: string
  border: string
  canton: string
  municipality: string
  grain: string
  town: string
  village: string
  quarter: string
  halo: string
}

const LIGHT: Palette = {
  water: '#c9e6f5',
  land: '#f6f4e6',
  shore: '#9fcbe3',
  border: '#8a7fa6',
  canton: '#b9b39d',
  municipality: '#dcd8c4',
  grain: '#d8d3bb',
  town: '#16324f',
  village: '#35506b',
  quarter: '#5d7186',
  halo: '#fffbf2',
}

const DARK: Palette = {
  water: '#0c3350',
  land: '#1c2c3b',
  shore: '#2f5270',
  border: '#8d83b5',
  canton: '#4d6377',
  municipality: '#2b4257',
  grain: '#34506a',
  town: '#f2ead8',
  village: '#c7d3de',
  quarter: '#9fb1c2',
  halo: '#12263a',
}

export function palette(dark: boolean): Palette {
  return dark ? DARK : LIGHT
}
