import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Inlines what the shell needs and loads the app's stylesheets after it: they block the scripts, but not the shell. */
export function showShellFirst(): Plugin {
  const read = (file: string) =>
    readFileSync(`${import.meta.dirname}/../../../platform/web/${file}`, 'utf8')
  const compact = (css: string) => css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ')
  return {
    name: 'show-shell-first',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/ *<link rel="(stylesheet|modulepreload)"[^>]*>\n/g) ?? []
        const page = links.reduce((rest, link) => rest.replace(link, ''), html)
        const preloads = links
          .filter((link) => link.includes('modulepreload'))
          .map((link) => link.replace('<link', '<link fetchpriority="low"'))
        const sheets = links.filter((link) => link.includes('stylesheet'))
        const first = compact(read('start/theme-variables.css') + read('start/shell.css'))
        return page
          .replace('<script type="module"', '<script type="module" fetchpriority="low"')
          .replace('</head>', `${preloads.join('')}    <style>${first}</style>\n  </head>`)
          .replace('    <div id="root">', `${sheets.join('')}    <div id="root">`)
      },
    },
  }
}
