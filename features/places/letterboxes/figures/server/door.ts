export {
  countLetterboxes,
  countLetterboxesBefore,
  countLetterboxesByRegion,
  countNewLetterboxes,
  countRegions,
  findFirstMonth,
  findRegions,
  regionOf,
} from './counting.ts'
