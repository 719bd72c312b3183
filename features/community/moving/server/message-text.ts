import { decodeHTMLStrict } from 'entities'

/**
 * The text of an old message. Line breaks were stored as `<br>` in three spellings and signs as HTML entities; both
 * become text exactly once, so that `&amp;lt;` is `&lt;`. A line break after `<br>` was added by the old page.
 */
export const textOfMessage = (stored: string): string =>
  decodeHTMLStrict(stored.replace(/<br\s*\/?>(\r\n?|\n)?/gi, '\n'))
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u0000', '')
    .trim()
