import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

/** The entry imports the app step by step; the browser is told of all its parts at once. */
function partsOfStart(bundle: Rolldown.OutputBundle): { scripts: string[]; styles: string[] } {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/web/app/start.tsx'))
  const parts = chunks.filter((chunk) => chunk === start || start?.imports.includes(chunk.fileName))
  return {
    scripts: parts.map(({ fileName }) => fileName),
    styles: parts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  }
}

/**
 * The page carries what its first sight needs, and asks for the stylesheets of the app after it:
 * they hold back the scripts, but not the shell.
 */
export function showShellFirst(): Plugin {
  const read = (file: string) => readFileSync(`${import.meta.dirname}/../${file}`, 'utf8')
  const compact = (css: string) => css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ')
  return {
    name: 'show-shell-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const links = html.match(/ *<link rel="(stylesheet|modulepreload)"[^>]*>\n/g) ?? []
        const page = links.reduce((rest, link) => rest.replace(link, ''), html)
        const known = (file: string) => links.some((link) => link.includes(file))
        const { scripts, styles } = partsOfStart(bundle)
        const preloads = [
          ...links.filter((link) => link.includes('modulepreload')),
          ...scripts
            .filter((file) => !known(file))
            .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`),
        ].map((link) => link.replace('<link', '<link fetchpriority="low"'))
        const sheets = [
          ...links.filter((link) => link.includes('stylesheet')),
          ...styles
            .filter((file) => !known(file))
            .map((file) => `    <link rel="stylesheet" crossorigin href="/${file}">\n`),
        ]
        const first = compact(read('start/theme-variables.css') + read('start/shell.css'))
        return page
          .replace('<script type="module"', '<script type="module" fetchpriority="low"')
          .replace('</head>', `${preloads.join('')}    <style>${first}</style>\n  </head>`)
          .replace('    <div id="root">', `${sheets.join('')}    <div id="root">`)
      },
    },
  }
}
