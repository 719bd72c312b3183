import { posix } from 'node:path'
import { PROJECT_PAGES } from './pages.ts'

/** The anchor that GitHub creates for a heading, so that a link to it works in both. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/**
 * Turns a link between documents of the repository into a link of the site.
 * @param from the document with the link, relative to the repository
 * @returns null if the site does not have the target, such as a source file
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
