import type { Feature } from './engine.ts'

type Has = (road: Feature) => boolean

/** Streets that the tools of Protomaps call "other", together with platforms and rest areas. */
const OTHER_STREETS = new Set(['living_street', 'busway'])

/** Kinds of ways that are drawn differently, by their attributes in the Protomaps Basemap v4. */
export const isHighway: Has = ({ props }) => props.kind === 'highway'
export const isMajor: Has = ({ props }) => props.kind === 'major_road'
export const isService: Has = ({ props }) =>
  props.kind === 'minor_road' && props.kind_detail === 'service'
export const isMinor: Has = ({ props }) =>
  (props.kind === 'minor_road' && props.kind_detail !== 'service') ||
  (props.kind === 'other' && OTHER_STREETS.has(String(props.kind_detail)))
export const isPedestrian: Has = ({ props }) => props.kind_detail === 'pedestrian'
export const isSteps: Has = ({ props }) => props.kind_detail === 'steps'
export const isTrack: Has = ({ props }) => props.kind === 'path' && props.kind_detail === 'track'
export const isPath: Has = (road) =>
  road.props.kind === 'path' && !isTrack(road) && !isPedestrian(road) && !isSteps(road)
export const isForCars: Has = (road) =>
  isHighway(road) || isMajor(road) || isMinor(road) || isService(road)
export const isRail: Has = ({ props }) => props.kind === 'rail'
export const isAerialway: Has = ({ props }) => props.kind === 'aerialway'
