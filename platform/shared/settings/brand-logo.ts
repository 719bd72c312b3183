/** Icon sizes of the installed app in pixels; devices may crop a maskable icon. */
export const BRAND_ICONS = { touch: 180, small: 192, large: 512, maskable: 512 } as const
export type BrandIcon = keyof typeof BRAND_ICONS

export const logoSource = (logo: string) => `/img/brand/${logo}`
export const brandIconSource = (logo: string, icon: BrandIcon) =>
  `/img/brand/${logo.slice(0, 32)}-${icon}.png`
