export {
  absorbImported,
  type ImportedState,
  insertWithStickers,
  placeWithStickers,
} from './importing.ts'
export {
  changeMovedLetterbox,
  countOnMap,
  findMovedLetterboxes,
  findOwners,
  noteOnMapBefore,
  removeMovedLetterboxes,
} from './moving-in.ts'
export {
  canBeHandedOver,
  importedAt,
  isClaimed,
  isUnclaimed,
} from './unclaimed.ts'
