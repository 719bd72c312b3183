import type { OwnLetterbox } from './contract.ts'

/** Whether others see a letterbox on the map, for those who manage it. */
export const isOwnOnMap = ({
  privacy,
  latitude,
  holiday_until,
  hidden,
  gone,
}: OwnLetterbox): boolean =>
  privacy.show_on_map && latitude !== null && !holiday_until && !hidden && !gone
