/** Choices for the minimum number of letterboxes of a region with its own page in the yearly report. */
export const REGION_PAGE_CHOICES = [3, 10, 20, 50, 100, 200] as const
export type RegionPageChoice = (typeof REGION_PAGE_CHOICES)[number]

/** Maximum number of region pages by default. */
const USUAL_PAGES = 12

/** How many of the regions, given by their numbers of letterboxes, have their own page. */
export const countRegionPages = (letterboxes: readonly number[], from: number): number =>
  letterboxes.filter((count) => count >= from).length

/**
 * The default: the lowest choice with at most a dozen pages, so that in a small community each region has one.
 * @param letterboxes number of letterboxes in each region
 */
export const usualRegionPages = (letterboxes: readonly number[]): RegionPageChoice =>
  REGION_PAGE_CHOICES.find((from) => countRegionPages(letterboxes, from) <= USUAL_PAGES) ??
  REGION_PAGE_CHOICES[REGION_PAGE_CHOICES.length - 1] ??
  REGION_PAGE_CHOICES[0]
