import type { Plugin } from 'vite'

/** What of the fonts is on every screen; other alphabets and the heaviest weight come when a letter of them is shown. */
export const isFontOfEveryScreen = (file: string) =>
  /-latin-(wght|700)-normal-[\w-]+\.woff2$/.test(file)

/** The two Latin text fonts are on every screen: fetched beside the stylesheet, not after it. */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter(isFontOfEveryScreen)
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: true,
            },
            injectTo: 'head' as const,
          })),
    },
  }
}
