/** Sizes of the pictures by which devices show an installed app, in pixels; a maskable one may be cut round. */
export const BRAND_ICONS = { touch: 180, small: 192, large: 512, maskable: 512 } as const
export type BrandIcon = keyof typeof BRAND_ICONS

/** Where a logo is to be seen. */
export const logoSource = (logo: string) => `/img/brand/${logo}`
export const brandIconSource = (logo: string, icon: BrandIcon) =>
  `/img/brand/${logo.slice(0, 32)}-${icon}.png`
