import type { Plugin } from 'vite'

/** Fonts that every screen needs; other alphabets and the heaviest weight load when they are used. */
export const isFontOfEveryScreen = (file: string) =>
  /-latin-(wght|700)-normal-[\w-]+\.woff2$/.test(file)

/** Preloads the two Latin text fonts of every screen in parallel with the stylesheet. */
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
