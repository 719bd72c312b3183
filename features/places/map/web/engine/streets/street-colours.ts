/** Colours of the street map: ink, paper, sky and post yellow of the app. */
export interface StreetColours {
  earth: string
  residential: string
  industrial: string
  wood: string
  grass: string
  scrub: string
  farmland: string
  rock: string
  ice: string
  park: string
  school: string
  hospital: string
  sand: string
  pitch: string
  cemetery: string
  pedestrian: string
  water: string
  waterLine: string
  building: string
  buildingEdge: string
  highway: string
  highwayCase: string
  major: string
  majorCase: string
  minor: string
  minorCase: string
  path: string
  track: string
  rail: string
  railTie: string
  country: string
  region: string
  text: string
  textStreet: string
  textMinor: string
  textWater: string
  halo: string
  sight: string
}

const LIGHT: StreetColours = {
  earth: '#fffbf2',
  residential: '#f7f0e1',
  industrial: '#efece6',
  wood: '#d5e8cd',
  grass: '#e6f1d8',
  scrub: '#dcebcd',
  farmland: '#f4f2dc',
  rock: '#ece8de',
  ice: '#fdfdfb',
  park: '#d9edcf',
  school: '#f6ead0',
  hospital: '#f8e4e0',
  sand: '#f5ebcb',
  pitch: '#cfe6c4',
  cemetery: '#dbe7d2',
  pedestrian: '#e4e6ee',
  water: '#bfe0f1',
  waterLine: '#a3d0e8',
  building: '#e6d6ba',
  buildingEdge: '#c3ac85',
  highway: '#ffc53d',
  highwayCase: '#c9920b',
  major: '#ffe08f',
  majorCase: '#d7b65c',
  minor: '#ffffff',
  minorCase: '#d9cdb5',
  path: '#b89f74',
  track: '#c5ae83',
  rail: '#8b97a5',
  railTie: '#ffffff',
  country: '#8a7fa6',
  region: '#b7aecb',
  text: '#16324f',
  textStreet: '#2f4a66',
  textMinor: '#4d5f73',
  textWater: '#2f7aa8',
  halo: '#fffbf2',
  sight: '#a3621b',
}

const DARK: StreetColours = {
  earth: '#15273a',
  residential: '#1a2f45',
  industrial: '#1d3043',
  wood: '#17352f',
  grass: '#1b3833',
  scrub: '#1a3630',
  farmland: '#1c3236',
  rock: '#21303e',
  ice: '#2c3e50',
  park: '#1a3d33',
  school: '#2a3340',
  hospital: '#352f3d',
  sand: '#313a3d',
  pitch: '#1f4438',
  cemetery: '#1e3935',
  pedestrian: '#3d4a66',
  water: '#0d4266',
  waterLine: '#185a85',
  building: '#26415c',
  buildingEdge: '#35556f',
  highway: '#c5922b',
  highwayCase: '#0f1f30',
  major: '#8f763f',
  majorCase: '#0f1f30',
  minor: '#45617d',
  minorCase: '#0f1f30',
  path: '#7c8794',
  track: '#6d7a88',
  rail: '#6d8296',
  railTie: '#1b3148',
  country: '#9c91c4',
  region: '#5d6a8e',
  text: '#f6efdf',
  textStreet: '#d7e0e8',
  textMinor: '#a9b8c6',
  textWater: '#7fc1e6',
  halo: '#12263a',
  sight: '#ffc53d',
}

export function streetColours(dark: boolean): StreetColours {
  return dark ? DARK : LIGHT
}
