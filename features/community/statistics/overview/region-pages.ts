/** From how many letterboxes on a region can have a page of its own in the report of a year. */
export const REGION_PAGE_CHOICES = [3, 10, 20, 50, 100, 200] as const
export type RegionPageChoice = (typeof REGION_PAGE_CHOICES)[number]

/** How many regions have a page of their own at most, where nobody has chosen. */
const USUAL_PAGES = 12

/** How many of the regions, of which each has so many letterboxes, have a page of their own. */
export const countRegionPages = (letterboxes: readonly number[], from: number): number =>
  letterboxes.filter((count) => count >= from).length

/**
 * What is chosen unless somebody chooses: the lowest with which a reader leafs through no more than a dozen pages, so
 * that a small community has a page for each region.
 * @param letterboxes of each region
 */
export const usualRegionPages = (letterboxes: readonly number[]): RegionPageChoice =>
  REGION_PAGE_CHOICES.find((from) => countRegionPages(letterboxes, from) <= USUAL_PAGES) ??
  REGION_PAGE_CHOICES[REGION_PAGE_CHOICES.length - 1] ??
  REGION_PAGE_CHOICES[0]
