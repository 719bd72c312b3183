export {
  absorbImported,
  type ImportedState,
  insertWithStickers,
  placeWithStickers,
} from './importing.ts'
