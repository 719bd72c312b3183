import { posix } from 'node:path'
import { PROJECT_PAGES } from './pages.ts'

/** As GitHub names a heading in an address, so that a link to it works in both. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/**
 * A link between documents of the repository as a link of the site.
 * @param from document with the link, from the folder of the repository
 * @returns null if the site does not have what it leads to, such as a source file
 */
export function siteLink(from: string, href: string): string | null {
  if (/^([a-z]+:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = posix.join(posix.dirname(from), path)
  const page = PROJECT_PAGES[target]
    ? `project/${PROJECT_PAGES[target]}.md`
    : target.startsWith('docs/') && target.endsWith('.md') && target.slice('docs/'.length)
  if (!page) return target === 'docs/decisions' ? '/decisions/README.md' : null
  return `/${page}${anchor === undefined ? '' : `#${anchor}`}`
}
